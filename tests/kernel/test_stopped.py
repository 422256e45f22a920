"""What hangs is stopped as by the stop button: the kernel goes on, and what hung once is waited for less long."""

from __future__ import annotations

from typing import Any

import pytest

from grader.kernel.callers import Callers
from grader.kernel.session import KernelSession
from grader.model import BuildModule, CallFunction, CallModule, Cell, Limits, NoReply, Raised, ReadVariable, Returned
from tests.kernel.conftest import StartSession
from tests.kernel.test_cells import endings, execution_of, value_of

pytestmark = pytest.mark.kernel

HANGS = "def hangs(x):\n    while x:\n        x += 1\n    return 0\n\ndef train(): return hangs(1)"
SWALLOWS = "import time\nwhile True:\n    try:\n        while True: time.sleep(0.1)\n    except BaseException: pass"


def told(session: KernelSession, cell: int) -> dict[str, Any]:
    execution = execution_of(session)
    return next(dict(finding.message.values) for finding in execution.findings if finding.cell == cell)


def test_a_cell_that_is_stopped_leaves_what_it_has_done(start_session: StartSession) -> None:
    session = start_session(
        "import os\npid = os.getpid()\ndef first(): return pid",
        "a = 1\nwhile True: b = a",
        "def then(): return os.getpid()",
        limits=Limits(cell_seconds=1, call_seconds=5),
    )
    assert endings(session) == {2: "timed_out"}
    assert execution_of(session).finished
    assert told(session, 2)["line"] == 2
    reply = session.ask(ReadVariable("a"))
    assert isinstance(reply, Returned)
    assert reply.value == 1
    assert value_of(session, "first") == value_of(session, "then")  # in the same process: nothing was run again


def test_cells_that_use_what_did_not_come_back_have_less_time(start_session: StartSession) -> None:
    session = start_session(
        HANGS,
        "y = hangs(1)",
        "z = train()\n",
        "import time\ntime.sleep(1)\nslow = 1",
        "w = hangs(0)",
        limits=Limits(cell_seconds=4, call_seconds=5),
    )
    assert endings(session) == {2: "timed_out", 3: "timed_out"}
    assert told(session, 2)["function"] == "hangs"
    assert told(session, 3)["function"] == "hangs"
    assert float(told(session, 3)["seconds"]) < float(told(session, 2)["seconds"])
    for name, right in (("slow", 1), ("w", 0)):
        reply = session.ask(ReadVariable(name))
        assert isinstance(reply, Returned)
        assert reply.value == right


def test_a_method_is_told_by_its_class(start_session: StartSession) -> None:
    cells = ("class Model:\n    def forward(self):\n        while True: y = 1", "m = Model()", "m.forward()")
    session = start_session(*cells, limits=Limits(cell_seconds=1, call_seconds=5))
    assert told(session, 3)["function"] == "Model"


def test_a_question_that_is_stopped_costs_no_kernel(start_session: StartSession) -> None:
    """What was built before is still there, and the next question is answered."""
    model = "import torch\nclass M(torch.nn.Module):\n    def forward(self, x): return x"
    session = start_session(f"{HANGS}\n{model}", limits=Limits(call_seconds=2))
    assert isinstance(session.ask(BuildModule("m", "M", ())), Returned)
    reply = session.ask(CallFunction("hangs", (1,)))
    assert isinstance(reply, NoReply)
    assert reply.verdict.value == "timed_out"
    assert reply.stopped
    assert isinstance(session.ask(CallModule("m", (1.0,))), Returned)
    assert isinstance(session.ask(CallFunction("nothing")), Raised)


def test_a_function_that_did_not_come_back_is_waited_for_less_long(start_session: StartSession) -> None:
    session = start_session(HANGS, limits=Limits(call_seconds=2))
    waited = [session.ask(CallFunction("hangs", (1,))) for _ in range(2)]
    assert [reply.detail for reply in waited if isinstance(reply, NoReply)] == ["(2 s)", "(0.6 s)"]
    assert isinstance(session.ask(CallFunction("hangs", (0,))), Returned)
    assert session.ask(CallFunction("train")) == NoReply(waited[0].verdict, "(2 s)", stopped=True)  # type: ignore[union-attr]


def test_a_question_that_swallows_the_stop_costs_the_kernel(start_session: StartSession) -> None:
    session = start_session(
        "x = 1\ndef swallows():\n" + "".join(f"    {line}\n" for line in SWALLOWS.split("\n")) + "def f(): return x",
        limits=Limits(call_seconds=1, cell_seconds=20),
    )
    reply = session.ask(CallFunction("swallows"))
    assert isinstance(reply, NoReply)
    assert not reply.stopped
    assert value_of(session, "f") == 1


def test_time_lost_with_kernels_is_the_notebooks(start_session: StartSession) -> None:
    """Who swallows the stop in many cells doesn't have the time of the whole notebook for each."""
    session = start_session(
        "def f(): return 1",
        *(SWALLOWS for _ in range(4)),
        "def g(): return 2",
        limits=Limits(cell_seconds=1, notebook_seconds=2.5, call_seconds=5),
    )
    assert not execution_of(session).finished
    assert endings(session)[2] == "timed_out"
    assert "not_run" in endings(session).values()
    assert value_of(session, "f") == 1


CELLS = (
    Cell(1, "def attention(): pass"),
    Cell(2, "class Block:\n    def forward(self): return self.mix(attention())"),
    Cell(3, "%matplotlib inline\ndef plot(): return Block()"),
    Cell(4, "def generate(model): return model.forward()\ndef other(): return 1"),
)


@pytest.mark.parametrize(
    ("source", "may"),
    [
        ("attention()", True),
        ("%time attention()", True),
        ("b = Block()\nb.forward()", True),
        ("other()", False),
        ("attentions = 1", False),
        ("generate(m)", False),  # which forward is called, its text doesn't say
    ],
)
def test_a_call_is_seen_through_what_the_notebook_defines(source: str, may: bool) -> None:
    assert Callers(CELLS).may_call(source, "attention") is may
