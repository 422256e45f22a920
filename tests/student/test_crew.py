"""Several items judged at the same time: who does what, and that nothing is lost when a helper is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from grader.model import Ask, Call, Inspect, NoReply, Reply, Returned, Verdict
from grader.student import crew as crews
from grader.student.crew import Crew

# Long enough on any machine, and only waited for where the test fails.
LONG = 60.0


def asker(name: str) -> Callable[[], Ask]:
    def ask(_: Call, /) -> Reply:
        return Returned(name)

    return lambda: ask


def work(done: dict[str, str], id_: str, before: Callable[[], object] = lambda: None) -> Callable[[Ask], str]:
    """Notes who was asked for `id_`; it gives that id back."""

    def judge(ask: Ask) -> str:
        before()
        reply = ask(Inspect(()))
        done[id_] = str(reply.value) if isinstance(reply, Returned) else str(reply)
        return id_

    return judge


@contextmanager
def crew(*askers: Callable[[], Ask]) -> Iterator[Crew[str]]:
    made = Crew[str](askers)
    try:
        yield made
    finally:
        made.join()


def test_the_shares_take_about_equally_long_and_the_first_is_done_by_whoever_wants_it() -> None:
    done: dict[str, str] = {}
    both = threading.Barrier(2, timeout=LONG)  # both are at work at the same time
    works = {
        "own": work(done, "own", both.wait),
        "middle": work(done, "middle", both.wait),
        "short": work(done, "short"),
        "long": work(done, "long"),
    }
    with crew(asker("helper")) as made:
        made.begin(works, {"own": 0.1, "middle": 0.22, "short": 0.2, "long": 0.31})
        results = [made.result(id_, asker("caller")()) for id_ in works]
    assert results == list(works)
    assert (done["own"], done["middle"]) == ("caller", "helper")


@pytest.mark.parametrize(
    ("seconds", "shares"),
    [
        ({"own": 0.1, "middle": 0.22, "short": 0.2, "long": 0.31}, [{"own", "long"}, {"middle", "short"}]),
        ({"own": 0.2, "long": 0.3}, [{"own"}, {"long"}]),
        ({"own": 0.0, "b": 0.0, "c": 0.0}, [{"own", "c"}, {"b"}]),
        ({"own": 1.0}, [{"own"}, set()]),
    ],
)
def test_work_is_shared_out_by_what_it_took_before(seconds: dict[str, float], shares: list[set[str]]) -> None:
    assert crews._shared_out(seconds, 2) == shares


def test_without_helpers_all_is_done_in_order() -> None:
    done: dict[str, str] = {}
    with crew() as made:
        made.begin({id_: work(done, id_) for id_ in "abc"}, {"c": 9.0})
        assert made.result("a", asker("caller")()) == "a"
        assert list(done) == ["a"]
        assert made.result("b", asker("caller")()) == "b"
    assert done == {"a": "caller", "b": "caller"}


def test_a_helper_that_finds_nobody_to_ask_is_done_without() -> None:
    def nobody() -> Ask:
        raise OSError("no kernel")

    done: dict[str, str] = {}
    with crew(nobody) as made:
        made.begin({id_: work(done, id_) for id_ in "ab"}, {})
        assert [made.result(id_, asker("caller")()) for id_ in "ab"] == ["a", "b"]


def test_a_fault_of_ours_is_raised_where_its_result_is_wanted() -> None:
    def faulty(_: Ask) -> str:
        raise ValueError("a fault")

    done: dict[str, str] = {}
    with crew(asker("helper")) as made:
        made.begin({"a": work(done, "a"), "b": faulty}, {})
        assert made.result("a", asker("caller")()) == "a"
        with pytest.raises(ValueError, match="a fault"):
            made.result("b", asker("caller")())


def test_once_closed_a_helper_asks_nothing_more() -> None:
    begun, closed = threading.Event(), threading.Event()
    done: dict[str, str] = {}

    def wait() -> None:
        begun.set()
        closed.wait(LONG)

    with crew(asker("helper")) as made:
        made.begin({"a": work(done, "a", wait), "b": work(done, "b", wait)}, {})
        assert begun.wait(LONG)
        made.close()
        closed.set()
    assert list(done.values()) == [str(NoReply(Verdict.SKIPPED))]
