"""The file of corrections: what it may say, how it is refused, what the app appends."""

from pathlib import Path

import pytest

from hubscope.errors import InputError
from ingest import corrections_file
from ingest.correction import Correction, Kind, Reference
from ingest.corrections_file import block, read
from tests.ingest.curating import file_of

EXAMPLE = (corrections_file.__doc__ or "").split("```toml\n")[1].split("```")[0]
RETYPE = '[[retype]]\nconcept = "Wnt"\ntype = "Other"\nto = "Pathway"\n'
MERGE = '[[merge]]\nconcept = "TNFA"\ntype = "Gene"\ninto = "TNF"\n'


def test_the_documented_example_holds_every_kind(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, EXAMPLE))
    assert {one.kind for one in found} == set(Kind)
    assert [str(one) for one in found] == [
        "retype Other 'Wnt signaling' to Pathway",
        "rename Protein 'tumour necrosis factor' to 'TNF-alpha'",
        "merge Gene 'TNFA' into Gene 'TNF'",
        "keep Protein 'ERK' apart from Protein 'ERK1'",
        "reject Drug 'zinc' inhibits Protein 'ACE'",
    ]


def test_docs_show_the_same_example() -> None:
    docs = Path(__file__).parents[2] / "docs" / "curation.md"
    assert EXAMPLE in docs.read_text("utf-8")


def test_what_is_appended_is_what_is_read(tmp_path: Path) -> None:
    odd = 'IL-1β "long" \\ form # 1'
    said = Correction(
        Kind.RENAME,
        Reference(read(file_of(tmp_path, EXAMPLE))[0].concept.type, odd),
        to="TNF [[x]]",
        reason="line one\nline two",
        by="A. Curator",
    )
    found = read(file_of(tmp_path, EXAMPLE))
    again = read(file_of(tmp_path, "".join(block(one) for one in [*found, said])))
    assert again[:-1] == found
    assert (again[-1].concept.name, again[-1].to, again[-1].by) == (odd, "TNF [[x]]", "A. Curator")
    assert again[-1].reason == "line one line two"


def test_a_passive_relation_is_turned_round(tmp_path: Path) -> None:
    text = """[[reject]]\nhead = "ACE"\nhead_type = "protein"\nrelation = "inhibited by"
tail = "zinc"\ntail_type = "drug"\npolarity = "negative"\n"""
    (one,) = read(file_of(tmp_path, text))
    assert str(one) == "reject Drug 'zinc' inhibits Protein 'ACE' (denied)"


def test_equal_corrections_are_one(tmp_path: Path) -> None:
    assert len(read(file_of(tmp_path, RETYPE + "# again\n" + RETYPE))) == 1


def test_an_empty_file_corrects_nothing(tmp_path: Path) -> None:
    assert read(file_of(tmp_path, "# nothing yet\n")) == []


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("merge TNFA into TNF\n", 1, "begins with one of"),
        ('# fine\nconcept = "x"\n', 2, "begins with one of"),
        ("[[retyp]]\n", 1, "Did you mean retype?"),
        (RETYPE + '[[merge]]\ntype = "Gene"\nconcept = "a\n', 7, "no TOML"),
        (RETYPE.replace("Pathway", "Pathways"), 1, "no concept type"),
        (RETYPE.replace("to =", "too ="), 1, "Did you mean to?"),
        (RETYPE.replace('to = "Pathway"\n', ""), 1, "needs 'to'"),
        (RETYPE.replace('"Pathway"', "3"), 1, "text in quotes"),
        (RETYPE.replace('"Wnt"', '" "'), 1, "not empty"),
        (RETYPE.replace('"Wnt"', '"--"'), 1, "needs a name"),
        (MERGE.replace('"TNF"', '"tnf-a"'), 1, "the concept itself"),
        (EXAMPLE.replace('"inhibits"', '"frobs"'), 21, "no relation named"),
        (EXAMPLE.replace('"positive"', '"maybe"'), 21, "positive or negative"),
        (MERGE + MERGE.replace('"TNF"', '"LTA"'), 5, "line 1 says"),
        (MERGE + '[[keep_apart]]\nconcept = "TNF"\ntype = "Gene"\nfrom = "TNFA"\n', 5, "line 1"),
        (RETYPE + RETYPE.replace("Pathway", "Protein"), 5, "Keep one of them"),
    ],
)
def test_a_bad_block_is_refused_with_file_and_line(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    path = file_of(tmp_path, text)
    with pytest.raises(InputError, match="Nothing was applied") as caught:
        read(path)
    assert caught.value.where == f"{path}:{line}"
    assert f"{path}:{line}: " in str(caught.value)
    assert says in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"[[merge]]\nconcept = 'M\xe9'\n")
    with pytest.raises(InputError) as caught:
        read(path)
    assert caught.value.reason == "not_utf8"
