"""What a KV cache is for: a step costs about the same after 640 tokens as after 50.

The grader drives the decoding: it draws each token when the answer to the one before is there, so that nobody can run
ahead, and checks the logits of every step.  In each round our own model makes a step too, once with a cache and once
without; on a scale of ratios, a student nearer to the one without computes the past again.  No constant cost is asked:
a right step reads the whole cache, and joining tensors copies it.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from grader.checks.cached_generation import (
    ALPHABET,
    CERTAIN,
    certain,
    generation,
    question,
    require_generator,
    text_in,
)
from grader.checks.cached_model import Decoder, Model, Style, Tokens, logits_in, model_of, same, work_of
from grader.checks.claim import Claim
from grader.checks.objects import call_method
from grader.checks.pace import NOT_MEASURED, bench_of, cost_text, keeps_pace
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student
from grader.components.component import Component
from grader.components.inference_lab import cached_decoding
from grader.model import Array, Ask, CallFunction, Text, Value, Verdict
from grader.model.pace import Gap, Judgement, Outcome, Pace, Round, Turn

__all__ = ["COMPONENT"]

STEPS_TOO_SLOW = "decoding_growth.steps_too_slow"
FEW, MANY = 48, 640  # tokens before the first step that is timed
PROMPT, TEXT = 320, 12  # tokens before, and those that a generator is to write: eight times as much without a cache
SIZES = Sizes(V=13, d=64, h=4, L=3, C=MANY + 32)
# Which isn't used but for what is written of it: the anchors of each round say where the limit is.
GAP = Gap(good=2.0, bad=8.0)
BASELINE = """
import torch
V, D, H, L, C = 13, 64, 4, 3, 672
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
def text(ids, length):
    logits = prefill(ids)
    written = [int(logits.argmax())]
    while len(written) < length:
        written.append(int(step(written[-1]).argmax()))
    return written
def text_without_cache(ids, length):
    global seen
    seen = list(ids)
    for _ in range(length):
        seen.append(int(step_without_cache().argmax()))
    return seen[-length:]
"""


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


@dataclass
class Texts:
    """A text of `TEXT` tokens in each round, written by the student's generator after a prompt of `context` tokens.

    Its logits are made certain, so that there is one right text, whatever is drawn.  Which one is asked of the
    student's own model without a cache, and only at the end: the texts are held by then (`are_right`).
    """

    student: Student
    style: Style
    context: int
    written: list[tuple[Tokens, Tokens]] = field(default_factory=list)

    @property
    def label(self) -> str:
        return f"a text after {self.context} tokens"

    def begin(self, ours: Ask) -> None:  # noqa: ARG002 - as every workload's
        self.decoder = Decoder(self._model(), self.style)

    def _model(self) -> Model:
        return certain(model_of(self.student, SIZES, "decoding_growth.text"))

    def draw(self, dice: np.random.Generator) -> Round:
        prompt = dice.integers(0, SIZES.V, (1, self.context))
        call_method(self.student, self.decoder.module, ("eval",))

        def is_right(value: Value) -> bool:
            text = text_in(value, ALPHABET)
            new = [ALPHABET.find(letter) for letter in text[-TEXT:]]
            self.written.append((prompt, np.array([new])))
            return len(text) in {TEXT, self.context + TEXT} and min(new) >= 0

        ids = tuple(int(token) for token in prompt[0])
        return Round(
            Turn(question(self.student, self.decoder, ALPHABET, prompt, TEXT)),
            Turn(CallFunction("text", (ids, TEXT))),
            is_right,
            bad=Turn(CallFunction("text_without_cache", (ids, TEXT))),
            ours_is_right=lambda value: isinstance(value, tuple) and len(value) == TEXT,
        )

    def are_right(self) -> bool:
        """Each token is the likeliest after those before, as far as two ways of computing agree."""
        model = self._model()
        for prompt, new in self.written:
            logits = model.forward(np.concatenate([prompt, new[:, :-1]], axis=1))[0, -TEXT:]
            chosen = logits[np.arange(len(logits)), new[0, -len(logits) :]]
            if not (logits.max(axis=1) - chosen < CERTAIN).all():
                return False
        return bool(self.written)


def writes_with_the_cache(student: Student) -> Text | None:
    """The generator as a whole, prompt and all.  One that is seen not to use the cache pays in `cached_decoding`."""
    require_generator(student)
    if student.memo.get(STEPS_TOO_SLOW):
        raise Settled(Verdict.NOT_APPLICABLE, Text("Its steps cost too much already."))
    if not _is_right(student) or not _writes(student):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    _, style = cached_decoding.model(student)
    many = Texts(student, style, PROMPT)
    judgement = keeps_pace(
        student,
        BASELINE,
        many,
        GAP,
        Text(
            "{length} tokens after {n}, nearer to a model with a cache than to one without",
            {"length": TEXT, "n": PROMPT},
        ),
        proof=many.are_right,
    )
    if judgement.outcome is Outcome.KEEPS_PACE:
        return None
    student.suspect("decoding_growth/generator_starts_over")
    few = bench_of(student).keeps_pace(student.ask, BASELINE, Texts(student, style, FEW), GAP, student.seed)
    return cost_text(
        judgement,
        Text("a text of {length} tokens after {n}", {"length": TEXT, "n": PROMPT}),
        _growth(few, judgement, PROMPT),
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
        # Seen by those who grade as well: a count that was tampered with would look like this.
        student.note(
            Text(
                "By that count a step is as cheap as one with a cache, and by the clock it isn't: what takes the time "
                "is not in the matrix products that torch was seen to compute."
            )
        )
    student.memo[STEPS_TOO_SLOW] = True
    student.suspect("decoding_growth/recomputes_everything")
    bench = bench_of(student)
    few = bench.keeps_pace(student.ask, BASELINE, Steps(student, style, FEW), GAP, student.seed)
    return cost_text(
        many,
        Text("a step after {n} tokens", {"n": MANY}),
        _growth(few, many, MANY),
    )


def _note_work(student: Student, style: Style) -> bool:
    """Exact, whatever the machine; but counted in the student's own process, so it's information and no verdict.

    True if a step after `MANY` tokens is nearer to the forward of one token than to that of all, by ratio.
    """
    model = model_of(student, SIZES, "decoding_growth")
    work = []
    for context in (FEW, MANY):
        decoder = Decoder(model, style)
        tokens = student.dice(f"decoding_growth.work.{context}").integers(0, SIZES.V, (1, context + 1))
        decoder.prefill(tokens[:, :context])
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
                "kind": Text("the past isn't computed again") if cheap else Text("the past is computed again"),
            },
        )
    )
    return cheap


def _is_right(student: Student) -> bool:
    try:
        return cached_decoding.steps(student) is None
    except Settled:
        return False


def _writes(student: Student) -> bool:
    try:
        return generation(student) is None
    except Settled:
        return False


def _growth(few: Judgement, many: Judgement, n: int) -> Text:
    """How the cost grows from `FEW` tokens to `n`: the student's, and those of our two anchors beside it."""
    if not few.paces or not many.paces:
        return Text("With a cache only the new token goes through the projections.")
    growth = _grown(few, many, lambda pace: pace.student.seconds)
    cached = _grown(few, many, lambda pace: pace.baseline.seconds)
    uncached = _grown(few, many, lambda pace: (pace.bad or pace.baseline).seconds)
    return Text(
        "From {few} tokens to {many} the cost grows {times} times, like n to the power {exponent}; ours grows like n "
        "to the power {cached} with a cache, and {uncached} without. With a cache only the new token goes through the "
        "projections.",
        {
            "few": FEW,
            "many": n,
            "times": f"{growth:.2g}",
            "exponent": _exponent(growth, n),
            "cached": _exponent(cached, n),
            "uncached": _exponent(uncached, n),
        },
    )


def _grown(few: Judgement, many: Judgement, seconds: Callable[[Pace], float]) -> float:
    return statistics.median(map(seconds, many.paces)) / statistics.median(map(seconds, few.paces))


def _exponent(growth: float, n: int) -> str:
    return f"{math.log(growth) / math.log(n / FEW):.1f}"


COMPONENT = Component(
    "decoding_growth",
    tuple(
        replace(
            form,
            checks=(
                Claim("nearer_to_the_cache", Text("a step's cost hardly grows with the text"), nearer_to_the_cache),
                Claim("writes_with_the_cache", Text("the generator costs what its steps do"), writes_with_the_cache),
            ),
            supporting=(),
        )
        for form in cached_decoding.COMPONENT.forms
    ),
    measured=True,
    about="cached_decoding",
)
