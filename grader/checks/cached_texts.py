"""What a whole text costs a generator with a cache: judged by how it grows with the number of new tokens.

After a short prompt a text of n tokens costs about n times what a step does, with a cache; without one each step costs
as much as all before, and more and more.  The exponent of the total tells the two apart, whoever reads the prompt token
by token too.  Every text is checked against the model's own uncached forward.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from grader.checks.cached_generation import CERTAIN, certain, question, require_generator, text_in
from grader.checks.cached_model import Decoder, Style
from grader.checks.pace import bench_of, not_right, reason_text
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student
from grader.checks.uncached_model import Model, Numbers, model_of, with_values, work_in
from grader.model import CallFunction, Counted, Returned, Text, Value, Verdict
from grader.model.growth import Growth, Limit, Sized
from grader.model.pace import Outcome, Reason, Turn

__all__ = ["grows_in_proportion"]

PROMPT = 8  # tokens: so few that it doesn't matter how they are read
# The first is for getting warm.  Below 64 a step costs much the same with a cache and without; that length counts
# twice, as the exponent stands and falls with it.
LENGTHS, JITTER = (32, 64, 64, 128, 256), 0.1
COUNTED = (16, 64)
ALPHABET = "abcdefghijklm"
SIZES = Sizes(V=13, d=256, h=2, L=1, C=320)  # those of the anchors
# Measured on a busy machine: 0.64 to 1.34 with a cache, 1.46 to 1.75 without (docs/timing.md).
LIMIT = Limit(exponent=1.35, margin=0.1)
LOOKED_AT = 6  # tokens of a text, where forward gives the last position's logits alone

_AGAIN, _NOT_AGAIN = Text("the past is computed again"), Text("the past isn't computed again")


@dataclass
class Texts:
    """A text of each length after a prompt of its own, which no earlier one helps with, by an instance of its own.

    The weights are the same: to draw, send and set a million of them costs as much as most texts.
    """

    student: Student
    style: Style
    _built: tuple[np.random.Generator, Model] | None = None

    label = "texts"

    @cached_property
    def drawn(self) -> Model:
        return certain(model_of(self.student, SIZES, "decoding_growth.texts"))

    def model_for(self, dice: np.random.Generator) -> Model:
        """One for each attempt, which has dice of its own: what an earlier one built ended with its process."""
        if self._built is None or self._built[0] is not dice:
            self._built = dice, with_values(self.drawn, self.drawn.values)
        return self._built[1]

    @property
    def sizes(self) -> Sequence[int]:
        dice = self.student.dice("decoding_growth.lengths")
        return [round(length * dice.uniform(1 - JITTER, 1 + JITTER)) for length in LENGTHS]

    def draw(self, dice: np.random.Generator, size: int) -> Sized:
        model, prompt = self.model_for(dice), dice.integers(0, SIZES.V, (1, PROMPT))
        call = question(self.student, Decoder(model, self.style), ALPHABET, prompt, size)
        ours = (tuple(int(token) for token in prompt[0]), size)
        return Sized(
            Turn(call),
            good=Turn(CallFunction("text", ours)),
            bad=Turn(CallFunction("text_without_cache", ours)),
            reached=lambda value: _reached(model, prompt[0], value),
            ours=lambda value: len(value) if isinstance(value, tuple) else 0,
        )


def _reached(model: Model, prompt: Numbers, value: Value) -> int:
    """The number of new tokens; 0 where the model doesn't give each of them with certainty, or almost."""
    text = text_in(value, ALPHABET)
    new = text.removeprefix("".join(ALPHABET[i] for i in prompt))
    if not new or not set(new) <= set(ALPHABET):
        return 0
    ids = np.append(prompt, [ALPHABET.index(letter) for letter in new])[None]
    drawn, places = ids[0, PROMPT:], np.arange(len(new))
    logits = model.forward(ids[:, :-1])[0]
    if len(logits) == 1:
        places = np.unique(np.linspace(0, len(new) - 1, LOOKED_AT).astype(np.int64))
        rows = np.stack([model.last(ids[:, : PROMPT + at])[0] for at in places])
    else:
        rows = logits[PROMPT - 1 :]
    return len(new) if bool((rows.max(axis=1) - rows[np.arange(len(places)), drawn[places]] < CERTAIN).all()) else 0


def grows_in_proportion(student: Student, style: Style, baseline: str) -> Text | None:
    """`baseline` has ``text(ids, n)`` with a cache and ``text_without_cache(ids, n)``."""
    require_generator(student, Verdict.NOT_APPLICABLE)
    bench = bench_of(student)
    growth = bench.grows(student.ask, baseline, Texts(student, style), LIMIT, student.seed)
    if growth.outcome is Outcome.NOT_RIGHT:
        raise not_right(growth.reply)
    if growth.outcome is Outcome.INCONCLUSIVE:
        raise _undecided(growth)
    if growth.outcome is Outcome.KEEPS_PACE:
        # No measured number: the same seed gives the same report.
        student.note(
            Text(
                "Timed on the {device}: the cost of a text grows about as its length does, less than like n to the "
                "power {limit}.",
                {"device": growth.device, "limit": f"{LIMIT.exponent:g}"},
            )
        )
        return None
    student.suspect("decoding_growth/generates_without_the_cache")
    _note_work(student, style)
    return _too_slow(growth)


def _too_slow(growth: Growth) -> Text:
    advice = Text("With a cache the prompt goes in once, and then each step is given the newest token alone.")
    values: dict[str, str | int | float | Text] = {"device": growth.device, "advice": advice, "prompt": PROMPT}
    if growth.reason is Reason.TIMED_OUT:
        return Text("A text after {prompt} tokens: no answer within the time limit, on the {device}. {advice}", values)
    first, last = growth.played[0], growth.played[-1]
    values |= {"few": first.size, "many": last.size, "exponent": f"{growth.exponent:.2f}"}
    values |= {"limit": f"{LIMIT.exponent:g}", "good": f"{growth.good:.2f}", "bad": f"{growth.bad:.2f}"}
    return Text(
        "From {few} new tokens to {many} the cost of a text grows like n to the power {exponent} on the {device}, "
        "where {limit} is the limit; ours grows like n to the power {good} with a cache, and {bad} without, and what "
        "yours costs in the end is nearer to the latter. {advice}",
        values,
    )


def _undecided(growth: Growth) -> Settled:
    if growth.reason is None or math.isnan(growth.exponent):
        return Settled(
            Verdict.INCONCLUSIVE,
            Text("Right, but it couldn't be timed on this machine. You lose no points for it."),
        )
    on_purpose = growth.reason.can_be_had_on_purpose
    values: dict[str, str | int | float | Text] = {
        "why": reason_text(growth.reason),
        "exponent": f"{growth.exponent:.2f}",
        "limit": f"{LIMIT.exponent:g}",
        "device": growth.device,
        "end": Text("Your teacher will look at it.") if on_purpose else Text("You lose no points for it."),
    }
    return Settled(
        Verdict.FOR_REVIEW if on_purpose else Verdict.INCONCLUSIVE,
        Text(
            "Right, but whether a text costs too much couldn't be decided ({why}): its cost grows like n to the power "
            "{exponent} on the {device}, where {limit} is the limit. {end}",
            values,
        ),
    )


def _note_work(student: Student, style: Style) -> None:
    """How the work of the whole generator grows with the text: like n with a cache, like n² and more without.

    As information: it's counted in the student's own process.
    """
    model = model_of(student, SIZES, "decoding_growth")
    prompt = student.dice("decoding_growth.texts").integers(0, SIZES.V, (1, PROMPT))
    work = []
    for length in COUNTED:
        reply = student.ask(Counted(question(student, Decoder(model, style), ALPHABET, prompt, length)))
        work.append(work_in(reply.value) if isinstance(reply, Returned) else 0)
    if not all(work):
        return
    exponent = math.log(work[1] / work[0]) / math.log(COUNTED[1] / COUNTED[0])
    student.note(
        Text(
            "For information: a text of {few} tokens takes your generator {first} thousand multiplications, and one of "
            "{many} tokens {second} thousand, which is like n to the power {exponent}: {kind}.",
            {
                "few": COUNTED[0],
                "many": COUNTED[1],
                "first": work[0] // 1000,
                "second": work[1] // 1000,
                "exponent": f"{exponent:.1f}",
                "kind": _NOT_AGAIN if exponent < 1.5 else _AGAIN,
            },
        )
    )
