"""Attacks on the grader's own process: forged and malformed messages, floods, survivors.

Each is tried by a notebook that knows our source code; what it gets is a bad mark for itself.
"""

from __future__ import annotations

import os
import resource
import sys
import time

import numpy as np
import pytest

from grader.kernel.session import KernelSession
from grader.model import Array, CallFunction, Limits, NoReply, Raised, Returned, Verdict
from grader.sandbox import bubblewrap
from tests.kernel.conftest import StartSession
from tests.sandbox.test_bubblewrap import running

pytestmark = pytest.mark.kernel

SHORT = Limits(cell_seconds=5, notebook_seconds=30, call_seconds=3)

# The agent's socket as a student would find it, and a way to write on it.
FIND = """
import os, sys, json, struct, threading, time, gc, socket, numpy as np
def stream_sockets():
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{name}").startswith("socket:"):
                s = socket.socket(fileno=os.dup(int(name)))
                if s.family == socket.AF_UNIX and s.type == socket.SOCK_STREAM: found.append(s)
        except OSError: pass
    return found
def frame(tree, blobs=()):
    header = json.dumps(tree).encode()
    lengths = b"".join(struct.pack(">Q", len(blob)) for blob in blobs)
    return struct.pack(">4sII", b"GRW1", len(header), len(blobs)) + lengths + header + b"".join(blobs)
def shout(data):
    for s in stream_sockets():
        try: s.send(data)
        except OSError: pass
def fine(): return 1
asked = []
def later():
    asked.append(1)
    threading.Timer(0.2, shout, [frame({"m": {"id": 1, "value": "forged"}})]).start()
def same_process(): return bool(asked)
"""


def peak_mebibytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def ending_of(session: KernelSession, cell: int) -> str:
    findings = session.execution.findings  # type: ignore[attr-defined]
    return next((f.details["ending"] for f in findings if f.cell == cell and "ending" in f.details), "")


ON_THE_CHANNEL = {
    # What a function does when it's asked -> the verdict of that question.
    "answers_early": ("shout(frame({'m': {'id': 7, 'value': 1}}))", Verdict.UNREADABLE),
    "writes_garbage": ("shout(os.urandom(1000))", Verdict.UNREADABLE),
    "claims_terabytes": ("shout(struct.pack('>4sIIQ', b'GRW1', 10, 1, 1 << 42))", Verdict.FLOODED),
    "claims_passed": ("shout(frame({'m': {'passed': True, 'score': 1e9}}))", Verdict.UNREADABLE),
    "half_a_frame": ("shout(frame([1] * 100)[:20]); time.sleep(60)", Verdict.TIMED_OUT),
    "hangs_up": (
        "for s in stream_sockets():\n        try: s.shutdown(socket.SHUT_RDWR)\n        except OSError: pass",
        Verdict.CRASHED,
    ),
}


@pytest.fixture(scope="module")
def channel(start_session: StartSession) -> KernelSession:
    functions = [f"def {name}():\n    {deed}\n    return 2" for name, (deed, _) in ON_THE_CHANNEL.items()]
    return start_session(FIND, "\n".join(functions), limits=SHORT, restarts=100)


@pytest.mark.parametrize("name", list(ON_THE_CHANNEL))
def test_a_forged_answer_is_no_answer(channel: KernelSession, name: str) -> None:
    """It costs the question in which it was sent, and the process; the next one is answered by a fresh process."""
    reply = channel.ask(CallFunction(name))
    assert isinstance(reply, NoReply), reply
    assert reply.verdict is ON_THE_CHANNEL[name][1]
    assert channel.ask(CallFunction("fine")) == Returned(1)


@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        ("sys.modules['_inside.agent'].Agent.answer = lambda *a: {'id': a[1]['id'], 'value': 'ok'}", Returned("ok")),
        ("sys.modules['_inside.wire'].encode = lambda tree: b'{}'", NoReply(Verdict.TIMED_OUT, "(3 s)")),
        (
            "sys.modules['_inside.wire'].encode = lambda tree: b'passed' * 99",
            NoReply(Verdict.UNREADABLE, "not a frame"),
        ),
    ],
)
def test_an_agent_that_was_replaced_only_lies_for_its_notebook(
    start_session: StartSession, deed: str, expected: object
) -> None:
    """Whatever it says is data: at best a value, which is then judged as the student's own."""
    assert start_session(FIND, deed, limits=SHORT).ask(CallFunction("fine")) == expected


def test_what_was_written_before_the_question_is_thrown_away(channel: KernelSession) -> None:
    """A forged frame between two questions costs nothing: it's gone before the second is put."""
    assert channel.ask(CallFunction("later")) == Returned(None)
    time.sleep(0.6)
    assert channel.ask(CallFunction("same_process")) == Returned(True)


def test_a_thread_that_writes_all_the_time_gets_no_answer_through(start_session: StartSession) -> None:
    """Stale bytes are thrown away, ids can't be guessed; every question ends, none with the forged value."""
    session = start_session(
        FIND,
        """
        def spam():
            sockets, forged = stream_sockets(), frame({"m": {"id": 1, "value": "forged"}})
            while True:
                for s in sockets:
                    try: s.send(forged, socket.MSG_DONTWAIT)
                    except OSError: pass
                time.sleep(0.001)
        def start(): threading.Thread(target=spam, daemon=True).start()
        """,
        limits=SHORT,
        restarts=3,
    )
    session.ask(CallFunction("start"))
    replies = [session.ask(CallFunction("fine")) for _ in range(6)]
    assert all(reply == Returned(1) or isinstance(reply, NoReply) for reply in replies), replies
    assert replies[-1] == Returned(1)


MALFORMED = {
    "no status": "send('execute_reply', {})",
    "status of another type": "send('execute_reply', {'status': ['ok']})",
    "no dictionary": "send('execute_reply', [1, 2])",
    "deep": "raw(b'{\"status\":' + b'[' * 100_000 + b']' * 100_000 + b'}')",
    "not JSON": "raw(b'\\xff\\xfe')",
    "no delimiter": "pieces([b'x', b'y'])",
    "no parent": "send('execute_reply', {'status': 'ok'}, parent={})",
    "many of another type": "for _ in range(200): send('comm_open', {'x': 1})",
    "forged ok, then an error": "send('execute_reply', {'status': 'ok'}); raise ValueError('hidden')",
}
FORGE = """
ip = get_ipython(); kernel = ip.kernel; session = kernel.session
def identity():
    context = getattr(kernel, "_shell_parent_ident", None)
    found = kernel._parent_ident["shell"] if context is None else context.get()
    return found if isinstance(found, list) else [found]
def parts(kind, content, parent=None):
    parent = kernel.get_parent("shell") if parent is None else parent
    return session.serialize(session.msg(kind, content=content, parent=parent), ident=identity())
def pieces(frames): kernel.shell_stream.socket.send_multipart([*identity(), *frames])
def send(kind, content, parent=None): kernel.shell_stream.socket.send_multipart(parts(kind, content, parent))
def raw(body):
    frames = parts("execute_reply", {}); frames[-1] = body
    kernel.shell_stream.socket.send_multipart(frames)
"""


@pytest.mark.parametrize("deed", list(MALFORMED.values()), ids=list(MALFORMED))
def test_malformed_messages_end_in_a_finding_at_most(start_session: StartSession, deed: str) -> None:
    """Nothing is raised out of running the cells, and what comes after is run."""
    session = start_session(FORGE, deed, "def f(): return 3", limits=SHORT)
    assert ending_of(session, 2) in ("", "raised", "unreadable", "timed_out", "crashed")
    assert session.ask(CallFunction("f")) == Returned(3)


def test_a_flood_of_messages_is_cut_off(start_session: StartSession) -> None:
    """ZeroMQ would keep a message of ten thousand parts in our memory; the relay counts bytes instead."""
    before = peak_mebibytes()
    session = start_session(
        FORGE,
        "part = b'x' * 100_000\npieces([part] * 5_000)\nimport time; time.sleep(2)",
        "def f(): return 3",
        limits=SHORT,
    )
    assert ending_of(session, 2) == "flooded"
    assert session.ask(CallFunction("f")) == Returned(3)
    assert peak_mebibytes() - before < 60


@pytest.mark.parametrize(
    "cell",
    [
        "print('x' * 300_000_000)",
        "for _ in range(200_000): print('y' * 100, flush=True)",
        "import os\nfor fd in (1, 2):\n    for _ in range(50): os.write(fd, b'z' * 1_000_000)",
        "import os\nfor pid in filter(str.isdigit, os.listdir('/proc')):\n    for fd in (1, 2):\n"
        "        try: open(f'/proc/{pid}/fd/{fd}', 'w').write('u' * 1000)\n        except OSError: pass",
        "from IPython.display import display, HTML\nfor _ in range(3000): display(HTML('w' * 10_000))",
        "import sys; sys.stderr.write('v' * 50_000_000)",
    ],
    ids=["one print", "many prints", "raw descriptors", "descriptors of other processes", "displays", "stderr"],
)
def test_output_doesnt_reach_our_memory(
    start_session: StartSession, cell: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nor our terminal; and printing much isn't an error while it's within the limit."""
    before = peak_mebibytes()
    session = start_session(
        cell, "def f(): return 3", limits=Limits(cell_seconds=30, notebook_seconds=60, output_mib=1000)
    )
    assert session.ask(CallFunction("f")) == Returned(3)
    assert ending_of(session, 1) == ""
    assert peak_mebibytes() - before < 30
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(bubblewrap.unavailable() is not None, reason="without namespaces an orphan can't be found")
def test_nothing_survives_the_session(start_session: StartSession) -> None:
    """A grandchild in a session of its own, started by a cell and by a function, is gone after `close`."""
    marker = f"75.{os.getpid()}"
    daemon = f"""
        import os
        def daemon():
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.execvp("sleep", ["sleep", "{marker}"])
                os._exit(0)
        daemon()
    """
    session = start_session(daemon)
    assert isinstance(session.ask(CallFunction("daemon")), Returned)
    assert wait_for(lambda: running(marker))
    session.close()
    assert not running(marker)


def test_an_exit_handler_is_never_waited_for(start_session: StartSession) -> None:
    session = start_session("import atexit, time\natexit.register(time.sleep, 1000)", "def f(): return 3")
    assert session.ask(CallFunction("f")) == Returned(3)
    began = time.monotonic()
    session.close()
    assert time.monotonic() - began < 3


def test_ipython_broken_on_purpose_doesnt_stop_the_questions(start_session: StartSession) -> None:
    """Hooks, transformers and the shell itself are the notebook's to break; questions don't pass through them."""
    session = start_session(
        "def f(): return 3",
        "ip = get_ipython()\nip.input_transformers_post.append(lambda lines: ['raise RuntimeError\\n'])",
        "def never(): pass",
        "ip.run_cell = ip.run_cell_async = None",
        "import builtins",
    )
    assert session.ask(CallFunction("f")) == Returned(3)
    assert isinstance(session.ask(CallFunction("never")), Raised)


def test_arrays_come_as_our_own_memory(start_session: StartSession) -> None:
    """A reply's array can't be changed afterwards by whoever sent it, and a request's isn't changed by a call."""
    session = start_session("def change(x):\n    x[...] = 0\n    return x")
    given = np.arange(4.0)
    reply = session.ask(CallFunction("change", (Array(given),)))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, Array)
    assert reply.value.data.sum() == 0
    assert given.sum() == 6


def wait_for(condition: object, seconds: float = 5) -> bool:
    deadline = time.monotonic() + seconds
    assert callable(condition)
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return bool(condition())


assert sys.platform != "win32", "these tests need /proc and Unix sockets"
