"""Functions that hand nothing back are named as that, in functions and in methods; those that may give None aren't."""

from __future__ import annotations

import ast
import textwrap

import pytest

from grader.diagnose.without_return import NothingReturned, explain_nothing
from grader.model import BuildModule, CallFunction, CallModule, Diagnosis, Raised
from tests.components.judged import judge
from tests.fake_student import fake_student


def explained(source: str, *nothing: str, raised: Raised | None = None) -> Diagnosis | None:
    cells = [ast.parse(textwrap.dedent(source)).body]
    return explain_nothing([tuple(name.split(".")) for name in nothing], [raised] if raised else [], cells)


def ids(found: Diagnosis | None) -> str | None:
    return None if found is None else found.id


@pytest.mark.parametrize(
    "body",
    [
        "y = x + 1",
        "y = x + 1\n    return",
        "def inner():\n        return 2\n    y = inner()",
        "y = x\n    print(y)",
        "for i in range(3):\n        x = x + i",
    ],
)
def test_a_function_that_never_returns_a_value_is_named(body: str) -> None:
    found = explained(f"def f(x):\n    {body}\n", "f")
    assert found is not None
    assert str(found.title) == "`f` ends without `return`"
    assert ("print" in str(found.cause)) == ("print" in body)


@pytest.mark.parametrize(
    "body",
    [
        "if x:\n        return 1",
        "if x:\n        return 1\n    elif x is None:\n        return 2",
        "for i in x:\n        return i",
        "if x:\n        return\n    return 2",
        "try:\n        return x\n    except ValueError:\n        pass",
    ],
)
def test_a_way_without_return_is_named_as_one_of_several(body: str) -> None:
    found = explained(f"def f(x):\n    {body}\n", "f")
    assert found is not None
    assert str(found.title) == "`f` doesn't always reach a `return`"


@pytest.mark.parametrize(
    "body",
    [
        "return x.sort()",
        "if x:\n        return 1\n    else:\n        return 2",
        "if x:\n        return 1\n    raise ValueError",
        "with x:\n        return 1",
        "while True:\n        if x:\n            return 1",
        "try:\n        return 1\n    finally:\n        print()",
        "yield x",
        "match x:\n        case 1:\n            return 2\n        case _:\n            return 3",
    ],
)
def test_nothing_is_said_where_the_code_always_returns(body: str) -> None:
    assert explained(f"def f(x):\n    {body}\n", "f") is None


@pytest.mark.parametrize("body", ["pass", "...", '"""Text."""', '"""Text."""\n    pass', "return None"])
def test_an_empty_body_is_not_written_yet(body: str) -> None:
    assert ids(explained(f"def f(x):\n    {body}\n", "f")) == "not_written_yet"


def test_a_forward_is_named_with_its_class() -> None:
    source = "class M(nn.Module):\n    def __init__(self):\n        pass\n    def forward(self, x):\n        y = x\n"
    found = explained(source, "M.forward")
    assert found is not None
    assert str(found.title) == "`forward` of `M` ends without `return`"


def test_the_last_definition_counts_and_one_that_was_never_asked_does_not() -> None:
    assert explained("def f(x):\n    y = x\ndef f(x):\n    return x\n", "f") is None
    assert explained("def f(x):\n    y = x\n") is None
    assert explained("f = eval('lambda x: None')\n", "f") is None


def test_a_helper_whose_none_stopped_the_caller_is_named() -> None:
    source = "def norm(x):\n    y = x\ndef show(x):\n    print(x)\ndef f(x):\n    show(x)\n    return norm(x) + 1\n"
    error = Raised("TypeError", "unsupported operand type(s) for +: 'NoneType' and 'int'", 1, 7, "", "f")
    found = explained(source, raised=error)
    assert found is not None
    assert str(found.title) == "`norm` ends without `return`"
    assert explained(source, raised=Raised("TypeError", "'int' object is not callable", 1, 7, "", "f")) is None


def test_what_gives_none_is_seen_in_functions_and_modules() -> None:
    source = (
        "import torch\ndef f(x): pass\ndef g(x): return x\nclass M(torch.nn.Module):\n    def forward(self, x): pass"
    )
    ask = NothingReturned(fake_student(source))
    for call in (CallFunction("f", (1,)), CallFunction("g", (1,)), BuildModule("M-1", "M"), CallModule("M-1", (1,))):
        ask(call)
    assert list(ask.names) == [("f",), ("M", "forward"), ("M", "__call__")]


SILENT = {
    "softmax": (
        "def softmax(z, axis=-1):\n    e = np.exp(z - z.max(axis=axis, keepdims=True))\n"
        "    p = e / e.sum(axis, keepdims=True)"
    ),
    "kv_cache": "def memoria_kv_cache(n, capas, d, b=2, h=None, kv=None):\n    print(2 * n * capas * d * b)",
    "rms_norm": (
        "class NormaRMS(torch.nn.Module):\n    def __init__(self, d, eps=1e-5):\n        super().__init__()\n"
        "        self.g = torch.nn.Parameter(torch.ones(d))\n    def forward(self, x):\n        y = x * self.g"
    ),
    "sampling": "def muestrear(logits, temperatura=1.0, top_k=None, top_p=None):\n    p = F.softmax(logits, -1)",
}


@pytest.mark.parametrize("component", SILENT)
def test_it_is_the_named_cause_in_a_report(component: str) -> None:
    grade = judge(component, SILENT[component], 1, diagnosed=True)
    assert grade.points == 0
    assert [d.id for d in grade.diagnosis] == ["without_return"]


def test_a_function_that_need_not_return_anything_is_never_blamed() -> None:
    source = (
        "class MiniGPT(torch.nn.Module):\n    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, "
        "context=64):\n        super().__init__()\n        self.e = torch.nn.Embedding(vocab_size, vocab_size)\n"
        "    def forward(self, idx):\n        return self.e(idx)\n"
        "def save_checkpoint(model, tok, path):\n    torch.save({}, path)\n"
        "def load_checkpoint(path):\n    return torch.load(path)\n"
    )
    assert all(d.id != "without_return" for d in judge("checkpoint", source, 1, diagnosed=True).diagnosis)
