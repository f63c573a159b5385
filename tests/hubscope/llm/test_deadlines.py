"""Calls with a deadline, in threads that are used again."""

import threading
from threading import get_ident

from hubscope.llm.deadlines import within


def test_a_call_gives_its_value_or_its_exception() -> None:
    assert within(5, lambda: 7) == 7
    assert isinstance(within(5, lambda: [][0]), IndexError)


def test_calls_one_after_the_other_are_made_by_one_thread() -> None:
    assert len({within(5, get_ident) for _ in range(20)}) == 1


def test_a_late_call_is_left_behind_and_others_are_made_meanwhile() -> None:
    through, late = threading.Event(), list[int]()

    def call() -> None:
        late.append(get_ident())
        through.wait()

    assert isinstance(within(0.01, call), TimeoutError)
    assert within(5, get_ident) not in [get_ident(), *late]
    through.set()
