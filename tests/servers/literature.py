"""The literature services of tests on one loopback port, in the shapes of the real ones.

Each service answers under a path of its own. `mode` makes all of them answer badly.
"""

import json
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.servers.loopback import Asked, say
from tests.servers.papers import IMPACT, ISSN, JOURNAL, PAPERS, Paper

XML = "text/xml; charset=UTF-8"
Answer = tuple[str, str]
# By what a mode is called: an answer that is none.
MODES: dict[str, tuple[int, str, bytes]] = {
    "error": (500, "text/plain", b"oops"),
    "refused": (403, "application/json", b'{"message": "Unauthorized."}'),
    "html": (200, "text/html", b"<!DOCTYPE html><html><body>Maintenance</body></html>"),
    "html_as_json": (200, "application/json", b"<!DOCTYPE html><html>Maintenance</html>"),
    "html_as_xml": (200, XML, b"<!DOCTYPE html><html>Maintenance</html>"),
    "says_error": (200, "application/json", b'{"error": "quota exceeded"}'),
    "says_error_in_xml": (
        200,
        XML,
        b'<?xml version="1.0"?><eSearchResult><ERROR>Search Backend failed</ERROR></eSearchResult>',
    ),
    "other_json": (200, "application/json", b"[1, 2]"),
    "nothing": (200, "application/json", b""),
}


@dataclass(slots=True)
class Services:
    """The script of a loopback server that is all services at once."""

    mode: str = "fine"
    papers: Sequence[Paper] = PAPERS
    asked: list[Asked] = field(default_factory=list)
    # By service: which of the papers it holds; without an entry, all.
    holds: dict[str, Callable[[Paper], bool]] = field(default_factory=dict)
    # Services that answer with an error, "ncbi"; or one of their paths, "ncbi/elink.fcgi".
    down: set[str] = field(default_factory=set)

    def __call__(self, asked: Asked, connection: socket.socket) -> None:
        """Answer one request."""
        self.asked.append(asked)
        if self.mode in MODES:
            status, kind, body = MODES[self.mode]
            say(connection, body, status=status, type=kind)
            return
        parts = urlsplit(asked.path)
        query = {
            name: values[0]
            for name, values in parse_qs(parts.query, keep_blank_values=True).items()
        }
        if asked.body:
            query = json.loads(asked.body)
        service, _, rest = unquote(parts.path).lstrip("/").partition("/")
        if self.down & {service, f"{service}/{rest}"}:
            say(connection, b"oops", status=500, type="text/plain")
            return
        answer = SERVICES[service](self._papers_at(service), rest, query)
        if answer is None:
            say(connection, b'{"message": "Resource not found."}', status=404)
            return
        text, kind = answer
        encoded = (
            text.encode("cp1252", "xmlcharrefreplace") if self.mode == "cp1252" else text.encode()
        )
        if self.mode == "torn":
            _tear(connection, encoded, kind)
        elif self.mode == "cut":
            say(connection, encoded[: len(encoded) // 2], type=kind)
        else:
            say(connection, encoded, type=kind)

    def _papers_at(self, service: str) -> Sequence[Paper]:
        holds = self.holds.get(service)
        return self.papers if holds is None else [one for one in self.papers if holds(one)]


def _tear(connection: socket.socket, body: bytes, kind: str) -> None:
    """Announce a whole body and hang up in the middle of it."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    connection.sendall(head.encode() + body[: len(body) // 2])


def _json(value: Any) -> Answer:
    return json.dumps(value, ensure_ascii=False), "application/json"


def _found(papers: Sequence[Paper], query: str) -> list[Paper]:
    return [paper for paper in papers if paper.fits(query)]


# -- NCBI ----------------------------------------------------------------------------------------


def _ncbi(papers: Sequence[Paper], path: str, query: dict[str, str]) -> Answer | None:
    if path == "esearch.fcgi":
        return _esearch(papers, query)
    if path == "elink.fcgi":
        return _elink(papers, query)
    ids = query["id"].split(",")
    if query["db"] == "pmc":
        return _pmc_set(paper for paper in papers if paper.pmcid[3:] in ids)
    return _pubmed_set(paper for paper in papers if paper.pmid in ids)


def _esearch(papers: Sequence[Paper], query: dict[str, str]) -> Answer:
    found = _found(papers, query.get("term", ""))
    names = [paper.pmcid[3:] if query["db"] == "pmc" else paper.pmid for paper in found]
    start = int(query.get("retstart", "0"))
    shown = names[start : start + int(query["retmax"])]
    listed = "".join(f"<Id>{one}</Id>\n" for one in shown)
    errors = "" if found else "<ErrorList><PhraseNotFound>x</PhraseNotFound></ErrorList>"
    doctype = (
        '<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" '
        '"https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">'
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8" ?>\n{doctype}\n<eSearchResult><Count>{len(found)}'
        f"</Count><RetMax>{len(shown)}</RetMax><RetStart>{start}</RetStart><IdList>{listed}</IdList>"
        f"<TranslationSet/><QueryTranslation>x</QueryTranslation>{errors}</eSearchResult>"
    ), XML


def _elink(papers: Sequence[Paper], query: dict[str, str]) -> Answer:
    # Near are those with numbers near to it.
    known = sorted(papers, key=lambda one: abs(int(one.pmid) - int(query["id"])))
    near = [paper.pmid for paper in known[:6]]
    links = "".join(f"<Link><Id>{one}</Id></Link>" for one in near)
    return (
        '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eLinkResult PUBLIC '
        '"-//NLM//DTD elink 20101123//EN" '
        '"https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20101123/elink.dtd">\n'
        f"<eLinkResult><LinkSet><DbFrom>pubmed</DbFrom><IdList><Id>{query['id']}</Id></IdList>"
        f"<LinkSetDb><DbTo>pubmed</DbTo><LinkName>pubmed_pubmed</LinkName>{links}</LinkSetDb>"
        "</LinkSet></eLinkResult>"
    ), XML


def _marked(text: str) -> str:
    """Text with its own few tags, everything else escaped."""
    plain = escape(text, quote=False)
    for tag in ("i", "sub"):
        plain = plain.replace(f"&lt;{tag}&gt;", f"<{tag}>").replace(f"&lt;/{tag}&gt;", f"</{tag}>")
    return plain


def _pubmed_set(papers: Iterable[Paper]) -> Answer:
    articles = "\n".join(map(_pubmed_article, papers))
    return (
        '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC '
        '"-//NLM//DTD PubMedArticle, 1st January 2199//EN" '
        '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_990101.dtd">\n'
        f"<PubmedArticleSet>\n{articles}</PubmedArticleSet>"
    ), XML


def _pubmed_article(paper: Paper) -> str:
    first, _, second = paper.abstract.partition(". ")
    parts = [("METHODS", f"{first}."), ("RESULTS", second)] if second else [("", paper.abstract)]
    texts = "".join(
        f'<AbstractText Label="{label}" NlmCategory="{label}">{_marked(text)}</AbstractText>'
        if label
        else f"<AbstractText>{_marked(text)}</AbstractText>"
        for label, text in parts
    )
    abstract = f"<Abstract>{texts}</Abstract>" if paper.abstract else ""
    retracted = (
        '<PublicationType UI="D016441">Retracted Publication</PublicationType>'
        if paper.retracted
        else ""
    )
    return f"""<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM" IndexingMethod="New">
<PMID Version="1">{paper.pmid}</PMID><DateRevised><Year>2026</Year><Month>01</Month><Day>02</Day>
</DateRevised><Article PubModel="Print"><Journal><ISSN IssnType="Electronic">{ISSN}</ISSN>
<JournalIssue CitedMedium="Internet"><Volume>1</Volume><PubDate><Year>{paper.year}</Year>
<Month>May</Month></PubDate></JournalIssue><Title>{JOURNAL}</Title>
<ISOAbbreviation>J Made Med</ISOAbbreviation></Journal>
<ArticleTitle>{_marked(paper.title)}</ArticleTitle>{abstract}
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Made</LastName><Initials>U</Initials>
</Author></AuthorList><Language>eng</Language><PublicationTypeList>
<PublicationType UI="D016428">Journal Article</PublicationType>{retracted}</PublicationTypeList>
</Article><MedlineJournalInfo><Country>Nowhere</Country><MedlineTA>J Made Med</MedlineTA>
<NlmUniqueID>1</NlmUniqueID></MedlineJournalInfo><MadeUpNews>unknown to every DTD</MadeUpNews>
</MedlineCitation><PubmedData><PublicationStatus>ppublish</PublicationStatus><ArticleIdList>
<ArticleId IdType="pubmed">{paper.pmid}</ArticleId><ArticleId IdType="doi">{paper.doi}</ArticleId>
<ArticleId IdType="pmc">{paper.pmcid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>"""


def _pmc_set(papers: Iterable[Paper]) -> Answer:
    articles = "".join(map(_pmc_article, papers))
    return (
        '<?xml version="1.0" ?>\n<!DOCTYPE pmc-articleset PUBLIC "-//NLM//DTD ARTICLE SET 2.0//EN" '
        '"https://dtd.nlm.nih.gov/ncbi/pmc/articleset/nlm-articleset-2.0.dtd">\n'
        f"<pmc-articleset>{articles}</pmc-articleset>"
    ), XML


def _pmc_article(paper: Paper) -> str:
    retracted = (
        '<related-article related-article-type="retraction-forward"/>' if paper.retracted else ""
    )
    abstract = f"<abstract><p>{_jats(paper.abstract)}</p></abstract>" if paper.abstract else ""
    return f"""<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article">
<front><journal-meta><journal-title-group><journal-title>{JOURNAL}</journal-title>
</journal-title-group><issn pub-type="epub">{ISSN}</issn></journal-meta><article-meta>
<article-id pub-id-type="pmcid">{paper.pmcid}</article-id>
<article-id pub-id-type="pmid">{paper.pmid}</article-id>
<article-id pub-id-type="doi">{paper.doi}</article-id>
<title-group><article-title>{_jats(paper.title)}</article-title></title-group>
<pub-date pub-type="epub"><day>2</day><month>5</month><year>{paper.year}</year></pub-date>
{retracted}{abstract}</article-meta></front><body><sec><title>Results</title>
<p>The body of paper {paper.number} says more <xref ref-type="bibr" rid="b1">[1]</xref>.</p></sec>
<sec><title>Funding</title><p>Nobody paid.</p></sec></body></article>"""


def _jats(text: str) -> str:
    return _marked(text).replace("<i>", "<italic>").replace("</i>", "</italic>")


# -- PubTator ------------------------------------------------------------------------------------


def _pubtator(papers: Sequence[Paper], path: str, query: dict[str, str]) -> Answer | None:
    if path == "publications/export/biocjson":
        ids = query["pmids"].split(",")
        return _json({"PubTator3": [_annotated(one) for one in papers if one.pmid in ids]})
    found = _found(papers, query.get("text", ""))
    page = int(query.get("page", "1"))
    shown = found[10 * (page - 1) : 10 * page]
    return _json(
        {
            "results": [
                {
                    "_id": one.pmid,
                    "pmid": int(one.pmid),
                    "pmcid": one.pmcid,
                    "title": _plain(one.title),
                    "journal": JOURNAL,
                    "date": f"{one.year}-05-02T00:00:00Z",
                    "doi": one.doi,
                    "score": 42.5,
                }
                for one in shown
            ],
            "count": len(found),
            "total_pages": -(-len(found) // 10),
            "current": page,
            "page_size": 10,
            "facets": {},
        }
    )


def _annotated(paper: Paper) -> dict[str, Any]:
    title, abstract = _plain(paper.title), _plain(paper.abstract)
    drug = {"identifier": "MESH:C999999", "type": "Chemical", "name": "Velorin"}
    disease = {"identifier": "MESH:D005334", "type": "Disease", "name": "Fever"}
    annotations = []
    for number, (word, infons) in enumerate((("Velorin", drug), ("fever", disease)), 1):
        if (at := title.find(word)) >= 0:
            place = {"offset": at, "length": len(word)}
            annotations.append(
                {"id": str(number), "infons": infons, "text": word, "locations": [place]}
            )
    relations = []
    if len(annotations) == 2:
        roles: dict[str, Any] = {
            "role1": {**drug, "accession": "@C"},
            "role2": {**disease, "accession": "@D"},
        }
        said = {"score": "0.9", **roles, "type": "Negative_Correlation"}
        relations.append({"id": "R1", "infons": said, "nodes": []})
    retracted = "RETRACTED: " if paper.retracted else ""
    passages = [
        {
            "infons": {"type": "title", "year": str(paper.year), "article-id_pmc": paper.pmcid},
            "offset": 0,
            "text": retracted + title,
            "sentences": [],
            "annotations": [] if retracted else annotations,
            "relations": [],
        },
        {
            "infons": {"type": "abstract"},
            "offset": len(retracted + title) + 1,
            "text": abstract,
            "sentences": [],
            "annotations": [],
            "relations": [],
        },
    ]
    return {
        "_id": f"{paper.pmid}|None",
        "id": paper.pmid,
        "infons": {},
        "passages": passages,
        "relations": relations,
        "pmid": int(paper.pmid),
        "pmcid": paper.pmcid,
        "meta": {},
        "date": f"{paper.year}-05-02T00:00:00Z",
        "journal": JOURNAL,
        "authors": ["Made U"],
        "relations_display": [],
    }


def _plain(text: str) -> str:
    for tag in ("i", "sub"):
        text = text.replace(f"<{tag}>", "").replace(f"</{tag}>", "")
    return text


# -- Crossref, bioRxiv ---------------------------------------------------------------------------


def _crossref(papers: Sequence[Paper], path: str, query: dict[str, str]) -> Answer | None:
    if path.startswith("works/"):
        known = {one.doi: one for one in papers}
        work = known.get(path.removeprefix("works/"))
        if work is None:
            return None
        message = _work(work, work.doi)
        return _json({"status": "ok", "message-type": "work", "message": message})
    preprints = "posted-content" in query.get("filter", "")
    found = _found(papers, query["query.bibliographic"])
    start, rows = int(query.get("offset", "0")), int(query["rows"])
    shown = found[start : start + min(rows, 20)]
    items = [
        item
        for one in shown
        for item in (
            [_preprint(one, "bioRxiv"), _preprint(one, "medRxiv")]
            if preprints
            else [_work(one, one.doi)]
        )
    ]
    listing = {
        "facets": {},
        "total-results": len(found),
        "items": items[:rows] if preprints else items,
        "items-per-page": rows,
        "query": {"start-index": start, "search-terms": None},
    }
    return _json({"status": "ok", "message-type": "work-list", "message": listing})


def _work(paper: Paper, doi: str) -> dict[str, Any]:
    work: dict[str, Any] = {
        "DOI": doi.upper(),
        "type": "journal-article",
        "title": [escape(paper.title, quote=False) if "&" in paper.title else paper.title],
        "container-title": [JOURNAL],
        "ISSN": [ISSN],
        "issued": {"date-parts": [[paper.year, 5, 2]]},
        "relation": {},
    }
    if "<" in paper.title:
        work["title"] = [_marked(paper.title)]
    if paper.abstract:
        text = _jats(paper.abstract).replace("<", "<jats:").replace("<jats:/", "</jats:")
        work["abstract"] = f"<jats:title>Abstract</jats:title><jats:p>{text}</jats:p>"
    if paper.retracted:
        work["updated-by"] = [
            {"DOI": "10.5555/notice", "type": "retraction", "label": "Retraction"}
        ]
    return work


def _preprint(paper: Paper, server: str) -> dict[str, Any]:
    work = _work(paper, paper.doi_at(server.lower()))
    for name in ("container-title", "ISSN"):
        work[name] = []
    return {
        **work,
        "type": "posted-content",
        "subtype": "preprint",
        "institution": [{"name": server}],
    }


def _biorxiv(papers: Sequence[Paper], path: str, query: dict[str, str]) -> Answer | None:
    _, server, rest = path.split("/", 2)
    doi = rest.removesuffix("/na/json")
    known = {one.doi_at(server): one for one in papers}
    if doi not in known:
        return _json({"messages": [{"status": "no posts found"}], "collection": []})
    paper = known[doi]
    versions = [
        {
            "doi": doi,
            "title": ("WITHDRAWN: " if paper.retracted else "") + _plain(paper.title),
            "authors": "Made, U.",
            "date": f"{paper.year}-0{version}-01",
            "version": str(version),
            "type": "new results",
            "license": "cc_by",
            "category": "made biology",
            "abstract": f"{_plain(paper.abstract)}" if paper.abstract else "",
            "published": "NA",
            "server": server,
        }
        for version in (1, 2)
    ]
    return _json({"messages": [{"status": "ok"}], "collection": versions})


# -- OpenAlex, Serper ----------------------------------------------------------------------------


def _openalex(papers: Sequence[Paper], path: str, query: dict[str, str]) -> Answer | None:
    if path == "sources":
        known = {"issn_l": ISSN, "issn": [ISSN, "9876-5432"]}
        stats = {"2yr_mean_citedness": IMPACT, "h_index": 3}
        wanted = query["filter"].removeprefix("issn:").split("|")
        listed = [{"id": "https://openalex.org/S1", **known, "summary_stats": stats}]
        return _json({"meta": {"count": 1}, "results": listed if ISSN in wanted else []})
    if path.startswith("works/"):
        name = path.removeprefix("works/").removeprefix("https://doi.org/")
        for one in papers:
            if name in (one.doi, f"W{one.number}"):
                return _json(_openalex_work(one))
        return None
    found = _found(papers, query["search"])
    page, size = int(query.get("page", "1")), int(query["per-page"])
    shown = found[size * (page - 1) : size * page]
    meta = {"count": len(found), "db_response_time_ms": 1, "page": page, "per_page": size}
    return _json({"meta": meta, "results": [_openalex_work(one) for one in shown], "group_by": []})


def _openalex_work(paper: Paper) -> dict[str, Any]:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(_plain(paper.abstract).split()):
        index.setdefault(word, []).append(place)
    return {
        "id": f"https://openalex.org/W{paper.number}",
        "doi": f"https://doi.org/{paper.doi}",
        "display_name": _plain(paper.title),
        "publication_year": paper.year,
        "ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{paper.pmid}"},
        "primary_location": {
            "source": {"display_name": JOURNAL, "issn_l": ISSN, "issn": [ISSN], "type": "journal"}
        },
        "is_retracted": paper.retracted,
        "abstract_inverted_index": index or None,
    }


def _serper(papers: Sequence[Paper], path: str, query: dict[str, Any]) -> Answer | None:
    found = _found(papers, query["q"])
    page, size = query.get("page", 1), query["num"]
    answer: dict[str, Any] = {"searchParameters": {"q": query["q"], "type": "search"}, "credits": 1}
    shown = found[size * (page - 1) : size * page]
    if shown:
        answer["organic"] = [
            {
                "title": _plain(one.title),
                "link": f"http://papers.example.org/{one.number}",
                "snippet": _plain(one.abstract)[:120],
                "date": f"May 2, {one.year}",
                "position": position,
            }
            for position, one in enumerate(shown, 1)
        ]
    return _json(answer)


SERVICES: dict[str, Callable[[Sequence[Paper], str, dict[str, Any]], Answer | None]] = {
    "ncbi": _ncbi,
    "pubtator": _pubtator,
    "crossref": _crossref,
    "biorxiv": _biorxiv,
    "openalex": _openalex,
    "serper": _serper,
}


def page_of(paper: Paper) -> bytes:
    """The web page of a paper."""
    text = f"<p>{escape(_plain(paper.abstract))}</p>" if paper.abstract else ""
    page = f"<html><title>{escape(_plain(paper.title))}</title><nav>Menu</nav>{text}</html>"
    return page.encode()


@dataclass(frozen=True, slots=True)
class Site:
    """A web site with a page for each paper."""

    papers: Sequence[Paper] = PAPERS

    def __call__(self, asked: Asked, connection: socket.socket) -> None:
        """Answer one request."""
        known = {f"/{paper.number}": paper for paper in self.papers}
        if asked.path in known:
            say(connection, page_of(known[asked.path]), type="text/html; charset=utf-8")
        else:
            say(connection, b"no such page", status=404, type="text/plain")
