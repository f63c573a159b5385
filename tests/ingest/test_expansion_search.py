"""Failures of services: counted, and left in peace after three searches in a row."""

from ingest.expansion_search import Failures
from retrieval.connectors.connector import Failed

DOWN = Failed("crossref", "http_status", "crossref answered 500.")
SILENT = Failed("crossref", "not_asked", "not asked")


def is_asked(failures: Failures, name: str = "crossref") -> bool:
    return not failures.passed_over([name])


def test_a_service_is_given_up_after_three_failures_in_a_row_and_tried_now_and_then() -> None:
    failures = Failures()
    for _ in range(2):
        failures.note([DOWN], ["pubmed"])
    assert is_asked(failures)
    failures.note([DOWN])
    assert failures.passed_over(["crossref", "pubmed"]) == {"crossref"}
    tried = []
    for n in range(3, 45):
        if asked := is_asked(failures):
            tried.append(n)
        failures.note([DOWN if asked else SILENT])
    assert tried == [20, 40]
    failures.note([], ["crossref"])
    assert is_asked(failures)
    failures.note([DOWN])
    assert is_asked(failures)


def test_a_search_counts_once_and_its_turn_to_be_tried_again_is_not_stepped_over() -> None:
    failures = Failures()
    failures.note([DOWN, DOWN, DOWN])
    assert is_asked(failures)
    for _ in range(2):
        failures.note([DOWN, DOWN])
    assert not is_asked(failures)
    for _ in range(18):  # searches that run at once, and end before the next one begins
        failures.note([SILENT])
    assert [is_asked(failures) for _ in range(3)] == [True, False, False]


def test_who_answered_one_of_two_questions_is_not_given_up() -> None:
    failures = Failures()
    for _ in range(5):
        failures.note([DOWN], ["crossref"])
    assert is_asked(failures)
    assert failures.counts() == {"crossref http_status": 5}


def test_what_failed_is_listed_by_service_and_reason_with_what_was_said_first() -> None:
    failures = Failures()
    failures.note([DOWN, Failed("pubmed", "deadline", "slow")])
    failures.note([Failed("crossref", "http_status", "another text")])
    assert [(one.service, one.reason, one.n, one.message) for one in failures.listed()] == [
        ("crossref", "http_status", 2, DOWN.message),
        ("pubmed", "deadline", 1, "slow"),
    ]
    assert failures.counts() == {"crossref http_status": 2, "pubmed deadline": 1}
