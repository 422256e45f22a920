"""Are a generator's tokens drawn as the temperature and top-k say?  Judged by their frequencies."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from grader.checks.generator import CONTEXT, Generated, Options, attempt, generate, has
from grader.checks.repeated_draws import unsorted
from grader.checks.sampling import Law, departs, explained, frequency_text, softmax
from grader.checks.student import Settled, Student
from grader.model import Raised, Text, Verdict

__all__ = ["alphabet_of", "temperature", "top_k", "word"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DRAWS = 1200
NEXT_TO_ZERO = 1e-320  # 1 divided by it is infinite, in float64 too


def alphabet_of(dice: np.random.Generator, size: int) -> str:
    """Letters in random order, so that no id and no letter is special."""
    return "".join(dice.permutation(list(LETTERS[:size])))


def word(dice: np.random.Generator, alphabet: str, length: int) -> str:
    return "".join(dice.choice(list(alphabet), length))


def same_for_all(logits: NDArray[Any]) -> NDArray[np.float64]:
    """A model without memory: one call of length n is n independent draws.

    The logits are given as log-probabilities: the same for softmax, and right too for code whose own
    model returns log-probabilities.
    """
    return np.tile(np.log(softmax(logits)), (len(logits), 1))


def drawn(student: Student, alphabet: str, table: NDArray[Any], prompt: str, **options: Unpack[Options]) -> Generated:
    """`DRAWS` tokens drawn; who stops where the context is full has paid for that, and is given a larger one."""
    run = generate(student, alphabet, table, prompt, DRAWS, **options)
    if len(run.whole) in (CONTEXT, CONTEXT + 1):
        larger: Options = {**options, "context": 2 * DRAWS}
        run = generate(student, alphabet, table, prompt, DRAWS, **larger)
    return run


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
    logits = unsorted(dice, np.array([2.0, 1.0, 0.0, -1.0]))
    table = same_for_all(logits)
    draws: list[tuple[float, NDArray[np.int64]]] = []
    runs = []
    for t in (1.0, 0.5, 2.0):
        seed = int(dice.integers(2**31))
        run = drawn(student, alphabet, table, word(dice, alphabet, 3), temperature=t, seed=seed)
        draws.append((t, counts_of(run, 4)))
        runs.append(run)
    tests = 4 * len(draws)
    for run, (t, counts) in zip(runs, draws, strict=True):
        if departs(counts, softmax(logits / t), tests):
            law = explained(logits, draws, tests)
            _name_law(student, alphabet, table, draws, law)
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
    return _at_zero(student, alphabet, logits)


def _name_law(
    student: Student,
    alphabet: str,
    table: NDArray[Any],
    draws: list[tuple[float, NDArray[np.int64]]],
    law: Law | None,
) -> None:
    """Name the mistake by the frequencies and, where two give the same ones, by one more question."""
    found = law.misconception if law is not None else ""
    if all(np.count_nonzero(counts) == 1 for _, counts in draws):
        # No chance at all: the largest logit, or the same random number each time?
        favourites = np.roll(np.eye(4) * 0.01, int(table[0].argmax()), axis=1)
        runs = (generate(student, alphabet, same_for_all(z), alphabet[:3], 2) for z in favourites)
        follows = all(set(run.new) == {alphabet[int(z.argmax())]} for run, z in zip(runs, favourites, strict=True))
        found = "argmax" if follows else "seeded_in_the_loop"
    if found == "temperature_ignored":
        # p / T is infinite at 0, and p isn't; nor is it beside 0, where some take the largest logit.  An infinite T
        # makes it 0, and NaN of what is scaled back to a sum of 1.
        extremes = (0.0, NEXT_TO_ZERO, np.inf)
        replies = (attempt(student, alphabet, table, alphabet[:3], 5, temperature=t) for t in extremes)
        found = "temperature_after_softmax" if any(isinstance(reply, Raised) for reply in replies) else found
    if found:
        student.suspect(f"generation/{found}")


def _by_frequency(alphabet: str, logits: NDArray[Any], shares: NDArray[Any]) -> str:
    order = np.argsort(-logits)
    return frequency_text("".join(alphabet[i] for i in order), shares[order])


def _at_zero(student: Student, alphabet: str, logits: NDArray[Any]) -> Text | None:
    """Temperature 0 is the limit, always the best token; refusing it is right as well.

    Two models, since what is drawn from NaN is one token always, which may be the best by chance.
    """
    for turned in (logits, np.roll(logits, 1)):
        table, best = same_for_all(turned), alphabet[int(turned.argmax())]
        reply = attempt(student, alphabet, table, alphabet[:3], 20, temperature=0.0)
        if isinstance(reply, Raised):
            return None
        run = generate(student, alphabet, table, alphabet[:3], 20, temperature=0.0)
        if set(run.new) != {best}:
            by_chance = len(set(run.new)) > 1
            student.suspect(f"generation/{'temperature_zero_means_one' if by_chance else 'nan_at_temperature_zero'}")
            return Text(
                "{asked}: only {best}, the most probable token, may come up, or a clear error be raised; got {got}. "
                "Dividing by 0 makes NaN, and what is drawn from NaN has no meaning.",
                {"asked": run.asked, "best": repr(best), "got": repr(run.new)},
            )
    return None


def top_k(student: Student) -> Text | None:
    if not has(student, "top_k"):
        raise Settled(Verdict.NOT_APPLICABLE, Text("There is no top_k parameter."))
    dice = student.dice("generation.top_k")
    alphabet = alphabet_of(dice, 6)
    logits = unsorted(dice, np.array([1.5, 1.2, 0.9, 0.6, 0.3, 0.0]))
    table, order = same_for_all(logits), np.argsort(-logits)
    prompt = word(dice, alphabet, 3)
    seeds = [int(dice.integers(2**31)) for _ in range(2)]
    runs = {
        1: generate(student, alphabet, table, prompt, 25, top_k=1, seed=seeds[0]),
        3: drawn(student, alphabet, table, prompt, top_k=3, seed=seeds[1]),
    }
    for k, run in runs.items():
        outside = sorted(set(run.new) - {alphabet[i] for i in order[:k]})
        if outside:
            _name_what_is_kept(student, alphabet, table[0], runs[3])
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


def _name_what_is_kept(student: Student, alphabet: str, logits: NDArray[Any], run: Generated) -> None:
    """Which of the 6 tokens come up where the 3 most probable may, and how often."""
    order, counts = np.argsort(-logits), counts_of(run, 6)
    zeros = np.where(logits >= logits[order[2]], logits, 0.0)
    if not departs(counts, softmax(zeros), 12):
        student.suspect("generation/top_k_fills_with_zero")
    elif not departs(counts, softmax(logits), 12):
        student.suspect("generation/top_k_ignored")
    for kept, name in ((order[:4], "one_too_many"), (order[3:], "smallest")):
        if set(run.new) == {alphabet[i] for i in kept}:
            student.suspect(f"generation/top_k_{name}")


def _renormalised(student: Student, alphabet: str, logits: NDArray[Any], run: Generated) -> Text | None:
    """Among the three that are left, the frequencies are softmax's."""
    order = np.argsort(-logits)
    kept = np.where(logits >= logits[order[2]], logits, -np.inf)
    counts = counts_of(run, 6)
    if not departs(counts, softmax(kept), 12):
        return None
    table = same_for_all(logits)
    without = drawn(student, alphabet, table, run.whole[:3], seed=1)
    all_counts = counts_of(without, 6)
    if departs(all_counts, softmax(logits), 12) and np.count_nonzero(counts) == min(3, np.count_nonzero(all_counts)):
        return None  # the drawing itself is wrong, which is `temperature`'s to say
    return Text(
        "{asked}: the tokens came up with the frequencies {got}; softmax over the three kept ones gives {expected}.",
        {
            "asked": run.asked,
            "got": _by_frequency(alphabet, logits, counts / counts.sum()),
            "expected": _by_frequency(alphabet, logits, softmax(kept)),
        },
    )
