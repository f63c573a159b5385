"""The text of a page: what a person sees of it, whatever its markup does."""

import pytest

from retrieval.page_text import page_text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>One</p><p>two", "One\ntwo"),
        ("<div>a<br>b<hr>c</div>", "a\nb\nc"),
        ("x<script>alert('</p>')</script><style>p{}</style>y", "xy"),
        ("<p>seen<p style='display: none'>not<p>seen too", "seen\nseen too"),
        ("<div hidden><div>no</div>no</div>yes", "yes"),
        ("<nav>menu</nav><main>body</main><footer>foot</footer>", "body"),
        ("<nav>only this</nav>", "only this"),
        ("<form><p>in a form</p></form>", "in a form"),
        ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
        ("a\n  b<i>c</i>\td", "a bc d"),
        ("<head><title>t</title><p>no", ""),
        ("<head><body><p>yes", "yes"),
        ("<!-- hidden --><!doctype html><![CDATA[x]]>y", "y"),
        ("<table><tr><td>1<td>2<tr><td>3</table>", "1\n2\n3"),
        ("<" * 5000, "<" * 5000),
        ("<div>" * 5000 + "deep", "deep"),
    ],
)
def test_the_text_of_a_page_is_what_is_seen(markup: str, text: str) -> None:
    assert page_text(markup).text == text


def test_the_title_is_the_first_one_on_one_line() -> None:
    assert page_text("<title>A\n b</title><svg><title>icon</title></svg>").title == "A b"
