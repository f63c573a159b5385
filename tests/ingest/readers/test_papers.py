"""Readers of papers: what is a finding, what is left out, which paper it is, what is refused."""

import gzip
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.items import Paper, Record
from ingest.readers import read_source
from ingest.readers.pdf import MOST_BYTES
from tests.ingest.readers.test_conformance import SAMPLES

PDF = SAMPLES / "pdf" / "sample.pdf"


def lay(folder: Path, text: str, name: str = "nameless") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def paper(path: Path) -> Paper:
    (found,) = read_source([path])
    assert isinstance(found, Paper)
    return found


def reasons(*paths: Path, reader: str = "auto") -> list[str]:
    """Reasons of what was skipped, at last that of the error if there is one."""
    found: list[str] = []
    message = ""
    try:
        for record in read_source(paths, reader):
            found += [record.reason] if isinstance(record, Skipped) else []
    except InputError as error:
        message = str(error)
        found.append(error.reason)
    assert "\n" not in message
    return found


def jats(body: str, *, kind: str = "research-article", meta: str = "") -> str:
    return (
        f'<article article-type="{kind}"><front><article-meta>{meta}<title-group><article-title>'
        f"Zinc</article-title></title-group></article-meta></front><body>{body}</body></article>"
    )


def body_text(folder: Path, body: str) -> str:
    sections = paper(lay(folder, jats(f"<p>{body}</p>"))).sections
    return sections[1].text if len(sections) > 1 else ""


CITED = '<xref ref-type="bibr" rid="b">{}</xref>'


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (f"Zinc rose [{CITED.format('1')}, {CITED.format('2')}].", "Zinc rose."),
        (f"Zinc rose <sup>{CITED.format('1')}–{CITED.format('4')}</sup>.", "Zinc rose."),
        (f"Zinc ({CITED.format('Lee, 1999')}; {CITED.format('Kim, 2001')}) rose.", "Zinc rose."),
        (f"{CITED.format('Lee et al. (1999)')} found zinc.", "Lee et al. (1999) found zinc."),
        (f"As in Lee et al. [{CITED.format('1')}].", "As in Lee et al."),
        ("Zinc (see Fig. 1) rose.", "Zinc (see Fig. 1) rose."),
        ("10<sup>6</sup> cells and Ca<sup>2+</sup>", "10^6 cells and Ca2+"),
        ("x <inline-formula><tex-math>\\alpha</tex-math></inline-formula> y", "x y"),
        ("a<table-wrap><table><tr><td>1</td></tr></table></table-wrap>b", "ab"),
    ],
)
def test_jats_reads_as_the_page_does_without_its_citations(
    tmp_path: Path, text: str, plain: str
) -> None:
    assert body_text(tmp_path, text) == plain


@pytest.mark.parametrize(
    ("path", "is_finding"),
    [
        (("Results", "Patients"), True),
        (("Results and discussion",), True),
        (("Methods", "Results of earlier work"), False),
        (("Materials and methods",), False),
        (("Statistical analysis",), False),
        (("Discussion", "Limitations"), True),
        (("Zinc in the liver",), True),
    ],
)
def test_the_section_at_the_top_says_whether_findings_are_told(
    tmp_path: Path, path: tuple[str, ...], is_finding: bool
) -> None:
    body = "<p>Zinc rose.</p>"
    for title in reversed(path):
        body = f"<sec><title>{title}</title>{body}</sec>"
    section = paper(lay(tmp_path, jats(body))).sections[1]
    assert (section.label, section.quotable) == (" / ".join(path), is_finding)


@pytest.mark.parametrize("kind", ["retraction", "correction", "expression-of-concern"])
def test_a_notice_about_another_paper_reports_no_finding(tmp_path: Path, kind: str) -> None:
    found = paper(lay(tmp_path, jats("<p>Zinc inhibits ACE.</p>", kind=kind)))
    assert found.notices == ("about_another",)
    assert not any(section.quotable for section in found.sections)


def test_a_retracted_paper_is_marked_whatever_says_so(tmp_path: Path) -> None:
    forward = '<related-article related-article-type="retraction-forward"/>'
    assert paper(lay(tmp_path, jats("<p>a</p>", meta=forward))).notices == ("retracted",)
    medline = "PMID- 1\nTI  - RETRACTED: Zinc and ACE.\nPT  - Journal Article\n"
    assert paper(lay(tmp_path, medline)).notices == ("retracted",)


def test_one_unreadable_document_of_several_is_a_skipped_record(tmp_path: Path) -> None:
    good = lay(tmp_path, jats("<p>Zinc.</p>"), "good.xml")
    cut = lay(tmp_path, jats("<p>Zinc.</p>")[:-30], "cut.xml")
    assert reasons(good, cut) == ["invalid_xml"]
    assert reasons(cut, good) == ["invalid_xml"]
    assert reasons(cut) == ["invalid_xml"]
    web = lay(tmp_path, "<html>Sign in</html>", "web.xml")
    empty = lay(tmp_path, "<PubmedArticleSet/>", "none.xml")
    medline = lay(tmp_path, "PMID- 1\nTI  - Zinc.\n", "a.nbib")
    assert reasons(good, web, empty, medline) == ["web_page", "empty_file"]
    assert reasons(cut, cut) == ["invalid_xml", "invalid_xml", "no_valid_items"]


def test_bioc_annotations_stand_where_the_text_has_them() -> None:
    for name in ("bioc_json", "bioc_xml"):
        (sample,) = (SAMPLES / name).glob("sample.*")
        n = 0
        for record in read_source([sample]):
            for one in record.annotations if isinstance(record, Paper) else ():
                assert one.section is not None
                assert record.sections[one.section].text.startswith(one.form, one.start)  # type: ignore[union-attr]
                n += 1
        assert n > 3


def test_a_correlation_has_a_sign_and_what_is_no_relation_a_reason(tmp_path: Path) -> None:
    types = ("Positive_Correlation", "Negative_Correlation", "Cotreatment", "Bind")
    document = """{"id": "1", "passages": [{"infons": {"type": "title"}, "offset": 0,
        "text": "Zinc and TP53", "annotations": [
        {"id": "a", "infons": {"type": "Chemical"}, "text": "Zinc",
            "locations": [{"offset": 0, "length": 4}]},
        {"id": "b", "infons": {"type": "Gene", "NCBI Gene": "7157"}, "text": "TP53",
            "locations": [{"offset": 9, "length": 4}]}]}], "relations": [%s]}"""
    relation = '{"id": "", "infons": {"type": "%s"}, "nodes": [{"refid": "a"}, {"refid": "b"}]}'
    path = lay(tmp_path, document % ", ".join(relation % type for type in types))
    records = list(read_source([path]))
    (found,) = [record for record in records if isinstance(record, Paper)]
    assert [(one.head, one.means, one.sign, one.tail) for one in found.relations] == [
        ("Zinc", "correlates_with", 1, "NCBIGene:7157"),
        ("Zinc", "correlates_with", -1, "NCBIGene:7157"),
        ("Zinc", "binds", 0, "NCBIGene:7157"),
    ]
    assert [one.reason for one in records if isinstance(one, Skipped)] == ["given_together"]


def written(folder: Path, writer: PdfWriter) -> Path:
    path = folder / "made.pdf"
    with path.open("wb") as file:
        writer.write(file)
    return path


def test_a_locked_pdf_is_skipped_as_locked_and_one_that_opens_by_itself_is_read(
    tmp_path: Path,
) -> None:
    for password, expected in (("secret", ["encrypted_pdf", "no_valid_items"]), ("", [])):
        writer = PdfWriter(clone_from=PdfReader(PDF))
        writer.encrypt(user_password=password, owner_password="owner", algorithm="RC4-128")
        assert reasons(written(tmp_path, writer)) == expected


def test_a_pdf_of_pictures_is_skipped_as_without_text(tmp_path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(300, 300)
    assert reasons(written(tmp_path, writer)) == ["no_text_layer", "no_valid_items"]


def test_a_pdf_that_takes_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.readers.pdf.MOST_SECONDS", 0.0)
    assert reasons(PDF) == ["pdf_too_slow", "no_valid_items"]


def test_a_pdf_out_of_bounds_or_damaged_is_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.pdf"
    damaged.write_bytes(PDF.read_bytes()[:200])
    assert reasons(damaged) == ["damaged_pdf"]
    large = tmp_path / "large.pdf.gz"
    with gzip.open(large, "wb", compresslevel=1) as file:
        file.write(PDF.read_bytes() + b"\n")
        for _ in range((MOST_BYTES >> 20) + 1):
            file.write(bytes(1 << 20))
    assert reasons(large) == ["too_large"]


def test_a_text_says_itself_which_paper_it_is(tmp_path: Path) -> None:
    text = "On zinc\n\nPMID: 12\nDOI: 10.1000/A.1\n\n" + "Zinc was given to mice. It helped. " * 9
    found = paper(lay(tmp_path, text))
    assert (found.title, found.pmid, found.doi) == ("On zinc", "12", "10.1000/a.1")
    assert len(found.sections) == 2


@pytest.mark.parametrize("name", ["jats", "pubmed_xml", "bioc_xml", "bioc_json", "medline", "text"])
def test_a_file_cut_anywhere_gives_what_it_had_or_one_clear_line(tmp_path: Path, name: str) -> None:
    (sample,) = (SAMPLES / name).glob("sample.*")
    content = sample.read_bytes()
    whole: list[Record] = list(read_source([sample], name))
    path = tmp_path / sample.name
    for end in range(1, len(content), 37):
        path.write_bytes(content[:end])
        assert len(reasons(path, reader=name)) <= len(whole) + 1


@pytest.mark.parametrize(
    "wrapping",
    [
        '{"infons": {}, "documents": [%s]}',
        '{"infons": {"a": "b"},\n "source": "x",\n "documents": [\n%s\n]}',
        '[{"infons": {}, "documents": [%s]}]',
        '{"PubTator3": [%s]}',
        "[%s]",
        "%s\n",
    ],
)
def test_bioc_documents_come_wrapped_in_many_ways(tmp_path: Path, wrapping: str) -> None:
    one = (
        '{"id": "%d", "infons": {}, "passages": '
        '[{"infons": {"type": "title"}, "offset": 0, "text": "Zinc and iron"}]}'
    )
    mark = "\n" if wrapping == "%s\n" else ", "
    path = lay(tmp_path, wrapping % mark.join(one % id for id in (1, 2)))
    pmids = [record.pmid for record in read_source([path]) if isinstance(record, Paper)]
    assert pmids == ["1", "2"]
