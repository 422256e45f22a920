"""What becomes of a notebook's cells."""

from __future__ import annotations

import time

import pytest

from grader.kernel.session import KernelSession
from grader.model import CallFunction, Execution, Inspect, Limits, Raised, Returned, Verdict, definitions_from
from tests.kernel.conftest import LIMITS, StartSession

pytestmark = pytest.mark.kernel


def execution_of(session: KernelSession) -> Execution:
    execution = session.execution  # type: ignore[attr-defined]
    assert isinstance(execution, Execution)
    return execution


def endings(session: KernelSession) -> dict[int | None, str]:
    told = (finding for finding in execution_of(session).findings if "ending" in finding.details)
    return {finding.cell: finding.details["ending"] for finding in told}


def value_of(session: KernelSession, name: str) -> object:
    reply = session.ask(CallFunction(name))
    assert isinstance(reply, Returned), reply
    return reply.value


ODD_CELLS = [
    "import numpy as np",
    "1 / 0",
    "def broken(:\n    pass",
    "exit()",
    "quit()",
    "import sys; sys.exit(3)",
    "raise SystemExit",
    "raise KeyboardInterrupt",
    "",
    "answer = input('your name? ')",
    "%matplotlib inline",
    "!echo hello; false",
    "%%bash\nexit 7",
    "%no_such_magic",
    "import asyncio; await asyncio.sleep(0.01)",
    "%%writefile my_module.py\nvalue = 7",
    "import my_module",
    "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd()",
    "raise ValueError('long' * 5_000_000)",
    "assert np.ones((3, 3)).sum() == 8, 'nine'",
    "print('x' * 100_000)",
    "\n\n    indented = 1\n    also = 2",
    "\n \n%%capture\ncaptured = 3",
    "\n\n\n1 / 0",
    "def f():\n    return my_module.value, indented, also, captured",
]


@pytest.fixture(scope="module")
def odd(start_session: StartSession) -> KernelSession:
    return start_session(*ODD_CELLS)


def test_cells_after_errors_are_run(odd: KernelSession) -> None:
    """Errors, exits and odd magics are findings or nothing at all; the last cell still defines its function."""
    assert execution_of(odd).finished
    assert value_of(odd, "f") == (7, 1, 2, 3)


def test_each_error_is_a_finding_with_its_cell(odd: KernelSession) -> None:
    raised = {cell for cell, ending in endings(odd).items() if ending == "raised"}
    # 11: matplotlib may not be installed.
    assert raised - {11} == {2, 3, 6, 7, 8, 10, 13, 14, 18, 19, 20, 24}


def test_a_finding_names_type_message_and_line(odd: KernelSession) -> None:
    texts = {finding.cell: str(finding.message) for finding in execution_of(odd).findings}
    assert texts[2] == "Cell 2 stopped in line 1 with ZeroDivisionError: division by zero"
    assert "SyntaxError" in texts[3]
    assert "line 1" in texts[3]
    assert "line 4 with" in texts[24]  # empty lines at its head count, as they do on the student's screen
    assert "AssertionError: nine" in texts[20]


def test_input_fails_at_once_and_says_why(odd: KernelSession) -> None:
    outcome = next(outcome for outcome in execution_of(odd).outcomes if outcome.number == 10)
    assert outcome.error.startswith("StdinNotImplementedError")
    assert outcome.seconds < LIMITS.cell_seconds / 2, "nobody waits for an answer until the time is up"


def test_an_endless_error_message_is_cut(odd: KernelSession) -> None:
    outcome = next(outcome for outcome in execution_of(odd).outcomes if outcome.number == 19)
    assert len(outcome.error) < 3000


def test_reset_takes_the_students_names_and_not_the_agent(start_session: StartSession) -> None:
    """``%reset -f`` empties the namespace; what is defined after it is found, with its cell."""
    session = start_session("def gone(): return 1", "%reset -f", "def here(): return 2")
    assert value_of(session, "here") == 2
    reply = session.ask(CallFunction("gone"))
    assert isinstance(reply, Raised)
    assert reply.type_name == "NameError"
    listed = session.ask(Inspect(("here",)))
    assert isinstance(listed, Returned)
    assert definitions_from(listed.value).described["here"].cell == 3


def test_definitions_under_magics_have_their_place(start_session: StartSession) -> None:
    """Also where IPython compiles them under a name of its own, the same for every cell."""
    session = start_session(
        "%%time\ndef timed(x):\n    return x.foo\nstop = 1",
        "%%time\nx = 2\ndef also(x):\n    return x.foo",
        "%%capture\ndef captured(x):\n    return x.foo",
        "def plain(x):\n    return x.foo",
    )
    places = {}
    for name in ("timed", "also", "captured", "plain"):
        reply = session.ask(CallFunction(name, (3,)))
        assert isinstance(reply, Raised)
        places[name] = (reply.cell, reply.line)
    assert places["timed"] == (1, 3)
    assert places["also"] == (2, 4)
    assert places["captured"][0] == 3
    assert places["plain"] == (4, 2)


def test_names_that_ours_could_collide_with_are_free(start_session: StartSession) -> None:
    """A notebook may call anything ``agent``, ``wire``, ``sys``, ``get_ipython`` or even ``print``."""
    names = ("agent", "wire", "launch", "sys", "json", "get_ipython", "print", "np", "type", "isinstance")
    session = start_session("\n".join(f"{name} = None" for name in names), "def f(): return 3")
    assert value_of(session, "f") == 3


@pytest.mark.parametrize("backend", ["auto", "none"])
def test_a_cell_without_end_is_left_out(start_session: StartSession, backend: str) -> None:
    """It costs its time once; everything else is run again without it, also what comes before it."""
    began = time.monotonic()
    session = start_session(
        "x = 1",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "def f(): return x",
        limits=Limits(cell_seconds=1, notebook_seconds=30, call_seconds=5),
        backend=backend,
    )
    assert endings(session) == {2: "timed_out"}
    assert execution_of(session).finished
    assert value_of(session, "f") == 1
    assert time.monotonic() - began < 15


@pytest.mark.parametrize(
    "deed",
    [
        "import os; os._exit(0)",
        "import ctypes; ctypes.string_at(0)",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "import os; os.closerange(3, 200); import time; time.sleep(60)",
    ],
)
def test_a_cell_that_ends_the_process_is_left_out(start_session: StartSession, deed: str) -> None:
    session = start_session("x = 1", deed, "def f(): return x")
    assert endings(session) == {2: "crashed"}
    assert value_of(session, "f") == 1


def test_the_notebooks_time_ends_it(start_session: StartSession) -> None:
    """Cells that there was no time for are named; what was defined before stays."""
    session = start_session(
        "def f(): return 1",
        "import time; time.sleep(0.7)",
        "time.sleep(60)",
        "def g(): return 2",
        limits=Limits(cell_seconds=50, notebook_seconds=2, call_seconds=5),
    )
    assert endings(session) == {3: "timed_out", 4: "not_run"}
    assert not execution_of(session).finished
    assert value_of(session, "f") == 1
    assert isinstance(session.ask(CallFunction("g")), Raised)


def test_restarts_are_bounded(start_session: StartSession) -> None:
    """A notebook of nothing but crashes ends, and questions to it are skipped with the reason."""
    session = start_session(*["import os; os._exit(1)"] * 5, restarts=2)
    assert not execution_of(session).finished
    assert list(endings(session).values()) == ["crashed", "crashed", "crashed", "not_run"]
    reply = session.ask(CallFunction("f"))
    assert getattr(reply, "verdict", None) is Verdict.SKIPPED


def test_isolation_is_what_held(start_session: StartSession) -> None:
    assert execution_of(start_session("x = 1", backend="none")).isolation == "none"
