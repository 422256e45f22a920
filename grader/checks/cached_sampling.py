"""Are the tokens of a generator with a cache drawn from softmax(logits / temperature)?  Judged by their frequencies.

The contract asks for the text that a generator without a cache would write, and that one draws.  The logits are those
of the student's own model with weights that make them the same after any text: each new token of one call is then an
independent draw, and neither the cache nor the model can be to blame.  Such a model needs no layers, and writes some
three times as fast without; whose code can't do without one gets one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from grader.checks.cached_generation import ROLE, question, require_generator, text_in
from grader.checks.cached_model import Decoder, Style
from grader.checks.cached_style import continued, has_methods, style_of
from grader.checks.generator_parameters import roles_of
from grader.checks.parameter_count import Sizes
from grader.checks.sampling import WRONG, Law, departs, explained, frequency_text, softmax, strays
from grader.checks.student import Settled, Student
from grader.checks.uncached_model import Model, Numbers, Tokens, logits_in, model_of, with_values
from grader.model import Array, Raised, Returned, Text, Verdict

__all__ = ["sampling"]

ALPHABET = "abcde"
PROMPT = 3
# In one call, as long as the context lets it; another seed each.  Where the first calls leave room for doubt, more are
# made, one after the other.
DRAWS, CALLS, MORE = 100, 2, 3
# There's none where each token is as frequent as a right sampler makes it, but for so often on each side: within two
# standard deviations.  That one writes 230 tokens on average, and less that's wrong passes than if all wrote 400.
NEAR = 0.023
SIZES = Sizes(V=5, d=12, h=3, L=0, C=PROMPT + DRAWS + 5)
WITH_A_LAYER = replace(SIZES, L=1)
TEMPERATURES = (1.0, 0.5, 2.0)
SPREAD = 3.0  # from the largest logit to the smallest


@dataclass(frozen=True, eq=False)
class Runs:
    """What the calls at one temperature wrote; `texts` are token ids, one array for each seed."""

    asked: Text
    temperature: float
    texts: tuple[Tokens, ...]

    @property
    def counts(self) -> Tokens:
        return np.bincount(np.concatenate(self.texts), minlength=SIZES.V)


def sampling(student: Student) -> Text | None:
    require_generator(student)
    has_methods(student)
    style = style_of(student, model_of(student, WITH_A_LAYER, "cached.style"))
    try:
        return _judged_by(student, style, SIZES)
    except Settled as settled:
        # The model may not be built, nor the generator look into its cache, where there is no layer.
        if settled.verdict is Verdict.TIMED_OUT:
            raise
        return _judged_by(student, style, WITH_A_LAYER)


def _judged_by(student: Student, style: Style, sizes: Sizes) -> Text | None:
    model, logits = _indifferent(student, style, sizes)
    if "temperature" not in roles_of(student.found[ROLE]):
        if set(_runs(student, model, style, None, 0).texts[0]) == {int(logits.argmax())}:
            student.suspect("cached_decoding/argmax")
        return Text("{name} has no temperature parameter.", {"name": student.found[ROLE].name})
    runs = [_judged(student, model, style, t, place, logits) for place, t in enumerate(TEMPERATURES)]
    draws = [(run.temperature, run.counts) for run in runs]
    tests = SIZES.V * len(runs)
    for run in runs:
        if departs(run.counts, softmax(logits / run.temperature), tests):
            law = explained(logits, draws, tests)
            _name(student, model, style, runs, law)
            return Text(
                "{asked}: the tokens came up with the frequencies {got}; softmax(logits / temperature) gives "
                "{expected}. {cause}",
                {
                    "asked": run.asked,
                    "got": _by_frequency(logits, run.counts / run.counts.sum()),
                    "expected": _by_frequency(logits, softmax(logits / run.temperature)),
                    "cause": law.meaning if law else Text(""),
                },
            )
    if all(np.array_equal(run.texts[0], other) for run in runs for other in run.texts[1:]):
        student.suspect("cached_decoding/seeded_in_the_function")
        return Text(
            "{asked}: the same text came back for two different seeds. The seed is set within the generator; who calls "
            "it should decide.",
            {"asked": runs[0].asked},
        )
    return None


# What has a file of its own; `explained` knows more ways.
_NAMED = {"argmax", "temperature_ignored", "temperature_multiplied", "temperature_after_softmax"}


def _name(student: Student, model: Model, style: Style, runs: list[Runs], law: Law | None) -> None:
    """Name the mistake by the frequencies and, where two give the same ones, by one more look."""
    found = law.misconception if law is not None else ""
    if found == "temperature_ignored":
        # p / T is infinite at 0, and p isn't.
        decoder = Decoder(model, style)
        at_zero = student.ask(question(student, decoder, ALPHABET, _prompt(student), 5, temperature=0.0))
        found = "temperature_after_softmax" if isinstance(at_zero, Raised) else found
    if all(len(set(text)) == 1 for run in runs for text in run.texts):
        # No chance at all: the largest logit, or the same random number each time?
        found = "argmax" if _follows_the_logits(student, model, style) else "seeded_in_the_function"
    if found in {*_NAMED, "seeded_in_the_function"}:
        student.suspect(f"cached_decoding/{found}")


def _follows_the_logits(student: Student, model: Model, style: Style) -> bool:
    """Where all tokens have practically the same probability, does the largest logit come up whichever it is?"""
    for turned in (model, _scaled(model, -1.0)):
        logits = _constant_logits(student, turned, style)
        run = _runs(student, turned, style, 1e6, len(TEMPERATURES))
        if logits is None or set(run.texts[0]) != {int(logits.argmax())}:
            return False
    return True


def _prompt(student: Student) -> Tokens:
    return student.dice("cached.sampling.prompt").permutation(SIZES.V)[None, :PROMPT]


def _judged(student: Student, model: Model, style: Style, temperature: float, place: int, logits: Numbers) -> Runs:
    """As many calls as are needed: a right sampler mostly shows after the first ones."""
    run = _runs(student, model, style, temperature, place)
    for number in range(CALLS, CALLS + MORE):
        if not strays(run.counts, softmax(logits / temperature), NEAR):
            break
        text = _written(student, model, style, temperature, place, number)
        run = replace(run, texts=(*run.texts, text))
    return run


def _runs(student: Student, model: Model, style: Style, temperature: float | None, place: int) -> Runs:
    texts = tuple(_written(student, model, style, temperature, place, number) for number in range(CALLS))
    return Runs(_asked(student, temperature), 1.0 if temperature is None else temperature, texts)


def _written(
    student: Student, model: Model, style: Style, temperature: float | None, place: int, number: int
) -> Tokens:
    """The new tokens of the call of this `number`, under a seed of its own."""
    ids, asked = _prompt(student), _asked(student, temperature)
    seed = int(student.dice(f"cached.sampling.{place}").choice(2**31, CALLS + MORE, replace=False)[number])
    call = question(student, Decoder(model, style), ALPHABET, ids, DRAWS, temperature=temperature, seed=seed)
    whole = text_in(student.returned(student.ask(call), asked).value, ALPHABET)
    new = whole.removeprefix(_spelled(ids))
    tokens = np.array([ALPHABET.index(letter) for letter in new if letter in ALPHABET], dtype=np.int64)
    if len(tokens) < DRAWS // 2:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: only {got} new tokens came back, too few to judge their frequencies.",
                {"asked": asked, "got": len(tokens)},
            ),
        )
    return tokens


def _asked(student: Student, temperature: float | None) -> Text:
    return Text(
        "{name}, {length} tokens after {prompt}, temperature {temperature}",
        {
            "name": student.found[ROLE].name,
            "length": DRAWS,
            "prompt": repr(_spelled(_prompt(student))),
            "temperature": f"{1.0 if temperature is None else temperature:g}",
        },
    )


def _spelled(ids: Tokens) -> str:
    return "".join(ALPHABET[i] for i in ids[0])


def _by_frequency(logits: Numbers, shares: Numbers) -> str:
    order = np.argsort(-logits)
    return frequency_text("".join(ALPHABET[i] for i in order), shares[order])


# -- a model whose logits are the same after any text ----------------------------------------------


def _indifferent(student: Student, style: Style, sizes: Sizes) -> tuple[Model, Numbers]:
    """The model, and its logits (V,)."""
    for number in range(20):
        drawn = model_of(student, sizes, f"cached.sampling.{number}")
        for values in (_without_gains(drawn), _with_equal_rows(drawn)):
            model = with_values(drawn, values)
            # Most weights are of no use, which the answer to a prompt alone shows.
            logits = _after_a_prompt(student, model, style)
            if logits is None:
                logits = _constant_logits(student, model, style)
            if logits is None or not _is_of_use(logits):
                continue
            model = _scaled(model, SPREAD / float(np.ptp(logits)))
            scaled = _constant_logits(student, model, style)
            if scaled is not None and abs(float(np.ptp(scaled)) - SPREAD) < 0.1 * SPREAD and _tells_apart(scaled):
                return model, scaled
    raise Settled(
        Verdict.NOT_APPLICABLE, Text("No weights were found with which the model's logits are the same after any text.")
    )


def _after_a_prompt(student: Student, model: Model, style: Style) -> Numbers | None:
    reply = Decoder(model, style).prefill(_prompt(student))
    found = logits_in(reply.value, 1, SIZES.V) if isinstance(reply, Returned) else None
    return None if found is None else found[0, -1]


def _is_of_use(logits: Numbers) -> bool:
    spread = float(np.ptp(logits))
    return spread > 1e-3 and _tells_apart(logits * SPREAD / spread)


def _tells_apart(logits: Numbers) -> bool:
    """Do all known wrong ways of drawing show with these logits, even with the draws of the first calls alone?

    So does a place in the sorted logits that is taken for an id, whichever way they are sorted.
    """
    draws, tests = DRAWS * CALLS, SIZES.V * len(TEMPERATURES)
    rising = np.sort(logits)
    for of_places in (rising, rising[::-1]):
        if not departs(np.round(draws * softmax(of_places)).astype(np.int64), softmax(logits), tests):
            return False
    return all(
        any(
            departs(np.round(draws * law.probabilities(logits, t)).astype(np.int64), softmax(logits / t), tests)
            for t in TEMPERATURES
        )
        for law in WRONG
        if law.misconception
    )


def _without_gains(model: Model) -> tuple[Array, ...]:
    """All norms give their bias, whatever they are given: so does the last, and the logits are constant."""
    return tuple(
        Array(np.zeros_like(value.data), "torch")
        if "norm" in parameter.owner_type.lower() and parameter.name.endswith(("weight", "gain", "gamma"))
        else value
        for parameter, value in zip(model.description.parameters, model.values, strict=True)
    )


def _with_equal_rows(model: Model) -> tuple[Array, ...]:
    """All tokens and all positions are alike, and so are all keys and values: attention gives that one value."""
    tables = {(SIZES.V, SIZES.d), (SIZES.C, SIZES.d), (1, SIZES.C, SIZES.d)}
    return tuple(
        Array(np.broadcast_to(value.data[..., :1, :], value.data.shape).copy(), "torch")
        if parameter.shape in tables and parameter.owner_type != "Linear"
        else value
        for parameter, value in zip(model.description.parameters, model.values, strict=True)
    )


def _scaled(model: Model, factor: float) -> Model:
    """With logits `factor` times as far apart: the head's parameters, or where it has none the tokens' table."""
    parameters = model.description.parameters
    head = {i for i, p in enumerate(parameters) if SIZES.V in p.shape and p.owner_type != "Embedding"}
    chosen = head or {i for i, p in enumerate(parameters) if SIZES.V in p.shape}
    return with_values(
        model, tuple(Array(v.data * factor, "torch") if i in chosen else v for i, v in enumerate(model.values))
    )


def _constant_logits(student: Student, model: Model, style: Style) -> Numbers | None:
    """The logits (V,) that prefill and steps give after any text; None where they differ, or are all the same."""
    tokens = student.dice("cached.sampling.texts").integers(0, SIZES.V, (2, 1, PROMPT + 3))
    answers = [
        np.concatenate(continued(Decoder(model, style), text, PROMPT, Text("a step after {n} tokens", {"n": PROMPT})))
        for text in tokens
    ]
    rows = np.concatenate(answers)
    spread = float(np.ptp(rows[0]))
    return rows[0] if spread > 1e-3 and float(np.ptp(rows, axis=0).max()) < 1e-3 * spread else None
