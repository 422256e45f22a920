"""Text generation: ``generate(model, tok, prompt, length=200, temperature=1.0, top_k=None)`` (contract, *minigpt*).

Judged by what it does with a model whose logits we choose, never by comparing seeded text: two right
generators draw different texts from one seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.drawn_tokens import alphabet_of, temperature, top_k, word
from grader.checks.generator import (
    Generated,
    attempt,
    came_as,
    crops_in_forward,
    generate,
    has,
    longest_input,
    note_ids,
    window_by_number,
)
from grader.checks.generator_parameters import PARAMETERS
from grader.checks.student import Student
from grader.components.component import Component, Form, Role
from grader.model import Raised, Returned, Text

__all__ = ["COMPONENT"]

WINDOW = 7


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


# -- length and place ------------------------------------------------------------------------------


def prompt_and_length(student: Student) -> Text | None:
    dice = student.dice("generation.length")
    alphabet = alphabet_of(dice, 13)
    for length, size in ((5, 3), (12, 6), (1, 4)):
        prompt = word(dice, alphabet, size)
        run = generate(student, alphabet, flat(13), prompt, length)
        note_ids(student)
        broken = _wrong_length(student, run, prompt, length)
        if broken is not None:
            return broken
        form = came_as(student, run)
        if form == "characters":
            student.suspect("generation/characters_returned")
            return Text("{asked}: a list of characters came back; one text is asked for.", {"asked": run.asked})
        if form == "ids":
            student.suspect("generation/ids_returned")
            return Text(
                "{asked}: token ids came back, {ids} …; a text is asked for, as the prompt is one.",
                {"asked": run.asked, "ids": ", ".join(str(alphabet.index(character)) for character in run.whole[:3])},
            )
    return None


def _wrong_length(student: Student, run: Generated, prompt: str, length: int) -> Text | None:
    values: dict[str, str | int | float | Text] = {
        "asked": run.asked,
        "text": repr(run.whole[:60]),
        "got": len(run.new),
        "length": length,
        "prompt": repr(prompt),
    }
    if not run.starts_with_prompt and len(run.whole) == length:
        student.suspect("generation/without_the_prompt")
        return Text("{asked}: only the new tokens came back, {text}; the text must start with the prompt.", values)
    if not run.starts_with_prompt and run.whole.endswith(prompt):
        student.suspect("generation/new_token_in_front")
        return Text("{asked}: the new tokens stand in front of the prompt, {text}; they belong after it.", values)
    if not run.starts_with_prompt:
        return Text("{asked}: the text must start with the prompt {prompt}; got {text}.", values)
    if not run.new:
        student.suspect("generation/prompt_alone")
        return Text("{asked}: the prompt came back alone, without any new token.", values)
    if len(run.new) == length - len(prompt):
        student.suspect("generation/length_in_all")
        return Text(
            "{asked}: the text has {length} tokens in all; {length} new ones are asked for, beside the prompt.", values
        )
    if len(run.new) != length:
        known = {-1: "generation/one_token_too_few", 1: "generation/one_token_too_many"}
        if len(run.new) - length in known:
            student.suspect(known[len(run.new) - length])
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
            "cause": _position_used(student, run, prompt, alphabet, following),
        },
    )


def _chain(following: NDArray[Any], token: int, length: int) -> NDArray[np.int64]:
    tokens = []
    for _ in range(length):
        token = int(following[token])
        tokens.append(token)
    return np.array(tokens, dtype=np.int64)


def _position_used(student: Student, run: Generated, prompt: str, alphabet: str, following: NDArray[Any]) -> Text:
    before = [alphabet.index(character) for character in prompt]
    sequence = np.array([*before, *run.tokens])
    if len(run.tokens) and (run.tokens == following[before[0]]).all():
        student.suspect("generation/logits_of_the_first_position")
        return Text("The logits of the first position were used; the next token is told by those of the last.")
    if len(run.tokens) and (run.tokens == following[before[-1]]).all():
        return Text(
            "Every new token is the one that follows the prompt: "
            "each must be appended at the end of what the model is given next."
        )
    if len(run.tokens) and np.array_equal(run.tokens, following[sequence[len(before) - 2 : -2]]):
        student.suspect("generation/logits_of_the_position_before_the_last")
        return Text(
            "The logits of the position before the last were used; the next token is told by those of the last."
        )
    seen = (set(following[sequence[: len(before) + step]]) for step in range(len(run.tokens)))
    if len(run.tokens) > 4 and all(token in known for token, known in zip(run.tokens, seen, strict=True)):
        student.suspect("generation/mean_over_positions")
    return Text("Each new token must come from the logits of the last position, and then be appended at the end.")


def context_window(student: Student) -> Text | None:
    dice = student.dice("generation.window")
    alphabet = alphabet_of(dice, 13)
    following = dice.permutation(13)
    for size, length in ((3, 24), (WINDOW + 4, 19)):
        prompt = word(dice, alphabet, size)
        run = generate(student, alphabet, certain(following), prompt, length, context=WINDOW)
        longest = longest_input(run)
        if longest > WINDOW:
            whole = all(len(call.ids) == len(prompt) + step for step, call in enumerate(run.calls))
            student.suspect(f"generation/{'context_not_cropped' if whole else 'window_of_a_fixed_length'}")
            return _too_long(student, alphabet, prompt, length, longest)
        if len(run.new) < length and len(run.whole) in (WINDOW, WINDOW + 1):
            student.suspect("generation/stops_at_the_context")
            return Text(
                "{asked}, context {context}: only {got} new tokens came back. The text ends where the context is full; "
                "it must grow on, while the model is given its last {context} tokens.",
                {"asked": run.asked, "context": WINDOW, "got": len(run.new)},
            )
        broken = _wrong_window(student, run, prompt, alphabet)
        if broken is not None:
            return broken
    return None


def _wrong_window(student: Student, run: Generated, prompt: str, alphabet: str) -> Text | None:
    """Was the model given the last tokens each time, as many as fit?"""
    sequence = [alphabet.index(character) for character in prompt] + [int(token) for token in run.tokens]
    for step, call in enumerate(run.calls[: len(run.tokens)]):
        so_far = sequence[: len(prompt) + step]
        expected = tuple(so_far[-WINDOW:])
        # Some fill up the window at its end and read the position of the newest token: that is right as well.
        padded = len(call.ids) == WINDOW and call.ids[: len(expected)] == expected
        if call.ids != expected and not padded:
            _name_window(student, call.ids, so_far, len(prompt))
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


def _name_window(student: Student, given: tuple[int, ...], so_far: list[int], prompt: int) -> None:
    known = {
        tuple(so_far[:prompt][-WINDOW:]): "new_token_not_fed_back",
        tuple(so_far[-1:]): "only_the_newest_token",
        tuple(so_far[-(WINDOW - 1) :]): "window_one_too_short",
        tuple(so_far[:WINDOW]): "first_tokens_kept",
        tuple([*so_far[prompt:][::-1], *so_far[:prompt]][-WINDOW:]): "new_token_in_front",
    }
    if given in known:
        student.suspect(f"generation/{known[given]}")


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


# -- modes and seeds -------------------------------------------------------------------------------


def evaluation_mode(student: Student) -> Text | None:
    dice = student.dice("generation.modes")
    alphabet = alphabet_of(dice, 13)
    run = generate(student, alphabet, flat(13), word(dice, alphabet, 4), 6)
    values: dict[str, str | int | float | Text] = {"asked": run.asked}
    if any(call.training for call in run.calls):
        student.suspect("generation/training_mode")
        return Text(
            "{asked}: the model was asked in training mode, in which dropout is active. "
            "The generator must put it into evaluation mode itself.",
            values,
        )
    if any(call.grad for call in run.calls):
        student.suspect("generation/gradients_kept")
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
        student.suspect("generation/not_reproducible")
        return Text(
            "{asked}: with the same seed (of Python, NumPy and torch) two runs gave {first} and {again}.",
            {"asked": first.asked, "first": repr(first.whole[:40]), "again": repr(again.whole[:40])},
        )
    # One letter all along is no chance at all (argmax, or a seed in the loop), which is `temperature`'s to say.
    if first.whole == other.whole and len(set(first.new)) > 1:
        student.suspect("generation/seeded_in_the_function")
        return Text(
            "{asked}: the same text came back for two different seeds. The seed is set within the generator; who calls "
            "it should decide.",
            {"asked": first.asked},
        )
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
