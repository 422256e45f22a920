"""Stand-ins: right by the library, given back in the student's own form, and gone afterwards."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import (
    Array,
    Call,
    CallFunction,
    Inspect,
    Raised,
    Returned,
    StandIn,
    Substituted,
    Value,
    definitions_from,
)
from tests.fake_student import fake_student

WRONG = """
    import numpy as np
    def softmax(z, axis=-1):
        return z * 0.0
    def attention(Q, K, V, mask=None):
        return softmax(Q @ K.T) @ V, softmax(Q @ K.T)
    def causal_mask(n):
        return np.triu(np.ones((n, n)))
    def uses_attention(Q, K, V):
        output, weights = attention(Q, K, V, causal_mask(len(Q)))
        return output
    def uses_softmax(z):
        return softmax(z)
"""


def value(reply: object) -> np.ndarray:
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, Array)
    return reply.value.data


def softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True))


@pytest.fixture
def arrays() -> tuple[Array, ...]:
    dice = np.random.default_rng(0)
    return tuple(Array(dice.normal(size=(4, 3))) for _ in range(3))


def test_a_function_is_judged_with_a_right_one_in_place_of_the_wrong_one_that_it_calls(
    arrays: tuple[Array, ...],
) -> None:
    ask = fake_student(WRONG)
    call: Call = CallFunction("uses_attention", arrays)
    stand_ins = {"attention": StandIn("attention"), "causal_mask": StandIn("causal_mask")}
    q, k, v = (a.data for a in arrays)
    scores = np.where(np.tril(np.ones((4, 4))) > 0, q @ k.T / np.sqrt(3), -np.inf)
    np.testing.assert_allclose(value(ask(Substituted(stand_ins, call))), softmax(scores) @ v, atol=1e-12)


@pytest.mark.parametrize(("deadly", "calls"), [(False, 1), (True, 0)])
def test_what_hangs_is_not_called_to_see_what_it_gives_back(deadly: bool, calls: int) -> None:
    """The mask is of the student's library all the same, and the parameters of a class are known by its signature."""
    ask = fake_student("""
        import numpy as np
        called = []
        def causal_mask(n):
            called.append(n)
            return np.ones((n, n))
        def masked(): return causal_mask(3)
        def calls(): return len(called)
    """)
    options: dict[str, Value] = {"deadly": True, "library": "numpy"} if deadly else {}
    stand_ins = {"causal_mask": StandIn("causal_mask", options)}
    reply = ask(Substituted(stand_ins, CallFunction("masked")))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, Array)
    assert reply.value.library == "numpy"
    np.testing.assert_array_equal(reply.value.data, np.tril(np.ones((3, 3))))
    assert ask(CallFunction("calls")) == Returned(calls)


def test_the_students_own_functions_are_back_afterwards(arrays: tuple[Array, ...]) -> None:
    ask = fake_student(WRONG)
    call = CallFunction("uses_softmax", (arrays[0],))
    assert value(ask(Substituted({"softmax": StandIn("softmax")}, call))).sum() == pytest.approx(4)
    assert value(ask(call)).sum() == 0


def test_a_module_is_built_on_a_stand_in_for_the_wrong_class() -> None:
    from grader.model import BuildModule, CallModule

    ask = fake_student(
        """
        import torch
        from torch import nn
        class Attention(nn.Module):
            def __init__(self, width, cabezas):
                super().__init__()
                self.w = nn.Linear(width, width)
            def forward(self, x, mask=None):
                return self.w(x)
        class Wrapper(nn.Module):
            def __init__(self, width):
                super().__init__()
                self.inner = Attention(width, 2)
            def forward(self, x):
                n = x.shape[1]
                return x + self.inner(x, torch.ones(n, n).tril())
        """
    )
    options = {"parameters": {"d_model": "width", "n_heads": "cabezas"}}
    stand_ins = {"Attention": StandIn("MultiHeadAttention", options)}
    assert isinstance(ask(Substituted(stand_ins, BuildModule("w", "Wrapper", (6,)))), Returned)
    x = np.random.default_rng(1).normal(size=(1, 5, 6)).astype(np.float32)
    y = x.copy()
    y[0, 3] += 1.0
    before, after = (value(ask(Substituted(stand_ins, CallModule("w", (Array(data, "torch"),))))) for data in (x, y))
    assert np.array_equal(before[0, :3], after[0, :3])
    assert not np.allclose(before[0, 4], after[0, 4])


BATCHES = """
    import torch
    N, B = 5, 3
    def get_batch(data, context, batch_size):
        x = torch.stack([data[i:i + context] for i in range(batch_size)])
        return x, x
    def lote(datos, tam_lote=4, contexto=6):
        raise RuntimeError
    def from_globals(split):
        return torch.zeros(B, N, dtype=torch.long), None
    def uses_get_batch(data):
        return get_batch(data, context=4, batch_size=2)
    def uses_lote(data):
        return lote(data, contexto=7)
    def uses_from_globals(data):
        return from_globals(data)
"""


@pytest.mark.parametrize(
    ("name", "shape"), [("get_batch", (2, 4)), ("lote", (4, 7)), ("from_globals", (3, 5))], ids=lambda v: str(v)
)
def test_batches_are_windows_and_what_follows_in_the_sizes_that_the_student_asks(
    name: str, shape: tuple[int, ...]
) -> None:
    """The data are squares, so that each tells its place."""
    call = CallFunction(f"uses_{name}", (Array(np.arange(60) ** 2, "torch"),), seed=1)
    reply = fake_student(BATCHES)(Substituted({name: StandIn("get_batch")}, call))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, tuple)
    x, y = reply.value
    assert isinstance(x, Array)
    assert isinstance(y, Array)
    assert x.shape == y.shape == shape
    places = np.sqrt(x.data)
    assert (np.diff(places, axis=1) == 1).all()
    assert np.array_equal(np.sqrt(y.data), places + 1)
    assert len(set(places[:, 0])) > 1


@pytest.mark.parametrize("reseeds", ["torch.manual_seed(0)", "np.random.seed(0)", "random.seed(0)"])
def test_batches_are_drawn_anew_though_the_original_sets_a_seed_each_time(reseeds: str) -> None:
    """Else whoever builds on it would still be given one batch over and over, and pay for that."""
    source = f"""
    import random
    import numpy as np
    import torch
    def get_batch(data, context, batch_size):
        {reseeds}
        ix = torch.randint(len(data) - context, (batch_size,))
        return torch.stack([data[i:i + context] for i in ix]), torch.stack([data[i + 1:i + context + 1] for i in ix])
    def two(data):
        first, other, one, two = get_batch(data, 4, 3)[0], get_batch(data, 4, 3)[0], np.random.rand(), random.random()
        get_batch(data, 4, 3)
        return first, other, one != np.random.rand() and two != random.random()
    """
    call = CallFunction("two", (Array(np.arange(400), "torch"),), seed=1)
    reply = fake_student(source)(Substituted({"get_batch": StandIn("get_batch")}, call))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, tuple)
    first, other, own_draws_go_on = reply.value
    assert isinstance(first, Array)
    assert isinstance(other, Array)
    assert not np.array_equal(first.data, other.data)
    assert own_draws_go_on is True


CALLERS = """
    import numpy as np
    def calls(z):
        return softmax(z)
    def calls_that(z):
        return calls(z)
    def names_an_attribute(z):
        return z.softmax(-1)
"""


def test_a_name_that_does_not_exist_is_there_for_one_call_only(arrays: tuple[Array, ...]) -> None:
    ask = fake_student(CALLERS)
    call = CallFunction("calls", arrays[:1])
    stand_ins = {"softmax": StandIn("softmax", {"missing": True})}
    assert np.allclose(value(ask(Substituted(stand_ins, call))), softmax(arrays[0].data))
    reply = ask(call)
    assert isinstance(reply, Raised)
    assert reply.type_name == "NameError"


def test_a_name_that_does_not_exist_gets_a_stand_in_only_for_who_knows_that(arrays: tuple[Array, ...]) -> None:
    reply = fake_student(CALLERS)(Substituted({"softmax": StandIn("softmax")}, CallFunction("calls", arrays[:1])))
    assert isinstance(reply, Raised)


def test_what_code_calls_though_it_does_not_exist_is_told_and_an_attribute_is_not() -> None:
    names = ("calls", "calls_that", "names_an_attribute", "softmax")
    reply = fake_student(CALLERS)(Inspect(names))
    assert isinstance(reply, Returned)
    found = definitions_from(reply.value).described
    assert {name: "softmax" in found[name].uses for name in names[:3]} == {
        "calls": True,
        "calls_that": True,
        "names_an_attribute": False,
    }


def test_a_block_gives_nan_for_a_token_that_may_see_nothing() -> None:
    """As a softmax of nothing does; torch's own layer gives what the token has by itself."""
    source = """
        import torch
        class TransformerBlock(torch.nn.Module):
            def __init__(self, d_model, n_heads, dropout=0.1):
                super().__init__()
            def forward(self, x, mask=None):
                return x
        def first_and_last(hidden):
            block = TransformerBlock(8, 2).eval()
            mask = torch.ones(4, 4, dtype=torch.bool).tril(-1 if hidden else 0)
            out = block(torch.zeros(1, 4, 8), mask)
            return out[0].isnan().any(dim=-1).tolist()
    """
    ask = fake_student(source)
    names: dict[str, Value] = {name: name for name in ("d_model", "n_heads", "dropout")}
    block = StandIn("TransformerBlock", {"parameters": names})
    for hidden in (False, True):
        call = Substituted({"TransformerBlock": block}, CallFunction("first_and_last", (hidden,)))
        reply = ask(call)
        assert isinstance(reply, Returned), reply
        assert reply.value == (hidden, False, False, False)
