"""XML from files that nobody vouches for: one record at a time, nothing expanded or fetched."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import Limits
from hubscope.xml_records import XmlRecord, xml_records

SMALL = Limits(record_chars=2_000, depth=5)
HEAD = '<?xml version="1.0"?>'


def read(path: Path, limits: Limits = SMALL) -> list[tuple[int, str]]:
    """Line and text of a record, or line and reason of what was skipped."""
    return [
        (record.line, "".join(record.element.itertext()))
        if isinstance(record, XmlRecord)
        else (record.line or 0, record.reason)
        for record in xml_records(path, ("r",), limits)
    ]


def lay(folder: Path, text: str) -> Path:
    path = folder / "a.xml"
    path.write_text(text, "utf-8")
    return path


def refused(folder: Path, text: str) -> InputError:
    path = lay(folder, text)
    with pytest.raises(InputError) as caught:
        read(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    return caught.value


def test_records_come_with_their_lines_and_without_namespaces(tmp_path: Path) -> None:
    path = lay(tmp_path, f'{HEAD}\n<s xmlns="urn:x">\n<r>a<b>c</b></r>\n<o/><r>d</r></s>')
    assert read(path) == [(3, "ac"), (4, "d")]
    first = next(iter(xml_records(path, ("r",))))
    assert isinstance(first, XmlRecord)
    assert [child.tag for child in first.element] == ["b"]


def test_a_record_within_a_record_is_part_of_it(tmp_path: Path) -> None:
    assert read(lay(tmp_path, "<s><r>a<r>b</r></r></s>")) == [(1, "ab")]


def test_named_signs_of_older_documents_are_known(tmp_path: Path) -> None:
    assert read(lay(tmp_path, '<!DOCTYPE s SYSTEM "s.dtd"><s><r>&alpha;&nbsp;b</r></s>')) == [
        (1, "α\xa0b")
    ]


def test_space_before_the_declaration_is_no_fault(tmp_path: Path) -> None:
    assert read(lay(tmp_path, f"\n  {HEAD}<s><r>a</r></s>")) == [(1, "a")]


@pytest.mark.parametrize(
    "subset",
    [
        '<!ENTITY a "zinc"><!ENTITY b "&a;&a;&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a SYSTEM "http://127.0.0.1/x.dtd"> %a;',
    ],
)
def test_entities_of_its_own_are_refused_where_they_are_defined(
    tmp_path: Path, subset: str
) -> None:
    error = refused(tmp_path, f"<!DOCTYPE s [{subset}]><s><r>&b;</r></s>")
    assert error.reason == "unsafe_xml"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<s><r>a</r>", "invalid_xml"),
        ("<s><r>a</s>", "invalid_xml"),
        ("<s><r>a\0</r></s>", "invalid_xml"),
        ("<s><r>&unknown;</r></s>", "invalid_xml"),
        ("<s/><s/>", "invalid_xml"),
        ("<html><body><r>a</r></body></html>", "web_page"),
        ("<!DOCTYPE html><html lang=en><br>", "web_page"),
        ("<s>" * 6, "too_deep"),
        ("<s><r>" + "<a>" * 501, "too_deep"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path: Path, text: str, reason: str) -> None:
    assert refused(tmp_path, text).reason == reason


def test_a_record_out_of_bounds_is_skipped_and_the_next_one_read(tmp_path: Path) -> None:
    deep = "<a>" * 5 + "</a>" * 5
    text = f"<s>\n<r>{'x' * 2000}</r>\n<r>{deep}</r>\n<r>{'<a/>' * 70}</r>\n<r>ok</r></s>"
    assert read(lay(tmp_path, text)) == [
        (2, "record_too_large"),
        (3, "too_deep"),
        (4, "record_too_large"),
        (5, "ok"),
    ]


def test_a_tag_without_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b'<s><r a="' + b"zinc " * (8 << 20))
    tracemalloc.start()
    with pytest.raises(InputError) as caught:
        read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (caught.value.reason, peak < 24 << 20) == ("invalid_xml", True)


def test_memory_holds_one_record(tmp_path: Path) -> None:
    path = lay(
        tmp_path,
        "<s>"
        + "<r>zinc and iron, iron and zinc, and what else there is of metals</r>" * 20_000
        + "</s>",
    )
    tracemalloc.start()
    n = sum(isinstance(record, XmlRecord) for record in xml_records(path, ("r",)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # A piece of the file is a megabyte; its records wait to be taken.
    assert (n, peak < 32 << 20) == (20_000, True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(st.data())
def test_a_damaged_file_gives_records_or_one_error(tmp_path: Path, data: st.DataObject) -> None:
    good = f'{HEAD}<!-- c --><s a="1">\n<r><b>zinc</b> &amp; iron</r><r>ACE</r></s>'.encode()
    at = data.draw(st.integers(0, len(good)))
    middle = data.draw(st.binary(max_size=4))
    after = data.draw(st.integers(at, len(good)))
    path = tmp_path / "a.xml"
    path.write_bytes(good[:at] + middle + good[after:])
    message = ""
    try:
        found = list(xml_records(path, ("r",), SMALL))
        assert all(isinstance(record, (XmlRecord, Skipped)) for record in found)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
