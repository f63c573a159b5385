"""Foreign text on pages: escaped, marked after escaping, and literal in labels."""

from hypothesis import given
from hypothesis import strategies as st

from graph.vocabulary import Verdict
from tests.ui.scored_run import HOSTILE
from ui.passages import MARKS, Span, literal, locate, marked, quoted


@given(st.text(), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=4))
def test_marking_loses_and_adds_no_text(text: str, places: list[tuple[int, int]]) -> None:
    spans = [Span(min(a, b), max(a, b)) for a, b in places if max(a, b) <= len(text)]
    html = str(marked(text, spans))
    bare = html.replace('<mark style="--m:#E69F00">', "").replace("</mark>", "")
    assert "<" not in bare
    for sign, escaped in (("&lt;", "<"), ("&gt;", ">"), ("&#34;", '"'), ("&#39;", "'")):
        bare = bare.replace(sign, escaped)
    assert bare.replace("&amp;", "&") == text


def test_a_claim_is_marked_with_symbol_and_number_not_by_colour_alone() -> None:
    html = marked("Zinc binds.", [Span(0, 10, MARKS[Verdict.REFUTED], 3)])
    assert '<sup title="refuted">▲ 3</sup>' in html


def test_of_overlapping_spans_the_first_is_kept() -> None:
    assert str(marked("abcdef", [Span(2, 6), Span(0, 4)])).count("<mark") == 1


def test_a_quote_is_found_across_line_breaks_and_marked() -> None:
    assert quoted("It  is\nso. Yes.", ["it is so."]).startswith("<mark")
    assert quoted("It is so.", ["not there", ""]) == "It is so."
    assert locate("a+b", "A+B") == (0, 3)


def test_labels_show_markdown_as_it_is() -> None:
    shown = literal(HOSTILE)
    assert shown.replace("\\", "") == HOSTILE
    assert all(sign not in shown.replace("\\" + sign, "") for sign in "[]<>!$:")
