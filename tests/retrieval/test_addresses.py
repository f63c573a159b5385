"""Addresses: which URLs and addresses are public, and what of a URL is sent and shown."""

import pytest

from retrieval.addresses import BlockedError, ListedGuard, PublicGuard, is_public, target_of

PUBLIC = ["93.184.216.34", "8.8.8.8", "2606:4700:4700::1111", "2a00:1450:4001:81b::200e"]
NOT_PUBLIC = [
    "0.0.0.0", "10.1.2.3", "100.127.255.255", "127.0.0.2", "168.63.129.16", "169.254.169.254",
    "172.16.0.1", "192.0.0.8", "192.88.99.1", "192.168.0.1", "198.19.0.1", "203.0.113.9",
    "239.1.1.1", "255.255.255.255", "::", "::1", "::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::808:808",
    "64:ff9b:1::1", "100::1", "2001::1", "2001:20::1", "2001:db8::1", "2002:808:808::1",
    "3fff::1", "5f00::1", "fc00::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff0e::1",
    "2606:4700::5efe:10.0.0.1", "no address", "",
]  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_every_other_kind_of_address_is_not(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:7687/", "blocked_address"),
        ("http://[::ffff:10.0.0.1]/", "blocked_address"),
        ("http://0x7f.1/", "blocked_address"),
        ("http://example.org:8080/", "blocked_port"),
        ("http://example.org:99999/", "blocked_port"),
        ("ftp://example.org/", "blocked_scheme"),
        ("javascript:alert(1)", "blocked_scheme"),
        ("http://a@example.org/", "blocked_userinfo"),
        ("http://exa mple.org/", "blocked_url"),
        ("http://exam_ple..org/", "blocked_host"),
        ("http://db.internal/", "blocked_host"),
        ("http://-a.example.org/", "blocked_host"),
        ("http://[::1/", "blocked_url"),
    ],
)
def test_what_is_refused_says_why(url: str, reason: str) -> None:
    with pytest.raises(BlockedError) as refused:
        PublicGuard(lambda host, port: ["93.184.216.34"]).check(url)
    assert refused.value.reason == reason


def test_a_name_is_resolved_once_and_keeps_every_answer_in_order() -> None:
    asked = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append((host, port))
        return ["93.184.216.34", "2606:4700:4700::1111"]

    target = PublicGuard(resolve).check("https://Example.org./a?b=ü#c")
    assert asked == [("example.org", 443)]
    assert target.addresses == ("93.184.216.34", "2606:4700:4700::1111")
    assert target.url == "https://example.org/a?b=%C3%BC"


def test_what_is_shown_has_no_query() -> None:
    assert target_of("https://example.org/a?key=k").shown == "https://example.org/a"


def test_a_listed_server_is_let_through_wherever_it_is_and_no_other_one() -> None:
    guard = ListedGuard.of(["http://127.0.0.1:9000/api"])
    assert guard.check("http://127.0.0.1:9000/api/x").addresses == ("127.0.0.1",)
    for url in ("http://127.0.0.1:9001/api", "https://127.0.0.1:9000/", "http://example.org/"):
        with pytest.raises(BlockedError) as refused:
            guard.check(url)
        assert refused.value.reason == "blocked_host"
