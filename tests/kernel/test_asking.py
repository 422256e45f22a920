"""Questions to a real kernel: the same answers as the fake student's, and a verdict for each way to fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from grader.kernel.session import KernelSession
from grader.model import (
    Array,
    Ask,
    BuildModule,
    Call,
    CallFunction,
    CallModule,
    FitModule,
    Generate,
    Inspect,
    Limits,
    NoReply,
    Opaque,
    Raised,
    ReadParameters,
    Reply,
    Returned,
    SetParameters,
    Value,
    Verdict,
)
from tests.fake_student import fake_student
from tests.kernel.conftest import LIMITS, StartSession

pytestmark = pytest.mark.kernel

HONEST = [
    "import numpy as np\nimport torch\nimport torch.nn as nn",
    """
    def softmax(z, axis=-1):
        e = np.exp(z - z.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)

    def everything(*args, **keywords):
        return {"args": args, "keywords": keywords, "none": None, "text": "ñ\\ud800", "big": 10**3000, "odd": object()}
    """,
    """
    def outer(x):
        # a comment, so that lines differ from cells
        return inner(x)
    """,
    """
    def inner(x):
        y = [1, 2, 3]

        return y["a"]
    """,
    """
    def scaled(q, k):
        return q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5

    def in_place(x):
        x[0] = 7.0
        return x

    class Model(nn.Module):
        def __init__(self, vocab_size, d_model=8):
            super().__init__()
            self.embedding = nn.Embedding(vocab_size, d_model)
            self.drop = nn.Dropout(0.5)
            self.head = nn.Linear(d_model, vocab_size)
            self.context = 4

        def forward(self, idx):
            return self.head(self.drop(self.embedding(idx)))

    def generate(model, tok, prompt, length=5):
        ids = torch.tensor([tok.encode(prompt)])
        model.eval()
        with torch.no_grad():
            for _ in range(length):
                logits = model(ids[:, -4:])[:, -1]
                ids = torch.cat([ids, logits.argmax(-1, keepdim=True)], dim=1)
        return tok.decode(ids[0].tolist())
    """,
]

# Each way to end badly, as a function; `hoard` and `stop` are told apart from honest names in no way.
DEADLY = """
import os, signal, sys, time, ctypes, threading

def fine(): return 1
def loop():
    while True:
        try: time.sleep(1)
        except BaseException: pass
def leave(): os._exit(3)
def leave_a_child():
    if os.fork() == 0:
        time.sleep(60)
    os._exit(4)
def segfault(): ctypes.string_at(0)
def stop(): os.kill(os.getpid(), signal.SIGSTOP)
def polite_exit(): sys.exit(0)
def autocall_exit(): exit()
def huge(): return np.zeros(5 * 10**9, dtype=np.int8)
def deep():
    value = []
    for _ in range(10_000): value = [value]
    return value
def many(): return [[0] * 1000] * 1000
def recursion(): return recursion()
def ask_user(): return input("?")
def print_much():
    for _ in range(10): print("x" * 1_000_000)
    os.write(1, b"y" * 1_000_000); os.write(2, b"y" * 1_000_000)
    return 4
def fork():
    os.fork()
    return 5
def background():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "97.8642"])
        os._exit(0)
    return 6
class Liar(np.ndarray):
    def tolist(self): return [1.0]
    def __array__(self, *args, **kwargs): return np.ones(1)
def liar(): return np.zeros(3).view(Liar)
"""


def seeds(shape: tuple[int, ...], seed: int = 0) -> npt.NDArray[np.float64]:
    return np.random.default_rng(seed).normal(size=shape)


IDS = np.array([[1, 2, 3, 0], [4, 0, 1, 2]])

CALLS: list[Call] = [
    Inspect(("softmax", "Model", "generate", "missing")),
    CallFunction("softmax", (Array(seeds((3, 5))),)),
    CallFunction("softmax", (Array(seeds((3, 5))),), {"axis": 0}),
    CallFunction("everything", (1, 2.5, "text", None, True, Array(np.zeros((0, 3)))), {"key": (1, 2)}),
    CallFunction("everything", (Array(np.arange(6).reshape(2, 3)), Array(np.full((), 2.0, "f4"), "torch"))),
    CallFunction("outer", (1,)),
    CallFunction("nowhere"),
    CallFunction("in_place", (Array(seeds((4,))),), arguments_after=True),
    CallFunction(
        "scaled",
        (Array(seeds((3, 4)).astype("f4"), "torch"), Array(seeds((5, 4)).astype("f4"), "torch")),
        gradient_of=(0, 1),
        cotangent=Array(seeds((3, 5))),
    ),
    BuildModule("m", "Model", (7,), {"d_model": 6}, seed=3),
    ReadParameters("m"),
    CallModule("m", (Array(IDS, "torch"),), seed=1),
    CallModule("m", (Array(IDS, "torch"),), training=True, seed=1),
    SetParameters("m", tuple(Array(seeds(shape)) for shape in [(7, 6), (7, 6), (7,)])),
    CallModule("m", (Array(IDS, "torch"),)),
    FitModule("m", Array(IDS), Array(IDS), 5, 1e-2, seed=2),
    Generate("generate", "m", "abcdefg", 4, Array(seeds((7, 7))), ("abc", 6)),
]


@pytest.fixture(scope="module")
def kernel(start_session: StartSession) -> KernelSession:
    return start_session(*HONEST)


@pytest.fixture(scope="module")
def fake() -> Ask:
    return fake_student(*HONEST)


def same(left: Value, right: Value) -> bool:
    if isinstance(left, Array) and isinstance(right, Array):
        return (
            left.library == right.library
            and left.dtype == right.dtype
            and left.data.dtype == right.data.dtype
            and left.data.shape == right.data.shape
            and left.data.tobytes() == right.data.tobytes()
        )
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return type(left) is type(right) and left == right


def same_reply(left: Reply, right: Reply) -> bool:
    if isinstance(left, Returned) and isinstance(right, Returned):
        return (
            same(left.value, right.value)
            and same(left.gradients, right.gradients)
            and same(left.arguments_after, right.arguments_after)
        )
    if isinstance(left, Raised) and isinstance(right, Raised):
        return left == replace(right, source_line=left.source_line)  # the fake has no file to take it from
    return left == right


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{type(call).__name__}-{getattr(call, 'name', '')}")
def test_a_kernel_answers_as_the_fake_student_does(call: Call, kernel: KernelSession, fake: Ask) -> None:
    """Bit for bit, errors with their places included: what is tested with the fake holds for the kernel."""
    left, right = kernel.ask(call), fake(call)
    assert same_reply(left, right), (left, right)
    assert not isinstance(left, NoReply)


def test_an_error_is_placed_in_the_innermost_cell(kernel: KernelSession) -> None:
    """``outer`` in cell 3 calls ``inner`` in cell 4, where it goes wrong in the line shown."""
    reply = kernel.ask(CallFunction("outer", (1,)))
    assert isinstance(reply, Raised)
    assert (reply.cell, reply.line, reply.function) == (4, 5, "inner")
    assert reply.source_line.strip() == 'return y["a"]'
    assert reply.type_name == "TypeError"


@pytest.fixture(scope="module")
def deadly(start_session: StartSession) -> KernelSession:
    limits = Limits(cell_seconds=20, notebook_seconds=60, call_seconds=2.5)
    return start_session("import numpy as np", DEADLY, limits=limits, restarts=100)


NO_REPLIES = [
    ("loop", Verdict.TIMED_OUT, "2.5 s"),
    ("leave", Verdict.CRASHED, "exit status 3"),
    ("leave_a_child", Verdict.CRASHED, "exit status 4"),  # which holds the socket open
    ("segfault", Verdict.CRASHED, "SIGSEGV"),
    ("stop", Verdict.TIMED_OUT, "2.5 s"),
    ("many", Verdict.UNREADABLE, "too long"),
]


@pytest.mark.parametrize(("name", "verdict", "detail"), NO_REPLIES, ids=[name for name, *_ in NO_REPLIES])
def test_each_bad_ending_has_its_verdict(deadly: KernelSession, name: str, verdict: Verdict, detail: str) -> None:
    """And the next question is answered as if nothing had happened."""
    reply = deadly.ask(CallFunction(name))
    assert isinstance(reply, NoReply)
    assert reply.verdict is verdict
    assert detail in reply.detail
    assert deadly.ask(CallFunction("fine")) == Returned(1)


HARMLESS: list[tuple[str, Callable[[Reply], bool]]] = [
    ("polite_exit", lambda reply: isinstance(reply, Raised) and reply.type_name == "SystemExit"),
    ("autocall_exit", lambda reply: reply == Returned(None)),
    ("recursion", lambda reply: isinstance(reply, Raised) and reply.type_name == "RecursionError"),
    ("ask_user", lambda reply: isinstance(reply, Raised) and reply.type_name == "StdinNotImplementedError"),
    ("huge", lambda reply: reply == Returned(Opaque("ndarray of 5.0 GB"))),
    ("deep", lambda reply: isinstance(reply, Returned) and "nested too deeply" in str(reply.value)),
    ("print_much", lambda reply: reply == Returned(4)),
    ("fork", lambda reply: reply == Returned(5)),
    ("background", lambda reply: reply == Returned(6)),
    ("liar", lambda reply: isinstance(reply, Returned) and same(reply.value, Array(np.zeros(3)))),
]


@pytest.mark.parametrize(("name", "as_expected"), HARMLESS, ids=[name for name, _ in HARMLESS])
def test_odd_deeds_that_end_nothing(deadly: KernelSession, name: str, as_expected: Callable[[Reply], bool]) -> None:
    reply = deadly.ask(CallFunction(name))
    assert as_expected(reply), reply
    assert deadly.ask(CallFunction("fine")) == Returned(1)


def test_a_module_is_gone_with_its_process(start_session: StartSession) -> None:
    """Its handle is answered with CRASHED and the reason, not asked for; built again, it works."""
    session = start_session("import os", "import torch\nclass M(torch.nn.Linear): pass\ndef leave(): os._exit(0)")
    build = BuildModule("m", "M", (2, 3))
    assert isinstance(session.ask(build), Returned)
    assert isinstance(session.ask(CallFunction("leave")), NoReply)
    reply = session.ask(ReadParameters("m"))
    assert isinstance(reply, NoReply)
    assert reply.verdict is Verdict.CRASHED
    assert "has ended since" in reply.detail
    assert isinstance(session.ask(build), Returned)
    assert isinstance(session.ask(ReadParameters("m")), Returned)


def test_restarts_for_questions_are_bounded(start_session: StartSession) -> None:
    session = start_session("import os\ndef leave(): os._exit(0)", restarts=2)
    verdicts = [getattr(session.ask(CallFunction("leave")), "verdict", None) for _ in range(5)]
    assert verdicts == [Verdict.CRASHED] * 3 + [Verdict.SKIPPED] * 2


def test_the_submissions_time_is_bounded(start_session: StartSession) -> None:
    """Past it questions are skipped at once, whatever the limit for one call is."""
    session = start_session(
        "import time\ndef nap(): time.sleep(60)\ndef f(): return 1", limits=replace(LIMITS, submission_seconds=3)
    )
    assert session.ask(CallFunction("f")) == Returned(1)
    reply = session.ask(CallFunction("nap"))
    assert getattr(reply, "verdict", None) is Verdict.TIMED_OUT
    assert getattr(session.ask(CallFunction("f")), "verdict", None) is Verdict.SKIPPED


def test_training_doesnt_wait_for_the_compiler(start_session: StartSession) -> None:
    """An optimizer's step imports ``torch._dynamo``, which takes longer than the training, unless it's spared."""
    session = start_session(
        "import sys, torch",
        """
        layer = torch.nn.Linear(3, 2)
        for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop):
            optimizer = kind(layer.parameters(), lr=0.1)
            before = layer.weight.detach().clone()
            optimizer.zero_grad()
            (layer(torch.ones(1, 3)) ** 2).sum().backward()
            optimizer.step(lambda: torch.zeros(()))
            assert torch.is_grad_enabled() and not torch.equal(before, layer.weight)
        """,
        "def imported(): return 'torch._dynamo' in sys.modules",
    )
    assert session.execution.findings == ()  # type: ignore[attr-defined]
    assert session.ask(CallFunction("imported")) == Returned(False)
