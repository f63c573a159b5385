"""The text of a page: what a person sees of it, whatever its markup does."""

import time

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
        ("<p>a<![x[y]]>b", "ab"),
        ("seen<![ 5", "seen"),
        ("a<!-- never closed <p>no", "a"),
        ("a&#" + "9" * 5000 + ";b", "a\ufffdb"),
        ("o&#x202e;k&#8203;!", "ok!"),
        ("<p title='<!-- > no'>yes</p>", "yes"),
        ("<script>a <!-- b</script>yes", "yes"),
    ],
)
def test_the_text_of_a_page_is_what_is_seen(markup: str, text: str) -> None:
    assert page_text(markup).text == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<table><tr hidden><td>INJ</td></tr><tr><td>seen</table>", "seen"),
        ("<ul><li hidden><div>INJ</div></li><li>seen</ul>", "seen"),
        ("<ul><li hidden>INJ<ul><li>INJ</ul>INJ<li>seen</ul>", "seen"),
        ("<table><tr><td style='display:none'><p>INJ</p></td><td>seen</table>", "seen"),
        ("<p hidden>INJ<br>INJ</p>seen", "seen"),
        ("<p hidden>INJ</div>INJ</p>seen", "seen"),
        ("<div><p hidden>INJ</div>seen", "seen"),
        ("<ul><li hidden>INJ</ul>seen", "seen"),
        ("<div hidden/>INJ</div>seen", "seen"),
        ("<span hidden><div></span>INJ</div></span>seen", "seen"),
        ("<div hidden><table><td></div>INJ</table></div>seen", "seen"),
        ("<div hidden><body>INJ</div>seen", "seen"),
        ("<div hidden>" + "<div>" * 300 + "</div>" * 300 + "INJ</div>seen", "seen"),
        ("<svg/>seen<svg><g/><title/>INJ</svg>", "seen"),
    ],
)
def test_what_is_hidden_is_not_shown(markup: str, text: str) -> None:
    assert page_text(markup).text == text


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "<!--", "<![", "<a ", "<a b='", '<a b="x ', "</", "</a ", "<?", "<!", "<title>", "<script>",
        "&#", "<p><table><b><hr>", "<a\n", "<div hidden>", "<li>", "<!-->", "&#x200b;", "<a a",
    ],
)  # fmt: skip
def test_no_page_takes_long(piece: str) -> None:
    begun = time.process_time()
    page_text(piece * ((4 << 20) // len(piece)))
    assert time.process_time() - begun < 4.0


def test_the_title_is_the_first_one_on_one_line() -> None:
    assert page_text("<title>A\n b</title><svg><title>icon</title></svg>").title == "A b"
