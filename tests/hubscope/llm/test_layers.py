"""Layers: what is retried and what is not, how many are in flight, what is kept."""

import logging
import sqlite3
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest

from hubscope.errors import BudgetError, HubscopeError, UnavailableError
from hubscope.llm.asking import ask
from hubscope.llm.cache import CachedModel, ReplyCache
from hubscope.llm.chat import Reply, Request, Stop, UnkeptError
from hubscope.llm.doubles import ScriptedModel
from hubscope.llm.faults import RetryLater
from hubscope.llm.layers import LimitedModel, Patience, RetryingModel
from hubscope.llm.limiter import Limiter
from hubscope.llm.opening import Models, cache_file, in_parallel
from tests.children import child, kill
from tests.hubscope.llm.asking import asking, quick_models
from tests.servers.behaviour import OVERFLOWS, Asked, Behaviour, Cuts, Fails, Says, Sends, in_order
from tests.servers.chat import providing


def refusing(*after_s: float | None) -> "Refusing":
    return Refusing([RetryLater("wait", reason="rate_limited", after_s=one) for one in after_s])


class Refusing:
    """Fails as planned, then answers."""

    name = "scripted:m1"
    fingerprint = "0" * 64

    def __init__(self, errors: list[UnavailableError | RetryLater]) -> None:
        self.errors = errors
        self.asked = 0

    def reply(self, request: Request) -> Reply:
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        return Reply("yes", paid=True)


def test_the_wait_is_what_the_provider_asks_for() -> None:
    waits: list[float] = []
    model = RetryingModel(refusing(3.0, 7.5), sleep=waits.append)
    assert model.reply(asking()).content == "yes"
    assert waits == [3.0, 7.5]


def test_being_asked_to_wait_is_no_attempt_and_patience_ends() -> None:
    waits: list[float] = []
    model = RetryingModel(refusing(*[10.0] * 40), Patience(total_s=95), sleep=waits.append)
    with pytest.raises(UnavailableError, match="wait 10 s") as raised:
        model.reply(asking())
    assert raised.value.reason == "rate_limited"
    assert len(waits) == 9


def test_other_faults_are_tried_four_times_with_longer_waits() -> None:
    waits: list[float] = []
    torn: list[UnavailableError | RetryLater] = [
        UnavailableError("torn", reason="torn_reply") for _ in range(9)
    ]
    model = Refusing(torn)
    with pytest.raises(UnavailableError, match="after 4 attempts"):
        RetryingModel(model, sleep=waits.append).reply(asking())
    assert model.asked == 4
    assert 0.5 <= waits[0] <= 1.0 <= waits[1] <= 2.0 <= waits[2] <= 4.0


def test_a_burst_of_refusals_halves_once_and_answers_grow_it_back() -> None:
    now = [100.0]
    limiter = Limiter(64, lambda: now[0])
    taken = []
    for _ in range(64):
        with limiter.slot() as at:
            taken.append(at)
    for at in taken:
        limiter.refused(at, None)
    assert limiter.limit == 32
    now[0] += 1
    with limiter.slot() as at:
        limiter.refused(at, None)
    assert limiter.limit == 16
    for _ in range(20):
        limiter.accepted()
    assert limiter.limit == 17
    for _ in range(5000):
        limiter.accepted()
    assert limiter.limit == 64


def test_a_wait_that_one_thread_was_told_holds_all_of_them() -> None:
    limiter = Limiter(4)
    limiter.refused(time.monotonic(), 0.2)
    begun = time.monotonic()
    with ThreadPoolExecutor(4) as threads:

        def enter(_: int) -> float:
            with limiter.slot():
                return time.monotonic() - begun

        assert min(threads.map(enter, range(4))) >= 0.19


def test_no_thread_waits_for_a_provider_longer_than_its_patience() -> None:
    refused, limiter = refusing(3600.0), Limiter(1)
    model = RetryingModel(LimitedModel(refused, limiter, 300.0), Patience(total_s=300.0))

    def give_up(_: int) -> str:
        with pytest.raises(UnavailableError, match=r"it asks to wait 3[56]\d\d s") as raised:
            model.reply(asking())
        return raised.value.reason

    # Not closed with: a thread that waits on would hold this process for an hour.
    threads = [Thread(target=give_up, args=(n,), daemon=True) for n in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(5)
    assert not any(one.is_alive() for one in threads)
    # The second one was not sent at all.
    assert refused.asked == 1


def test_a_thread_that_waits_gives_up_when_it_hears_of_a_longer_wait() -> None:
    limiter = Limiter(1)
    gave_up: list[float | None] = []

    def wait() -> None:
        with pytest.raises(RetryLater) as raised, limiter.slot(60.0):
            pass
        gave_up.append(raised.value.after_s)

    with limiter.slot() as taken:
        thread = Thread(target=wait, daemon=True)
        thread.start()
        time.sleep(0.05)
        limiter.refused(taken, 3600.0)
        thread.join(5)
    assert gave_up == [pytest.approx(3600, abs=5)]


def test_a_provider_is_asked_again_after_an_hour_whatever_it_said() -> None:
    now = [100.0]
    limiter = Limiter(1, lambda: now[0])
    limiter.refused(100.0, 1e9)
    now[0] += 3601
    with limiter.slot(1.0) as taken:
        assert taken == now[0]


def test_no_more_are_in_flight_than_the_limit() -> None:
    limiter = Limiter(3)
    inside, most = [0], [0]

    def enter(_: int) -> None:
        with limiter.slot():
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.002)
            inside[0] -= 1

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(enter, range(60)))
    assert most[0] <= 3


def test_processes_share_the_places_at_a_provider_and_what_it_says(tmp_path: Path) -> None:
    def fill() -> object:
        theirs = Limiter(4, path=tmp_path / "openai")
        theirs.refused(time.monotonic(), None)  # from four to two
        slot = theirs.slot()
        slot.__enter__()
        return theirs, slot

    with child(fill) as pid:
        ours = Limiter(4, path=tmp_path / "openai")
        assert ours.limit == 2
        with ours.slot():
            entered = Event()

            def enter() -> None:
                with ours.slot():
                    entered.set()

            thread = Thread(target=enter, daemon=True)
            thread.start()
            assert not entered.wait(0.1)
            kill(pid)
            assert entered.wait(5)
            thread.join()
    assert Limiter(4, path=tmp_path / "openai").limit == 4
    ours.refused(time.monotonic(), 100.0)
    with pytest.raises(RetryLater), Limiter(4, path=tmp_path / "openai").slot(50.0):
        pass


@pytest.mark.loopback
def test_what_a_provider_says_to_one_command_holds_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = Patience(total_s=1.0)
    with providing("openai", lambda _: Fails(429, {"Retry-After": "100"}), monkeypatch) as server:
        for _ in range(2):
            with (
                Models(tmp_path, patience=patience) as models,
                pytest.raises(UnavailableError, match="asks to wait"),
            ):
                models.open("openai:m1").reply(asking())
        assert len(server.asked) == 1


def test_only_what_passes_its_check_is_kept(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    scripted = ScriptedModel(
        ["no verdict", Reply("cut", stop=Stop.LENGTH), "", Reply("I will not", stop=Stop.REFUSED)]
    )
    model = CachedModel(scripted, cache)
    checked = asking(check=lambda reply: "" if reply.content == "verdict" else "none")
    for request in (checked, asking("b"), asking("c"), asking("d")):
        model.reply(request)
        assert model.kept(request) is None
    cache.close()


def test_a_stricter_check_asks_again(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    model = CachedModel(ScriptedModel(["old", "new"]), cache)
    assert model.reply(asking()).content == "old"
    assert model.reply(asking()).content == "old"
    strict = asking(check=lambda reply: "" if reply.content == "new" else "old")
    assert model.reply(strict).content == "new"
    assert model.reply(asking()).content == "new"
    cache.close()


def test_a_line_of_the_cache_that_cannot_be_read_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    cache = ReplyCache(path)
    model = CachedModel(ScriptedModel(["one", "two"]), cache)
    model.reply(asking())
    with sqlite3.connect(path) as file:
        file.execute("UPDATE replies SET reply = '{\"content\"'")
    file.close()
    assert model.reply(asking()).content == "two"
    cache.close()


def test_a_file_that_is_no_cache_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    path.write_bytes(b"no database at all " * 100)
    with pytest.raises(UnkeptError, match="remove the file") as raised:
        ReplyCache(path)
    assert raised.value.exit_code == 4


def test_a_cache_that_cannot_be_written_ends_the_run(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    with sqlite3.connect(cache.path) as file:
        file.execute(
            "CREATE TRIGGER full BEFORE INSERT ON replies"
            " BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
        )
    file.close()
    model = CachedModel(ScriptedModel(["one", "two"]), cache)
    with pytest.raises(UnkeptError, match="disk is full"):
        ask(model, asking(), str)
    cache.close()


@pytest.mark.loopback
def test_everything_that_goes_wrong_once_is_mended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong: list[Behaviour] = [Fails(429, {"Retry-After": "0"}), Fails(503), Cuts(), Says("yes")]
    with (
        providing("openai", in_order(wrong), monkeypatch) as server,
        quick_models(tmp_path, max_cost=1.0) as models,
    ):
        assert models.open("openai:m1").reply(asking()).content == "yes"
        assert len(server.asked) == 4
        # The torn reply may have been billed: it counts as all that was set aside for it.
        assert models.spent.calls == 2
        assert models.counts.retries == 3


@pytest.mark.loopback
@pytest.mark.parametrize("behaviour", [OVERFLOWS, Fails(400), Fails(401), Fails(404)])
def test_a_rejected_request_is_sent_once(
    behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (
        providing("openai", in_order([behaviour, Says("no")]), monkeypatch) as server,
        quick_models(tmp_path) as models,
    ):
        with pytest.raises(HubscopeError):
            models.open("openai:m1").reply(asking())
        assert len(server.asked) == 1
        assert models.spent.calls == 0


@pytest.mark.loopback
def test_killed_and_resumed_pays_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    requests = [asking(f"question {number}") for number in range(30)]

    def answer(asked: Asked) -> Behaviour:
        return Says(f"answer to {asked.prompt}")

    with providing("openai", answer, monkeypatch) as server:
        for until in (7, 19, 30):
            models = quick_models(tmp_path, max_cost=1.0, ledger=tmp_path / "c")
            model = models.open("openai:m1")
            with ThreadPoolExecutor(8) as threads:
                found = list(threads.map(model.reply, requests[:until]))
            assert [one.content for one in found] == [
                f"answer to question {number}" for number in range(until)
            ]
            models.budget.close()  # a process that ends lets go of its ledger
        assert server.answered == 30
    with quick_models(tmp_path, max_cost=1.0, ledger=tmp_path / "c") as models:
        assert models.spent.calls == 30


@pytest.mark.loopback
def test_the_cap_stops_a_batch_and_what_was_done_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    requests = [asking(f"question {number}", max_tokens=1000) for number in range(40)]
    with (
        providing("openai", lambda _: Says("yes", tokens=(20, 1000)), monkeypatch) as server,
        quick_models(tmp_path, max_cost=0.0125) as models,
    ):
        model = models.open("openai:m1")
        with pytest.raises(BudgetError):
            list(in_parallel(model.reply, requests, 16))
        # 0.00202 dollars each, at most 0.0021: six fit under 0.0125, a seventh might pass it.
        assert server.answered == 6
        assert models.spent.cost == pytest.approx(6 * 0.00202)
        # Under a higher cap the six are not paid for again.
        models.budget.max_cost = 1.0
        assert len(list(in_parallel(model.reply, requests, 16))) == 40
        assert server.answered == 40


@pytest.mark.slow
@pytest.mark.loopback
@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
def test_no_key_reaches_a_name_a_log_a_cache_a_ledger_or_an_error(
    protocol: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    canary = "canary-0d1f7c3b9a"
    caplog.set_level(logging.DEBUG)

    def echo(asked: Asked) -> Behaviour:
        told = " ".join(f"{name}: {value}" for name, value in asked.headers.items())
        planned: list[Behaviour] = [
            Says("yes"),
            Fails(500, message=told),
            Fails(429, {"Retry-After": "0"}, message=told),
            Fails(400, message=told),
            Fails(401, message=told),
            Sends(told),
            Sends(told, 400),
            Cuts(told),
        ]
        return planned[asked.number % 8]

    with providing(protocol, echo, monkeypatch):
        monkeypatch.setenv(f"{protocol.upper()}_API_KEY", canary)
        models = quick_models(tmp_path, max_cost=5.0, ledger=tmp_path / "costs.jsonl")
        model = models.open(f"record:{tmp_path / 'recording.jsonl'}:{protocol}:m1")
        bare = models.open(f"{protocol}:m1")
        printed = [repr(model), repr(bare), repr(models), repr(vars(models)), model.fingerprint]
        for number in range(16):
            try:
                printed.append(repr(bare.reply(asking(f"question {number}"))))
                model.reply(asking(f"more {number}"))
            except HubscopeError as error:
                printed += [str(error), repr(error), *traceback.format_exception(error)]
        models.close()
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert cache_file(tmp_path).exists()
    for text in ("\n".join(printed), caplog.text, written.decode("utf-8", "replace")):
        assert canary not in text
