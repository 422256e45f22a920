"""Multi-head attention without a Python loop over tokens: a loop over the heads is fine.

Timed from outside, against one of ours that goes from head to head, in a process beside.  The student's own `attention`
and `softmax` are part of it; where those are at fault, a stand-in is timed in their place.

Few features a head: what a loop over tokens costs doesn't grow with them, and the arrays of (tokens, tokens, features)
that broadcasting makes stay small.  Every way of writing a head with whole arrays costs at most twice what ours does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.explained_by_weights import attention_explained
from grader.checks.mask_convention import convention_of
from grader.checks.matches_reference import exact
from grader.checks.modules import SYNONYMS, bind_constructor
from grader.checks.pace import NOT_MEASURED, cost_text, keeps_pace, place_of
from grader.checks.python_lines import Tokens, note_loops
from grader.checks.student import Settled, Student
from grader.checks.token_mixing import learn_masks
from grader.checks.token_modules import TokenModule, constructor_values, token_module
from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.components.component import Component
from grader.components.transformer import multihead
from grader.model import Array, BuildModule, CallFunction, Each, SetParameters, Text, Value, Verdict
from grader.model.pace import Gap, Outcome, Round, Turn

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

N, CALLS = 80, 24
D, H = 6, 2  # of the module
# Measured: einsum or broadcasting 1.0 to 1.8; a loop over the tokens within each head 7.8 and more.  One for a part of
# it, such as the outputs alone, costs 4.3 to 6.4: too near the limit to be told for certain, and then it costs nothing.
GAP = Gap(good=1.9, bad=7.7)

MODULE_BASELINE = """
import torch
kept = None
def keep(*weights):
    global kept
    kept = weights
def multihead(x, mask):
    W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O = kept
    outputs = []
    for Q, K, V in zip(*((x @ w + b).chunk(2, dim=-1) for w, b in ((W_Q, b_Q), (W_K, b_K), (W_V, b_V)))):
        scores = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5
        outputs.append(torch.softmax(scores.masked_fill(~mask, -1e9), dim=-1) @ V)
    return torch.cat(outputs, dim=-1) @ W_O + b_O
"""
FUNCTION_BASELINE = {
    "numpy": """
import numpy as np
def multihead(X, heads, W_O):
    outputs = []
    for W_Q, W_K, W_V in heads:
        Q, K, V = X @ W_Q, X @ W_K, X @ W_V
        scores = Q @ K.T / np.sqrt(Q.shape[-1])
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        outputs.append(weights / weights.sum(axis=-1, keepdims=True) @ V)
    return np.concatenate(outputs, axis=-1) @ W_O
""",
    "torch": """
import torch
def multihead(X, heads, W_O):
    outputs = []
    for W_Q, W_K, W_V in heads:
        Q, K, V = X @ W_Q, X @ W_K, X @ W_V
        outputs.append(torch.softmax(Q @ K.T / Q.shape[-1] ** 0.5, dim=-1) @ V)
    return torch.cat(outputs, dim=-1) @ W_O
""",
}
ADVICE = Text(
    "Ours has a loop over the heads, and none over tokens. A loop over tokens is the commonest reason: let each head "
    "treat all of its tokens at once, in matrices."
)


def _tokens(dice: np.random.Generator) -> int:
    return int(dice.integers(N - N // 20, N + N // 20 + 1))


def _too_slow(student: Student, baseline: str, workload: Modules | Functions) -> Text | None:
    judgement = keeps_pace(student, baseline, workload, GAP)
    if judgement.outcome is Outcome.KEEPS_PACE:
        return None
    student.suspect("multihead_speed/loops_over_tokens")
    dice = student.dice("multihead_speed.lines")
    note_loops(student, tuple(Tokens(n, n, workload.question(dice, n, 1)) for n in (8, 24, 48)))
    return cost_text(judgement, Text("multi-head attention of {n} tokens", {"n": N}), ADVICE)


def _right(value: Value, expected: Numbers) -> bool:
    got = numbers(value)
    if isinstance(got, NotNumbers) or got.data.size != expected.size:
        return False
    return compare(expected, got.data.reshape(expected.shape), tolerance_for(got.dtype, depth=2)).same


def _repeated(value: Value, calls: int = CALLS) -> Value:
    """An array that all calls share, one for each of them."""
    if not isinstance(value, Array):
        return value
    return replace(value, data=np.broadcast_to(value.data, (calls, *value.shape)).copy())


# The module

_WEIGHTS = ("W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O")


@dataclass(frozen=True)
class Modules:
    """`CALLS` inputs (1, n, D), or (n, D) for a module that takes no batches, with n near `N`."""

    student: Student
    module: TokenModule
    preparation: tuple[BuildModule, SetParameters]
    weights: Any
    causal: bool
    part: int | str | None
    label: str = "multi-head attention, module"

    def draw(self, dice: np.random.Generator) -> Round:
        n = _tokens(dice)
        x = dice.normal(0, 1, (CALLS, n, D)).astype(np.float32).astype(np.float64)
        mask = np.tril(np.ones((n, n), dtype=np.bool_)) if self.causal else np.ones((n, n), dtype=np.bool_)
        ours = CallFunction("multihead", (Array(x, "torch", "float32"), _repeated(Array(mask, "torch"))))
        keep = CallFunction("keep", tuple(Array(getattr(self.weights, w), "torch", "float32") for w in _WEIGHTS))
        expected = self.student.references.multihead.multi_head_attention(x, self.weights, H, mask)
        return Round(
            Turn(self._of(x), self.preparation),
            Turn(Each(ours), (keep,)),
            lambda value: _right(value, expected),
        )

    def question(self, dice: np.random.Generator, n: int, calls: int) -> Each:
        return self._of(dice.normal(0, 1, (calls, n, D)))

    def _of(self, x: Numbers) -> Each:
        """For each of the inputs x (calls, n, D)."""
        single = self.student.memo.get("single-MultiHeadAttention")
        call = self.module.question(x if single else x[:, None], self.module.mask_of_all(x.shape[1]))
        tokens = call.args[0]
        own = replace(
            call,
            args=tuple(arg if arg is tokens else _repeated(arg, len(x)) for arg in call.args),
            keywords={key: _repeated(value, len(x)) for key, value in call.keywords.items()},
        )
        return Each(own, self.part)


def module_vectorised(student: Student) -> Text | None:
    definition = student.found[ROLE]
    properties = (multihead.equivariant, multihead.mask_reaches_heads, multihead.sensible_count)
    try:
        broken = attention_explained(student, D, H, properties)
    except Settled as settled:
        if settled.verdict is not Verdict.WRONG:
            raise
        raise Settled(Verdict.SKIPPED, NOT_MEASURED) from settled
    if broken is not None:
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    reference = student.references.multihead.multi_head_attention
    found = student.memo[f"evidence-{ROLE}-{H}"].explained(
        lambda weights, x, allowed: reference(x, weights, H, allowed)
    )
    more: dict[str, Value] = {}
    if any(parameter.name in SYNONYMS["context"] for parameter in definition.parameters):
        more["context"] = 2 * N
    module = token_module(student, ROLE, D, H, "", **more)
    values = constructor_values(definition, d_model=D, n_heads=H, **more)
    args, keywords = bind_constructor(definition, ("d_model", "n_heads", "dropout"), values)
    preparation = (
        BuildModule(module.handle, definition.name, args, keywords),
        SetParameters(module.handle, tuple(Array(value, "torch") for value in module.values)),
    )
    causal = learn_masks(module.mixer).causal
    trial = student.dice("trial").normal(0, 1, (1, 5, D))
    if student.memo.get(f"single-{ROLE}"):
        trial = trial[0]
    asked = Text("{name}({d}, {h})", {"name": definition.name, "d": D, "h": H})
    value = student.returned(student.ask(module.question(trial, module.mask_of_all(5))), asked).value
    workload = Modules(student, module, preparation, found.reading.weights, causal, place_of(value, 5 * D))
    return _too_slow(student, MODULE_BASELINE, workload)


# The function

Heads: TypeAlias = tuple[tuple[Array, ...], ...]  # of each head (W_Q, W_K, W_V)


@dataclass(frozen=True)
class Functions:
    """`CALLS` inputs (n, 12) with n near `N`, and 3 heads with d_k = d_v = 1."""

    student: Student
    part: int | str | None
    label: str = "multi-head attention, function"

    def draw(self, dice: np.random.Generator) -> Round:
        tokens, heads, W_O = self._inputs(dice, _tokens(dice), CALLS)
        reference = self.student.references.multihead.multihead
        plain = [tuple(exact(W) for W in head) for head in heads]
        expected = np.stack([reference(x, plain, exact(W_O)) for x in exact(tokens)])
        ours = Each(CallFunction("multihead", (tokens, heads, _repeated(W_O))))
        return Round(Turn(self._of(tokens, heads, W_O)), Turn(ours), lambda value: _right(value, expected))

    def question(self, dice: np.random.Generator, n: int, calls: int) -> Each:
        return self._of(*self._inputs(dice, n, calls))

    def _inputs(self, dice: np.random.Generator, n: int, calls: int) -> tuple[Array, Heads, Array]:
        array = self.student.array
        heads = tuple(tuple(array(dice.normal(0, 12**-0.5, (12, k))) for k in (1, 1, 1)) for _ in range(3))
        return array(dice.normal(0, 1, (calls, n, 12))), heads, array(dice.normal(0, 3**-0.5, (3, 12)))

    def _of(self, tokens: Array, heads: Heads, W_O: Array) -> Each:
        calls, n, _ = tokens.shape
        own = self.student.found["multihead"]
        masked = () if own.takes(3) else (_repeated(_open_mask(self.student, n), calls),)
        return Each(CallFunction(own.name, (tokens, heads, _repeated(W_O, calls), *masked)), self.part)


def _open_mask(student: Student, n: int) -> Value:
    return convention_of(student).encode(np.ones((n, n), dtype=np.bool_), student.library)


def function_vectorised(student: Student) -> Text | None:
    if multihead.function_values(student) is not None:
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    # What the last question gave shows where the output stands.
    last = student.observations[-1]
    tokens = last.args[0]
    assert isinstance(tokens, Array)
    part = None if last.got is None else place_of(last.got, tokens.data.size)
    return _too_slow(student, FUNCTION_BASELINE[student.library], Functions(student, part))


ROLE = "MultiHeadAttention"
HOW = {"torch": module_vectorised, "numpy": function_vectorised}

COMPONENT = Component(
    "multihead_speed",
    tuple(
        replace(form, checks=(Claim("vectorised", Text("no loop over tokens"), HOW[form.id]),))
        for form in multihead.COMPONENT.forms
    ),
    measured=True,
    about="multihead",
)
