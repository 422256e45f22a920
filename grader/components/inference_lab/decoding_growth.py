"""What a KV cache is for: a step costs about the same after 640 tokens as after 50.

The grader drives the decoding: it draws each token when the answer to the one before is there, so that nobody can run
ahead, and checks the logits of every step.  In each round our own model makes a step too, once with a cache and once
without; on a scale of ratios, a student nearer to the one without computes the past again.  No constant cost is asked:
a right step reads the whole cache, and joining tensors copies it.

What a whole text costs a generator is judged by its exponent (`grader.checks.cached_texts`).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from grader.checks.cached_generation import require_generator
from grader.checks.cached_model import Decoder, Style
from grader.checks.cached_texts import grows_in_proportion
from grader.checks.claim import Claim
from grader.checks.pace import NOT_MEASURED, bench_of, cost_text, keeps_pace
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student
from grader.checks.uncached_model import Model, Tokens, logits_in, model_of, same, work_of
from grader.components.component import Component
from grader.components.inference_lab import cached_decoding
from grader.model import Array, Ask, CallFunction, Text, Value, Verdict
from grader.model.pace import Gap, Judgement, Outcome, Pace, Round, Turn

__all__ = ["COMPONENT"]

FEW, MANY = 48, 640  # tokens before the first step that is timed
# Wide, with few heads and one layer: what a right step does for each earlier token, head and layer (keys kept in a list
# are joined anew) costs little beside the products that a cache saves (docs/timing.md).
SIZES = Sizes(V=13, d=256, h=2, L=1, C=MANY + 32)
# Which isn't used but for what is written of it: the anchors of each round say where the limit is.
GAP = Gap(good=2.0, bad=8.0)
BASELINE = """
import torch
V, D, H, L, C = 13, 256, 2, 1, 672
torch.manual_seed(0)
linear = torch.nn.functional.linear
tokens, positions, head = (torch.randn(*s) for s in ((V, D), (C, D), (V, D)))
layers = [[torch.randn(a, b) / b ** 0.5 for a, b in ((3 * D, D), (D, D), (4 * D, D), (D, 4 * D))] for _ in range(L)]
def norm(x):
    return torch.nn.functional.layer_norm(x, (D,))
def advanced(ids, cache, at):
    x = tokens[ids] + positions[at : at + len(ids)]
    mask = torch.ones(len(ids), at + len(ids), dtype=torch.bool).tril(at)
    for layer, (qkv, out, up, down) in enumerate(layers):
        q, k, v = linear(norm(x), qkv).view(len(ids), 3, H, D // H).permute(1, 2, 0, 3)
        if cache[layer] is not None:
            k, v = torch.cat((cache[layer][0], k), dim=1), torch.cat((cache[layer][1], v), dim=1)
        cache[layer] = (k, v)
        scores = (q @ k.transpose(1, 2) / (D // H) ** 0.5).masked_fill(~mask, float("-inf"))
        x = x + linear((torch.softmax(scores, -1) @ v).transpose(0, 1).reshape(len(ids), D), out)
        x = x + linear(torch.nn.functional.gelu(linear(norm(x), up)), down)
    return linear(norm(x), head)[-1]
def prefill(ids):
    global cache, seen
    with torch.no_grad():
        cache, seen = [None] * L, list(ids)
        return advanced(torch.tensor(seen), cache, 0)
def step(token):
    with torch.no_grad():
        seen.append(token)
        return advanced(torch.tensor([token]), cache, len(seen) - 1)
def step_without_cache():
    with torch.no_grad():
        return advanced(torch.tensor(seen), [None] * L, 0)
def text(ids, n):
    logits, new = prefill(ids), []
    for _ in range(n):
        new.append(int(logits.argmax()))
        logits = step(new[-1])
    return new
def text_without_cache(ids, n):
    global seen
    seen = list(ids)
    for _ in range(n):
        seen.append(int(step_without_cache().argmax()))
    return seen[len(ids):]
"""


_AGAIN, _NOT_AGAIN = Text("the past is computed again"), Text("the past isn't computed again")
_NEW_TOKEN_ALONE = Text("With a cache only the new token goes through the projections.")
_ELSEWHERE = Text(
    "By its products your step doesn't compute the past again. Look for what else it does once for each earlier token, "
    "such as a loop in Python."
)


@dataclass
class Steps:
    """One step of a decoding in each round, after a prompt of `context` tokens."""

    student: Student
    style: Style
    context: int

    @property
    def label(self) -> str:
        return f"decoding after {self.context} tokens"

    def begin(self, ours: Ask) -> None:
        self.model: Model = model_of(self.student, SIZES, "decoding_growth")
        self.decoder = Decoder(self.model, self.style)
        self.tokens: Tokens = self.student.dice(self.label).integers(0, SIZES.V, (1, self.context))
        asked = Text("prefill of {n} tokens", {"n": self.context})
        self.student.returned(self.decoder.prefill(self.tokens), asked)
        ours(CallFunction("prefill", (tuple(int(token) for token in self.tokens[0]),)))

    def draw(self, dice: np.random.Generator) -> Round:
        token = dice.integers(0, SIZES.V, (1,))
        self.tokens = np.concatenate([self.tokens, token[None]], axis=1)
        expected = self.model.last(self.tokens)

        def is_right(value: Value) -> bool:
            self.decoder.received(value)
            logits = logits_in(value, 1, SIZES.V)
            return logits is not None and same(expected, logits[:, -1]).same

        return Round(
            Turn(self.decoder.question(token)),
            Turn(CallFunction("step", (int(token[0]),))),
            is_right,
            bad=Turn(CallFunction("step_without_cache")),
            ours_is_right=lambda value: isinstance(value, Array) and value.shape == (SIZES.V,),
        )


def nearer_to_the_cache(student: Student) -> Text | None:
    if not _is_right(student):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    bench_of(student)
    _, style = cached_decoding.model(student)
    cheap = _note_work(student, style)
    many = keeps_pace(
        student,
        BASELINE,
        Steps(student, style, MANY),
        GAP,
        Text("after {n} tokens, nearer to a model with a cache than to one without", {"n": MANY}),
    )
    if many.outcome is Outcome.KEEPS_PACE:
        return None
    if cheap:
        # No cause is named then.  Seen by those who grade as well: a count that was tampered with would look like this.
        student.note(
            Text(
                "By that count a step is as cheap as one with a cache, and by the clock it isn't: what takes the time "
                "is not in the matrix products that torch was seen to compute."
            )
        )
    else:
        student.suspect("decoding_growth/recomputes_everything")
    student.memo["decoding_growth.too_slow"] = True
    bench = bench_of(student)
    few = bench.keeps_pace(student.ask, BASELINE, Steps(student, style, FEW), GAP, student.seed)
    return cost_text(
        many,
        Text("a step after {n} tokens", {"n": MANY}),
        _growth(few, many, advice=_ELSEWHERE if cheap else _NEW_TOKEN_ALONE),
    )


def text_in_proportion(student: Student) -> Text | None:
    require_generator(student, Verdict.NOT_APPLICABLE)
    if not _is_right(student):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    if "decoding_growth.too_slow" in student.memo:
        raise Settled(Verdict.NOT_APPLICABLE, Text("The steps cost too much themselves, whatever the generator does."))
    _, style = cached_decoding.model(student)
    return grows_in_proportion(student, style, BASELINE)


def _note_work(student: Student, style: Style) -> bool:
    """Exact, whatever the machine; but counted in the student's own process, so it's information and no verdict.

    True if a step after `MANY` tokens is nearer to the forward of one token than to that of all, by ratio.
    """
    model = model_of(student, SIZES, "decoding_growth")
    work = []
    for context in (FEW, MANY):
        decoder = Decoder(model, style)
        tokens = student.dice(f"decoding_growth.work.{context}").integers(0, SIZES.V, (1, context + 1))
        # A cache may be filled by the first step after the prompt.
        decoder.prefill(tokens[:, : context - 1])
        decoder.step(tokens[:, context - 1])
        decoder.step(tokens[:, context], counting=True)
        work.append(decoder.work)
    if not all(work):
        return False
    one, everything = (work_of(model, tokens[:, :n]) for n in (1, MANY + 1))
    cheap = work[1] ** 2 < one * everything
    student.note(
        Text(
            "For information: a step of yours takes {first} thousand multiplications after {few} tokens and "
            "{second} thousand after {many}: {kind}.",
            {
                "first": work[0] // 1000,
                "few": FEW,
                "second": work[1] // 1000,
                "many": MANY,
                "kind": _NOT_AGAIN if cheap else _AGAIN,
            },
        )
    )
    return cheap


def _is_right(student: Student) -> bool:
    if "decoding_growth.right" not in student.memo:
        try:
            student.memo["decoding_growth.right"] = cached_decoding.steps(student) is None
        except Settled:
            student.memo["decoding_growth.right"] = False
    right: bool = student.memo["decoding_growth.right"]
    return right


def _growth(few: Judgement, many: Judgement, advice: Text) -> Text:
    """How the cost grows from `FEW` tokens to `MANY`: the student's, and those of our two anchors beside it."""
    if not few.paces or not many.paces:
        return advice
    growth = _grown(few, many, lambda pace: pace.student.seconds)
    cached = _grown(few, many, lambda pace: pace.baseline.seconds)
    uncached = _grown(few, many, lambda pace: (pace.bad or pace.baseline).seconds)
    return Text(
        "From {few} tokens to {many} the cost of a step grows {times} times, like n to the power {exponent}; ours "
        "grows like n to the power {cached} with a cache, and {uncached} without. {advice}",
        {
            "few": FEW,
            "many": MANY,
            "times": f"{growth:.2g}",
            "exponent": _exponent(growth),
            "cached": _exponent(cached),
            "uncached": _exponent(uncached),
            "advice": advice,
        },
    )


def _grown(few: Judgement, many: Judgement, seconds: Callable[[Pace], float]) -> float:
    return statistics.median(map(seconds, many.paces)) / statistics.median(map(seconds, few.paces))


def _exponent(growth: float) -> str:
    return f"{math.log(growth) / math.log(MANY / FEW):.1f}"


COMPONENT = Component(
    "decoding_growth",
    tuple(
        replace(
            form,
            checks=(
                Claim("nearer_to_the_cache", Text("a step's cost hardly grows with the text"), nearer_to_the_cache),
                Claim("text_in_proportion", Text("a whole text costs in proportion to its length"), text_in_proportion),
            ),
            supporting=(),
        )
        for form in cached_decoding.COMPONENT.forms
    ),
    measured=True,
    about="cached_decoding",
)
