"""Text generation: ``generate(model, tok, prompt, length=200, temperature=1.0, top_k=None)`` (contract, *minigpt*).

Judged by what it does with a model whose logits we choose, never by comparing seeded text: two right
generators draw different texts from one seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.generator import (
    Generated,
    attempt,
    crops_in_forward,
    generate,
    has,
    longest_input,
    note_ids,
    window_by_number,
)
from grader.checks.generator_parameters import PARAMETERS
from grader.checks.sampling import departs, explained, frequency_text, softmax
from grader.checks.student import Settled, Student
from grader.components.component import Component, Form, Role
from grader.model import Raised, Returned, Text, Verdict

__all__ = ["COMPONENT"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WINDOW = 7
DRAWS = 1200


def alphabet_of(dice: np.random.Generator, size: int) -> str:
    """Letters in random order, so that no id and no letter is special."""
    return "".join(dice.permutation(list(LETTERS[:size])))


def word(dice: np.random.Generator, alphabet: str, length: int) -> str:
    return "".join(dice.choice(list(alphabet), length))


def flat(size: int) -> NDArray[np.float64]:
    """Logits of a model to which all tokens are the same."""
    return np.full((size, size), -np.log(size))


def certain(following: NDArray[Any]) -> NDArray[np.float64]:
    """Logits of a model that knows the next token for sure: ``following[token]``.

    The others are 1000 below: no overflow even in a softmax without max subtraction.
    """
    table = np.full((len(following), len(following)), -1000.0)
    table[np.arange(len(following)), following] = 0.0
    return table


def same_for_all(logits: NDArray[Any]) -> NDArray[np.float64]:
    """A model without memory: one call of length n is n independent draws.

    The logits are given as log-probabilities: the same for softmax, and right too for code whose own
    model returns log-probabilities.
    """
    return np.tile(np.log(softmax(logits)), (len(logits), 1))


# -- length and place ------------------------------------------------------------------------------


def prompt_and_length(student: Student) -> Text | None:
    dice = student.dice("generation.length")
    alphabet = alphabet_of(dice, 13)
    for length, size in ((5, 3), (12, 6), (1, 4)):
        prompt = word(dice, alphabet, size)
        run = generate(student, alphabet, flat(13), prompt, length)
        note_ids(student)
        broken = _wrong_length(run, prompt, length)
        if broken is not None:
            return broken
    return None


def _wrong_length(run: Generated, prompt: str, length: int) -> Text | None:
    values: dict[str, str | int | float | Text] = {
        "asked": run.asked,
        "text": repr(run.whole[:60]),
        "got": len(run.new),
        "length": length,
        "prompt": repr(prompt),
    }
    if not run.starts_with_prompt and len(run.whole) == length:
        return Text("{asked}: only the new tokens came back, {text}; the text must start with the prompt.", values)
    if not run.starts_with_prompt and run.whole.endswith(prompt):
        return Text("{asked}: the new tokens stand in front of the prompt, {text}; they belong after it.", values)
    if not run.starts_with_prompt:
        return Text("{asked}: the text must start with the prompt {prompt}; got {text}.", values)
    if not run.new:
        return Text("{asked}: the prompt came back alone, without any new token.", values)
    if len(run.new) == length - len(prompt):
        return Text(
            "{asked}: the text has {length} tokens in all; {length} new ones are asked for, beside the prompt.", values
        )
    if len(run.new) != length:
        return Text("{asked}: {got} new tokens came back, {length} are expected; the text is {text}.", values)
    return None


def newest_logits(student: Student) -> Text | None:
    dice = student.dice("generation.newest")
    alphabet = alphabet_of(dice, 13)
    # One cycle through all tokens; the prompt holds every third of it, so that no token follows another by chance.
    cycle = dice.permutation(13)
    following = np.empty(13, dtype=np.int64)
    following[cycle] = np.roll(cycle, -1)
    prompt = "".join(alphabet[i] for i in cycle[[6, 0, 3]])
    run = generate(student, alphabet, certain(following), prompt, 9)
    expected = _chain(following, alphabet.index(prompt[-1]), len(run.tokens))
    if len(run.tokens) and not np.array_equal(run.tokens, expected) and has(student, "temperature"):
        # A slip in the softmax is no slip in the position: at a low temperature both are certain again.
        cold = attempt(student, alphabet, certain(following), prompt, 9, temperature=0.05)
        if isinstance(cold, Returned):
            run = generate(student, alphabet, certain(following), prompt, 9, temperature=0.05)
            expected = _chain(following, alphabet.index(prompt[-1]), len(run.tokens))
    if len(run.tokens) and np.array_equal(run.tokens, expected):
        return None
    return Text(
        "{asked}: the model was certain of every next token, and the text should go on as {expected}; "
        "got {got}. {cause}",
        {
            "asked": run.asked,
            "expected": repr("".join(alphabet[i] for i in _chain(following, alphabet.index(prompt[-1]), 9))),
            "got": repr(run.new),
            "cause": _position_used(run, prompt, alphabet, following),
        },
    )


def _chain(following: NDArray[Any], token: int, length: int) -> NDArray[np.int64]:
    tokens = []
    for _ in range(length):
        token = int(following[token])
        tokens.append(token)
    return np.array(tokens, dtype=np.int64)


def _position_used(run: Generated, prompt: str, alphabet: str, following: NDArray[Any]) -> Text:
    before = [alphabet.index(character) for character in prompt]
    sequence = np.array([*before, *run.tokens])
    if len(run.tokens) and (run.tokens == following[before[0]]).all():
        return Text("The logits of the first position were used; the next token is told by those of the last.")
    if len(run.tokens) and (run.tokens == following[before[-1]]).all():
        return Text(
            "Every new token is the one that follows the prompt: "
            "each must be appended at the end of what the model is given next."
        )
    if len(run.tokens) and np.array_equal(run.tokens, following[sequence[len(before) - 2 : -2]]):
        return Text(
            "The logits of the position before the last were used; the next token is told by those of the last."
        )
    return Text("Each new token must come from the logits of the last position, and then be appended at the end.")


def context_window(student: Student) -> Text | None:
    dice = student.dice("generation.window")
    alphabet = alphabet_of(dice, 13)
    following = dice.permutation(13)
    for size, length in ((3, 17), (WINDOW + 4, 19)):
        prompt = word(dice, alphabet, size)
        run = generate(student, alphabet, certain(following), prompt, length, context=WINDOW)
        longest = longest_input(run)
        if longest > WINDOW:
            return _too_long(student, alphabet, prompt, length, longest)
        broken = _wrong_window(run, prompt, alphabet)
        if broken is not None:
            return broken
    return None


def _wrong_window(run: Generated, prompt: str, alphabet: str) -> Text | None:
    """Was the model given the last tokens each time, as many as fit?"""
    sequence = [alphabet.index(character) for character in prompt] + [int(token) for token in run.tokens]
    for step, call in enumerate(run.calls[: len(run.tokens)]):
        so_far = sequence[: len(prompt) + step]
        expected = tuple(so_far[-WINDOW:])
        # Some fill up the window at its end and read the position of the newest token: that is right as well.
        padded = len(call.ids) == WINDOW and call.ids[: len(expected)] == expected
        if call.ids != expected and not padded:
            return Text(
                "{asked}, context {context}: for new token {step} the model was given {got}; "
                "the last {count} tokens of the text so far are {expected}.",
                {
                    "asked": run.asked,
                    "context": WINDOW,
                    "step": step + 1,
                    "got": repr(_spelled(call.ids, alphabet)),
                    "count": len(expected),
                    "expected": repr(_spelled(expected, alphabet)),
                },
            )
    return None


def _spelled(ids: tuple[int, ...], alphabet: str) -> str:
    return "".join(alphabet[i] if 0 <= i < len(alphabet) else "?" for i in ids)


def _too_long(student: Student, alphabet: str, prompt: str, length: int, longest: int) -> Text | None:
    """The model was given more than its context: fine only if the student's own model sees to it."""
    if crops_in_forward(student, len(alphabet), WINDOW):
        student.note(Text("The window is cropped in the model's forward, not in the generator."))
        return None
    number = window_by_number(student, alphabet, flat(len(alphabet)))
    if number is not None:
        student.note(
            Text(
                "The window is cropped to {number} tokens, a number of its own: with a model of another context "
                "it would be too long or too short. Ask the model for its context.",
                {"number": number},
            )
        )
        return None
    # Once more with a model that refuses, as one with a position table does: the error names the line.
    reply = attempt(student, alphabet, flat(len(alphabet)), prompt, length, context=WINDOW, strict=True)
    values: dict[str, str | int | float | Text] = {
        "name": student.found["generate"].name,
        "context": WINDOW,
        "longest": longest,
    }
    if isinstance(reply, Raised) and reply.cell is not None:
        values |= {"cell": reply.cell, "line": reply.line or 0, "code": reply.source_line.strip()}
        return Text(
            "{name}: a model with a context of {context} tokens was given up to {longest}, for which it has no "
            "positions (IndexError in cell {cell}, line {line}). Only the last {context} tokens may go in.\n    {code}",
            values,
        )
    return Text(
        "{name}: a model with a context of {context} tokens was given up to {longest}, for which it has no positions. "
        "Only the last {context} tokens may go in.",
        values,
    )


# -- chance ----------------------------------------------------------------------------------------


def counts_of(run: Generated, size: int) -> NDArray[np.int64]:
    if len(run.tokens) < DRAWS // 2:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: only {got} new tokens came back, too few to judge their frequencies.",
                {"asked": run.asked, "got": len(run.tokens)},
            ),
        )
    return np.bincount(run.tokens, minlength=size)


def temperature(student: Student) -> Text | None:
    if not has(student, "temperature"):
        return Text("{name} has no temperature parameter.", {"name": student.found["generate"].name})
    dice = student.dice("generation.temperature")
    alphabet = alphabet_of(dice, 4)
    logits = dice.permutation([2.0, 1.0, 0.0, -1.0])
    table = same_for_all(logits)
    draws: list[tuple[float, NDArray[np.int64]]] = []
    runs = []
    for t in (1.0, 0.5, 2.0):
        seed = int(dice.integers(2**31))
        run = generate(student, alphabet, table, word(dice, alphabet, 3), DRAWS, temperature=t, seed=seed)
        draws.append((t, counts_of(run, 4)))
        runs.append(run)
    tests = 4 * len(draws)
    for run, (t, counts) in zip(runs, draws, strict=True):
        if departs(counts, softmax(logits / t), tests):
            law = explained(logits, draws, tests)
            return Text(
                "{asked}: the tokens came up with the frequencies {got}; softmax(logits / temperature) gives "
                "{expected}. {cause}",
                {
                    "asked": run.asked,
                    "got": _by_frequency(alphabet, logits, counts / counts.sum()),
                    "expected": _by_frequency(alphabet, logits, softmax(logits / t)),
                    "cause": law.meaning if law else Text(""),
                },
            )
    return _at_zero(student, alphabet, table, alphabet[int(logits.argmax())])


def _by_frequency(alphabet: str, logits: NDArray[Any], shares: NDArray[Any]) -> str:
    order = np.argsort(-logits)
    return frequency_text("".join(alphabet[i] for i in order), shares[order])


def _at_zero(student: Student, alphabet: str, table: NDArray[Any], best: str) -> Text | None:
    """Temperature 0 is the limit, always the best token; refusing it is right as well."""
    reply = attempt(student, alphabet, table, alphabet[:3], 20, temperature=0.0)
    if isinstance(reply, Raised):
        return None
    run = generate(student, alphabet, table, alphabet[:3], 20, temperature=0.0)
    if set(run.new) == {best}:
        return None
    return Text(
        "{asked}: only {best}, the most probable token, may come up, or a clear error be raised; got {got}. "
        "Dividing by 0 makes NaN, and what is drawn from NaN has no meaning.",
        {"asked": run.asked, "best": repr(best), "got": repr(run.new)},
    )


def top_k(student: Student) -> Text | None:
    if not has(student, "top_k"):
        raise Settled(Verdict.NOT_APPLICABLE, Text("There is no top_k parameter."))
    dice = student.dice("generation.top_k")
    alphabet = alphabet_of(dice, 6)
    logits = dice.permutation([1.5, 1.2, 0.9, 0.6, 0.3, 0.0])
    table, order = same_for_all(logits), np.argsort(-logits)
    prompt = word(dice, alphabet, 3)
    runs = {
        k: generate(student, alphabet, table, prompt, length, top_k=k, seed=int(dice.integers(2**31)))
        for k, length in ((1, 25), (3, DRAWS))
    }
    for k, run in runs.items():
        outside = sorted(set(run.new) - {alphabet[i] for i in order[:k]})
        if outside:
            return Text(
                "{asked}: only the {k} most probable tokens, {kept}, may come up; {outside} came up too.",
                {
                    "asked": run.asked,
                    "k": k,
                    "kept": repr("".join(alphabet[i] for i in order[:k])),
                    "outside": repr("".join(outside)),
                },
            )
    return _renormalised(student, alphabet, logits, runs[3])


def _renormalised(student: Student, alphabet: str, logits: NDArray[Any], run: Generated) -> Text | None:
    """Among the three that are left, the frequencies are softmax's."""
    order = np.argsort(-logits)
    kept = np.where(logits >= logits[order[2]], logits, -np.inf)
    counts = counts_of(run, 6)
    if not departs(counts, softmax(kept), 12):
        return None
    table = same_for_all(logits)
    without = generate(student, alphabet, table, run.whole[:3], DRAWS, seed=1)
    if departs(counts_of(without, 6), softmax(logits), 12) and np.count_nonzero(counts) == 3:
        return None  # the drawing itself is wrong, which is `temperature`'s to say
    return Text(
        "{asked}: the tokens came up with the frequencies {got}; softmax over the three kept ones gives {expected}.",
        {
            "asked": run.asked,
            "got": _by_frequency(alphabet, logits, counts / counts.sum()),
            "expected": _by_frequency(alphabet, logits, softmax(kept)),
        },
    )


# -- modes and seeds -------------------------------------------------------------------------------


def evaluation_mode(student: Student) -> Text | None:
    dice = student.dice("generation.modes")
    alphabet = alphabet_of(dice, 13)
    run = generate(student, alphabet, flat(13), word(dice, alphabet, 4), 6)
    values: dict[str, str | int | float | Text] = {"asked": run.asked}
    if any(call.training for call in run.calls):
        return Text(
            "{asked}: the model was asked in training mode, in which dropout is active. "
            "The generator must put it into evaluation mode itself.",
            values,
        )
    if any(call.grad for call in run.calls):
        return Text(
            "{asked}: the model was asked with gradients on, so that memory is kept for a backward pass that never "
            "comes. Generating needs no gradients.",
            values,
        )
    return None


def reproducible(student: Student) -> Text | None:
    dice = student.dice("generation.reproducible")
    alphabet = alphabet_of(dice, 13)
    prompt, seed = word(dice, alphabet, 3), int(dice.integers(2**30))
    first, again, other = (generate(student, alphabet, flat(13), prompt, 40, seed=s) for s in (seed, seed, seed + 1))
    if first.whole != again.whole:
        return Text(
            "{asked}: with the same seed (of Python, NumPy and torch) two runs gave {first} and {again}.",
            {"asked": first.asked, "first": repr(first.whole[:40]), "again": repr(again.whole[:40])},
        )
    if first.whole == other.whole and len(set(first.new)) > 1:
        student.note(Text("The generator fixes its own seed: it writes the same text each time."))
    return None


MODEL = ("vocab_size", "d_model", "n_heads", "n_layers", "context")

COMPONENT = Component(
    "generation",
    (
        Form(
            "torch",
            Text("function or method"),
            "torch",
            (
                Role("generate", "function", PARAMETERS, 3, ("generar", "MiniGPT.generate", "MiniGPT.generar")),
                Role("MiniGPT", "class", MODEL, 1, optional=True),
            ),
            (
                Claim("prompt_and_length", Text("starts with the prompt, as long as asked"), prompt_and_length),
                Claim("newest_logits", Text("goes by the logits of the last position"), newest_logits),
                Claim("context_window", Text("gives the model its last tokens, as many as fit"), context_window),
                Claim("temperature", Text("temperature divides the logits"), temperature),
                Claim("top_k", Text("top-k keeps the k most probable"), top_k),
                Claim("evaluation_mode", Text("in evaluation mode, without gradients"), evaluation_mode),
                Claim("reproducible", Text("the same seed gives the same text"), reproducible),
            ),
        ),
    ),
)
