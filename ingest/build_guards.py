"""Guard lists counted out of texts: which names are everyday words, which words end a noun group.

Words and their counts are facts; no text is kept. What each list means: notes in lexicon.py.
"""

import csv
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hubscope.tokens import fold_name, tokenize
from ingest.function_words import FUNCTION_WORDS
from ingest.mesh_types import mesh_type
from ingest.shapes import DERIVED

_EVERYDAY_DOCUMENTS = 15
_SYMBOL_DOCUMENTS = 3
_PLAIN_DOCUMENTS = 2
_COMMON_DOCUMENTS = 6
_LARGE_CLASS = 150
_ORGAN_OR_DISEASE = re.compile(r"^(?!.*\|A12).*\|A|\|C(?!23\.550)|\|F03")


def guards(data: Path, concepts: list[str], mesh: list[list[str]]) -> Iterator[str]:
    """Lines `list<tab>word`, sorted, of every guard list."""
    names, symbols, short = _single_words(concepts)
    general, n_general = _document_frequencies(_general_texts(data))
    technical, n_technical = _document_frequencies(_technical_texts(data))
    found: dict[str, set[str]] = defaultdict(set)
    for name in names:
        rate = general[name] / n_general
        if general[name] >= _EVERYDAY_DOCUMENTS and rate >= 0.5 * technical[name] / n_technical:
            found["everyday"].add(name)
    found["everyday"] |= {name for name in short if general[name] >= _SYMBOL_DOCUMENTS}
    found["symbol"] = {
        symbol for symbol in symbols if general[fold_name(symbol)] >= _SYMBOL_DOCUMENTS
    }
    found["general"] = _general_headings(mesh)
    found["unconfirmed"] = _unconfirmed(data, mesh)
    found["plain"] = {
        word
        for word, n in general.items()
        if n >= _PLAIN_DOCUMENTS
        and word.isalpha()
        and word.endswith(DERIVED)
        and (n >= _COMMON_DOCUMENTS or n / n_general >= 0.5 * technical[word] / n_technical)
    }
    found["no_noun"] = _no_nouns(_technical_texts(data))
    for kind in sorted(found):
        for word in sorted(found[kind]):
            yield f"{kind}\t{word}"


def _single_words(concepts: list[str]) -> tuple[set[str], set[str], set[str]]:
    names, symbols = set(), set()
    for line in concepts:
        _ids, _type, _name, folds, exact = line.split("\t")
        names |= {fold for fold in folds.split("|") if fold and " " not in fold}
        symbols |= {symbol for symbol in exact.split("|") if symbol.isalpha()}
    return names, symbols, {name for name in names if len(name) <= 3}


def _document_frequencies(texts: Iterable[str]) -> tuple[Counter[str], int]:
    counts: Counter[str] = Counter()
    n = 0
    for text in texts:
        counts.update({token.fold for token in tokenize(text) if token.is_word})
        n += 1
    return counts, n


def _general_texts(data: Path) -> Iterator[str]:
    for name in ("mnli_dev", "snli_dev"):
        seen = set()
        with gzip.open(data / "nli_general" / f"{name}.csv.gz", "rt", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["premise"] not in seen:
                    seen.add(row["premise"])
                    yield row["premise"]
    with gzip.open(data / "fever_dev_pairs" / "dev.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)["input1"]


def _pubmedqa(data: Path) -> list[dict[str, Any]]:
    table = json.loads((data / "pubmedqa" / "ori_pqal.json").read_text("utf-8"))
    return [table[key] for key in sorted(table)]


def _technical_texts(data: Path) -> Iterator[str]:
    for row in _pubmedqa(data):
        yield " ".join([row["QUESTION"], *row["CONTEXTS"], row["LONG_ANSWER"]])
    for name in ("medqa_input", "mmlu_medical_input"):
        for line in (data / "medical_mcq" / f"{name}.jsonl").read_text("utf-8").splitlines():
            yield json.loads(line)["question"]
    for name in ("claims_train", "claims_dev", "claims_test"):
        for line in (data / "scifact" / f"{name}.jsonl").read_text("utf-8").splitlines():
            yield json.loads(line)["claim"]


def _general_headings(mesh: list[list[str]]) -> set[str]:
    """Single-word headings at the top of a branch, or with very many narrower ones."""
    trees = sorted(tree for row in mesh for tree in row[2].split("|") if tree)
    below: Counter[str] = Counter()
    for tree in trees:
        parts = tree.split(".")
        below.update(".".join(parts[:n]) for n in range(1, len(parts)))
    found = set()
    for _id, name, numbers in mesh:
        fold = fold_name(name)
        for tree in numbers.split("|"):
            depth = tree.count(".")
            top = depth == 0 or (depth == 1 and tree[:1] in "DEFG" and tree[:3] != "E04")
            large = tree[:1] != "A" and below[tree] >= _LARGE_CLASS
            if " " not in fold and fold and (top or large):
                found.add(fold)
    return found


def _unconfirmed(data: Path, mesh: list[list[str]]) -> set[str]:
    """Headings that the text of five items names while under a tenth of those items carry it."""
    # Organs and diseases are meant when they are said; a heading goes to what the paper is about.
    # Endpoints are measured in all papers and headings of few.
    kept = [
        row
        for row in mesh
        if not _ORGAN_OR_DISEASE.search(f"|{row[2]}")
        and mesh_type(row[1], row[2].split("|")) != "ClinicalEndpoint"
    ]
    every = {fold_name(row[1]): row[2].split("|") for row in mesh}
    trees = {fold_name(row[1]): row[2].split("|") for row in kept}
    said, confirmed = Counter[str](), Counter[str]()
    for row in _pubmedqa(data):
        text = " ".join([row["QUESTION"], *row["CONTEXTS"], row["LONG_ANSWER"]])
        carried = [t for h in row["MESHES"] for t in every.get(fold_name(h), ()) if t]
        for fold in {t.fold for t in tokenize(text) if t.is_word} & trees.keys():
            said[fold] += 1
            confirmed[fold] += any(
                f"{a}.".startswith(f"{b}.") or f"{b}.".startswith(f"{a}.")
                for a in trees[fold]
                for b in carried
                if a
            )
    return {fold for fold, n in said.items() if n >= 5 and confirmed[fold] < 0.1 * n}


def _no_nouns(texts: Iterable[str]) -> set[str]:
    """Words that a mark or a function word hardly ever follows: they end no noun group."""
    uses, ends = Counter[str](), Counter[str]()
    for text in texts:
        tokens = tokenize(text)
        for token, following in zip(tokens, [*tokens[1:], None], strict=True):
            word = token.text.lower()
            if not word.isalpha() or word in FUNCTION_WORDS:
                continue
            uses[word] += 1
            if following is None or following.text.lower() in FUNCTION_WORDS:
                ends[word] += 1
            elif not following.is_word:
                ends[word] += following.text != "-"
    return {word for word, n in uses.items() if n >= 5 and ends[word] < 0.4 * n}
