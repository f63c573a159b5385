"""Identity of names holds for any text, not only for the names we thought of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.names import identity, shown
from hubscope.errors import InputError

GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "κ": "kappa", "ω": "omega"}
SEPARATORS = st.text(st.sampled_from(" -\u2010\u2013\u2014\u2212\u00a0\t"), min_size=1, max_size=3)
INVISIBLE = st.sampled_from("\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u0000\u001f\ufe0f")
ANY = st.text(st.characters(exclude_categories=()))  # lone surrogates, too
LETTERS = st.text(st.characters(categories=["Ll", "Lu"], max_codepoint=0x24F), min_size=1)
DIGITS = st.text("0123456789", min_size=1, max_size=3)


@given(ANY)
def test_identity_is_its_own_identity(name: str) -> None:
    assert identity(identity(name)) == identity(name)


@given(ANY)
def test_the_shown_name_has_the_same_identity(name: str) -> None:
    if identity(name):
        assert identity(shown(name)) == identity(name)
        assert shown(shown(name)) == shown(name)
    else:
        with pytest.raises(InputError):
            shown(name)


@given(ANY, INVISIBLE, st.data())
def test_invisible_characters_do_not_matter(name: str, char: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name)))
    assert identity(name[:place] + char + name[place:]) == identity(name)


@given(LETTERS, SEPARATORS, LETTERS)
def test_separators_between_letters_do_not_matter(a: str, separator: str, b: str) -> None:
    assert identity(a + separator + b) == identity(a + b)


@given(DIGITS, SEPARATORS, DIGITS)
def test_separated_digits_stay_apart(a: str, separator: str, b: str) -> None:
    assert identity(a + separator + b) != identity(a + b)
    assert identity(a + separator + b) == identity(f"{a}-{b}")


@given(LETTERS)
def test_case_does_not_matter(name: str) -> None:
    assert identity(name.lower()) == identity(name) == identity(name.casefold())


@given(LETTERS, st.sampled_from(sorted(GREEK)), SEPARATORS)
def test_a_greek_letter_is_its_name(name: str, letter: str, separator: str) -> None:
    spelled = f"{name}{separator}{GREEK[letter]}"
    assert identity(name + letter) == identity(name + letter.upper()) == identity(spelled)


@given(st.sampled_from(sorted(GREEK)), st.sampled_from(sorted(GREEK)))
def test_different_greek_letters_stay_apart(a: str, b: str) -> None:
    assert (identity(f"IL-1{a}") == identity(f"IL-1{b}")) is (a == b)
