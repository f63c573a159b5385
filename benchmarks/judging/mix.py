"""The labelled claim-evidence sets that a verifier is trained and tested on, read as one.

`verifier_mix/mix.json` says which files make one source, what their labels mean and how their
documents are split. A source whose counts or test groups differ from that file is an error: a
silent difference would put test documents into training.
"""

import csv
import gzip
import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graph.vocabulary import Verdict
from hubscope.errors import InputError, IntegrityError
from retrieval.sentences import split

SPLITS = ("train", "dev", "test")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """One labelled pair; `group` is the normalised document that decides its split."""

    source: str
    claim: str
    evidence: str
    verdict: Verdict
    group: str
    split: str


@dataclass(frozen=True, slots=True)
class Raw:
    """A pair before its label is mapped; `split` None leaves it to the group."""

    claim: str
    evidence: str
    label: str
    group: str = ""
    split: str | None = None


def read_mix(data: Path) -> dict[str, list[Pair]]:
    """Every source of the mix, in the order of mix.json.

    Args:
        data: the folder that holds `verifier_mix` and the sources beside it.

    Raises:
        InputError: a file is missing or a label is not in the source's map.
        IntegrityError: counts or test groups of a source are not those that mix.json states.
    """
    described = _described(data / "verifier_mix" / "mix.json")
    sources = {entry["source"]: entry for entry in described["sources"]}
    unknown = sources.keys() - _READERS.keys()
    if unknown:
        raise InputError(f"mix.json: no reader for the source {min(unknown)!r}")
    held = _held_out_claims(data)
    read = {name: list(_pairs(data, entry, held)) for name, entry in sources.items()}
    for name, pairs in read.items():
        _check(sources[name], pairs)
    return read


def _described(path: Path) -> Row:
    with _open(path) as file:
        try:
            described: Row = json.load(file)
        except ValueError as error:
            raise InputError(f"{path}: no JSON: {error}", where=str(path)) from error
    return described


def normalised(text: str) -> str:
    """Lower case, letters and digits only: how groups and held-out claims are compared.

    >>> normalised("BRCA-1 (gene)")
    'brca1gene'
    """
    return "".join(char for char in text.lower() if char.isalnum())


def split_of(group: str) -> str:
    """The split of a normalised group: a tenth each for test and dev, the rest for training."""
    bucket = int(hashlib.sha256(group.encode("utf-8", "replace")).hexdigest()[:8], 16) % 10
    return {0: "test", 1: "dev"}.get(bucket, "train")


def plain(text: str) -> str:
    """Tokenised text as people write it: brackets, quotes, no space before punctuation.

    >>> plain("It rose by 2 % -LRB- in 2005 -RRB- , he 's sure .")
    "It rose by 2% (in 2005), he's sure."
    """
    for token, written in _TOKENS.items():
        text = text.replace(token, written)
    text = re.sub(r"\s+(?=[.,;:!?%)\]]|'s\b|n't\b)", "", text)
    return re.sub(r"\s+", " ", re.sub(r"(?<=[(\[])\s+", "", text)).strip()


_TOKENS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"'}


@dataclass(frozen=True, slots=True)
class _HeldOut:
    """Claims that only evaluation may see, by FEVER id and by normalised text."""

    ids: frozenset[str]
    texts: frozenset[str]


def _held_out_claims(data: Path) -> _HeldOut:
    paper = _json_lines(data / "fever_react" / "paper_dev.jsonl")
    ids = frozenset(str(row["id"]) for row in paper)
    facts = [row for path in _sufficient_facts(data) for row in _json_lines(path)]
    return _HeldOut(ids, frozenset(normalised(row["claim"]) for row in (*paper, *facts)))


def _pairs(data: Path, entry: Row, held: _HeldOut) -> Iterator[Pair]:
    verdicts = _verdicts(entry)
    for raw in _READERS[entry["source"]](data, held):
        part = raw.split or split_of(raw.group)
        if raw.label not in verdicts:
            raise InputError(f"{entry['source']}: unknown label {raw.label!r}")
        if part == "left out":
            continue
        claim, evidence = plain(raw.claim), plain(raw.evidence)
        yield Pair(entry["source"], claim, evidence, verdicts[raw.label], raw.group, part)


def _verdicts(entry: Row) -> dict[str, Verdict]:
    stated = entry["map"] if isinstance(entry["map"], dict) else {}
    own = {verdict.value: verdict for verdict in Verdict}
    return own | {label: Verdict(name) for label, name in stated.items()}


def _check(entry: Row, pairs: list[Pair]) -> None:
    name = entry["source"]
    counts: dict[str, Counter[str]] = {}
    for pair in pairs:
        counts.setdefault(pair.split, Counter())[pair.verdict.value] += 1
    found = {split: dict(counter) for split, counter in counts.items()}
    if found != entry["counts"]:
        raise IntegrityError(f"{name}: mix.json states {entry['counts']}, read {found}")
    if "test_groups_sha256" in entry:
        groups = sorted({pair.group for pair in pairs if pair.split == "test"})
        sha = hashlib.sha256("\n".join(groups).encode("utf-8", "replace")).hexdigest()[:16]
        if sha != entry["test_groups_sha256"]:
            raise IntegrityError(f"{name}: the test groups are not those of mix.json")


def _vitaminc(part: str) -> Callable[[Path, _HeldOut], Iterator[Raw]]:
    def read(data: Path, held: _HeldOut) -> Iterator[Raw]:
        for row in _json_lines(data / "vitaminc" / f"vitaminc_{part}_test.jsonl.gz"):
            page = plain_title(row["page"])
            split = split_of(page)
            known = row.get("FEVER_id") in held.ids or normalised(row["claim"]) in held.texts
            leave_out = split == "train" and known
            where = "left out" if leave_out else split
            yield Raw(row["claim"], row["evidence"], row["label"], page, where)

    return read


def plain_title(page: str) -> str:
    """A Wikipedia page title as it is compared.

    >>> plain_title("2_Hearts_-LRB-song-RRB-")
    '2heartssong'
    """
    return normalised(page.replace("-LRB-", "(").replace("-RRB-", ")").replace("_", " "))


def _general(name: str, group: str) -> Callable[[Path, _HeldOut], Iterator[Raw]]:
    def read(data: Path, _held: _HeldOut) -> Iterator[Raw]:
        for row in _table(data / "nli_general" / f"{name}_dev.csv.gz"):
            if row["hypothesis"] and row["label"] in _NLI_LABELS:
                key = normalised(row[group])
                yield Raw(row["hypothesis"], row["premise"], row["label"], key)

    return read


_NLI_LABELS = {"entailment", "contradiction", "neutral", "not_entailment"}


def _negation(data: Path, _held: _HeldOut) -> Iterator[Raw]:
    for name in ("MNLI", "SNLI"):
        for row in _table(data / "negation_nli" / f"{name}.tsv", tabs=True):
            group = normalised(row["sentence1"].replace(" not ", " ").replace("n't", ""))
            yield Raw(row["sentence2"], row["sentence1"], row["gold_label"], group)


def _feverous(data: Path, _held: _HeldOut) -> Iterator[Raw]:
    with gzip.open(data / "feverous_dev" / "dev.json.gz", "rt", encoding="utf-8") as file:
        rows = json.load(file)
    for row in rows:
        lines = [line.split("\t", 1)[-1] for line in row["evidence"].split("\n")]
        evidence = re.sub(r"\[\[[^\]|]*\|([^\]]*)\]\]", r"\1", " ".join(lines))
        group = normalised(row["evidence"].split("\t")[0])
        yield Raw(row["claim"], evidence, row["label"], group)


def _fever_dev(data: Path, held: _HeldOut) -> Iterator[Raw]:
    for row in _json_lines(data / "fever_dev_pairs" / "dev.jsonl.gz"):
        group = normalised(row["input1"])
        split = "test" if group in held.texts else "train"
        yield Raw(row["input1"], row["input0"], row["label"], group, split)


def _scifact_train(data: Path, _held: _HeldOut) -> Iterator[Raw]:
    cited = {
        part: {
            normalised(row["claim"]): {str(number) for number in row["cited_doc_ids"]}
            for row in _json_lines(data / "scifact" / f"claims_{part}.jsonl")
        }
        for part in ("train", "dev")
    }
    seen_by_dev = set().union(*cited["dev"].values())
    for row in _table(data / "scifact_pairs" / "train.tsv", tabs=True):
        shared = cited["train"][normalised(row["sentence2"])] & seen_by_dev
        split = "left out" if shared else "train"
        group = normalised(row["sentence1"])
        yield Raw(row["sentence2"], row["sentence1"], row["entailment"], group, split)


def _scifact_dev(data: Path, _held: _HeldOut) -> Iterator[Raw]:
    for row in _table(data / "scifact_pairs" / "dev.tsv", tabs=True):
        yield Raw(row["sentence2"], row["sentence1"], row["entailment"], split="test")
    for row in _table(data / "scifact" / "scifact_test_data.csv"):
        if row["label"] not in {"SUPPORT", "REFUTE"}:
            count = 1 + int(hashlib.sha256(row["claim"].encode()).hexdigest(), 16) % 3
            evidence = _nearest_sentences(row["claim"], row["abstract"], count)
            yield Raw(row["claim"], evidence, Verdict.UNVERIFIABLE, split="test")


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]


def _nearest_sentences(claim: str, abstract: str, count: int) -> str:
    """The sentences that share most words with the claim, in the order of the abstract."""
    words = set(re.findall(r"\w{3,}", claim.lower()))
    found = [text for text in _sentences(abstract) if len(text) > 15] or [abstract]

    def shared(index: int) -> float:
        own = set(re.findall(r"\w{3,}", found[index].lower()))
        return len(words & own) / math.sqrt(1 + len(own))

    chosen = sorted(range(len(found)), key=shared, reverse=True)[:count]
    return " ".join(found[index] for index in sorted(chosen))


_CODE_WORDING = {
    "1": "{intervention} significantly increased {outcome} compared with {comparator}.",
    "-1": "{intervention} significantly decreased {outcome} compared with {comparator}.",
    "0": "{intervention} and {comparator} did not differ significantly in {outcome}.",
}


def _evidence_inference(data: Path, _held: _HeldOut) -> Iterator[Raw]:
    """Two claims a prompt: the finding of the trial, and another finding about the same three."""
    folder = data / "evidence_inference"
    prompts = {row["PromptID"]: row for row in _table(folder / "prompts_v2.csv")}
    splits = {
        line.strip(): split
        for split, part in (("train", "train"), ("dev", "validation"), ("test", "test"))
        for line in (folder / f"ev2_{part}_article_ids.txt").read_text("utf-8").splitlines()
    }
    done: set[str] = set()
    for row in _table(folder / "v2_annotations.csv"):
        number, code = row["PromptID"], row["Label Code"]
        if row["Valid Label"] != "True" or not row["Annotations"].strip() or number in done:
            continue
        done.add(number)
        prompt = prompts[number]
        asked = {
            name.lower(): prompt[name].strip().rstrip(".")
            for name in ("Outcome", "Intervention", "Comparator")
        }
        other = sorted(_CODE_WORDING.keys() - {code})[int(number) % 2]
        article = row["PMCID"]
        for wording, verdict in ((code, Verdict.SUPPORTED), (other, Verdict.REFUTED)):
            claim = _CODE_WORDING[wording].format(**asked)
            yield Raw(claim, row["Annotations"], verdict, article, splits.get(article, "train"))


def _check_covid(data: Path, _held: _HeldOut) -> Iterator[Raw]:
    folder = data / "check_covid"
    abstracts = {row["cord_id"]: row["abstract"] for row in _json_lines(folder / "corpus.json")}
    for row in _json_lines(folder / "Check-COVID_all.json"):
        abstract = abstracts[row["cord_id"]]
        chosen = sorted({sentence["sent_index"] for sentence in row["evidence_set"]})
        evidence = " ".join(abstract[index] for index in chosen if index < len(abstract))
        yield Raw(row["claim"], evidence, row["label"], row["cord_id"], "test")


def _sufficient_facts(data: Path) -> list[Path]:
    folder = data / "sufficient_facts"
    return [folder / f"{name}_sufficient_facts.jsonl" for name in ("hover", "fever", "vitaminc")]


def _reduced_facts(data: Path, _held: _HeldOut) -> Iterator[Raw]:
    for path in _sufficient_facts(data):
        for row in _json_lines(path):
            before = "SUPPORTED" if row["label_before"].startswith("SUPPORT") else "REFUTED"
            label = "UNVERIFIABLE" if row["label_after"] == "NOT ENOUGH" else before
            evidence = " ".join(entry[1] for entry in row["evidence"])
            yield Raw(row["claim"], evidence, label, normalised(row["claim"]), "test")


_READERS: Mapping[str, Callable[[Path, _HeldOut], Iterable[Raw]]] = {
    "vitaminc_real": _vitaminc("real"),
    "vitaminc_synthetic": _vitaminc("synthetic"),
    "mnli": _general("mnli", "premise"),
    "snli": _general("snli", "premise"),
    "scitail": _general("scitail", "hypothesis"),
    "negation": _negation,
    "feverous": _feverous,
    "fever_dev": _fever_dev,
    "scifact_train": _scifact_train,
    "evidence_inference": _evidence_inference,
    "scifact_dev": _scifact_dev,
    "check_covid": _check_covid,
    "sufficient_facts": _reduced_facts,
}


def _open(path: Path) -> Any:
    if not path.exists():
        raise InputError(f"{path}: not there. Training needs the folders that mix.json names.")
    opener: Any = gzip.open if path.suffix == ".gz" else open
    return opener(path, "rt", encoding="utf-8", newline="")


def _json_lines(path: Path) -> list[Row]:
    with _open(path) as file:
        return [json.loads(line) for line in file if line.strip()]


def _table(path: Path, *, tabs: bool = False) -> list[dict[str, str]]:
    """Rows of a comma-separated file, or of a tab-separated one without quoting."""
    with _open(path) as file:
        if tabs:
            return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        return list(csv.DictReader(file))
