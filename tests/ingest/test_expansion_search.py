"""Failures of services: counted, and left in peace after three in a row."""

from ingest.expansion_search import Failures
from retrieval.connectors.connector import Failed

DOWN = Failed("crossref", "http_status", "crossref answered 500.")
SILENT = Failed("crossref", "not_asked", "not asked")


def test_a_service_is_given_up_after_three_failures_in_a_row_and_tried_now_and_then() -> None:
    failures = Failures()
    for _ in range(2):
        failures.note([DOWN], ["pubmed"])
    assert failures.given_up() == frozenset()
    failures.note([DOWN])
    assert failures.given_up() == {"crossref"}
    tried = []
    for n in range(3, 45):
        if not failures.given_up():
            tried.append(n)
        failures.note([SILENT if failures.given_up() else DOWN])
    assert tried == [20, 40]
    failures.note([], ["crossref"])
    assert failures.given_up() == frozenset()


def test_what_failed_is_listed_by_service_and_reason_with_what_was_said_first() -> None:
    failures = Failures()
    failures.note([DOWN, Failed("pubmed", "deadline", "slow")])
    failures.note([Failed("crossref", "http_status", "another text")])
    assert [(one.service, one.reason, one.n, one.message) for one in failures.listed()] == [
        ("crossref", "http_status", 2, DOWN.message),
        ("pubmed", "deadline", 1, "slow"),
    ]
    assert failures.counts() == {"crossref http_status": 2, "pubmed deadline": 1}
