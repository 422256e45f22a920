"""Does a seed decide what a student's sampler draws?  Set from outside, given as an argument, or at the notebook's top.

A generator that the notebook keeps is seeded by the grader where it was made with a seed (which is then what the
notebook's author would change); one that was made without is left alone, as the next run of the notebook would find it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.repeated_draws import ROLE, draw_again
from grader.checks.student import Student
from grader.model import Text, Value

__all__ = ["departure_from_the_seed"]

Numbers = NDArray[np.float64]

# In lower case; what students call a parameter that takes a seed, and one that takes a generator.
_SEEDS = {"seed", "semilla", "random_state", "random_seed", "rng_seed"}
_GENERATORS = {"rng", "generator", "generador", "gen", "g", "random_state", "random_generator", "rand", "dado", "azar"}
_SEVERAL = 12  # that tokens of one draw each, of 8 that are about as probable, are all the same has no chance


def departure_from_the_seed(student: Student, logits: Numbers, seeds: tuple[int, int], times: int) -> Text | None:
    """What is wrong with `times` draws from `logits` (V,), one after the other, after a seed, the same, and another."""
    spared = tuple(sorted(student.unseeded))
    order = (seeds[0], seeds[0], seeds[1])
    one, again, other = filter(None, (draw_again(student, logits, times, seed, spared) for seed in order))
    if not np.array_equal(one.tokens, again.tokens):
        if _an_argument_decides(student, logits, seeds, times):
            return None
        student.suspect("sampling/generator_of_its_own")
        names = [name for name in spared[:20] if _is_drawn_from(student, logits, seeds[0], times, name)]
        if names:
            return Text(
                "{asked}: `{name}` is made without a seed, or with one that is never the same twice. Each run of the "
                "notebook draws other tokens, and no seed that is set can change that.",
                {"asked": one.asked, "name": names[0]},
            )
        return Text(
            "{asked}: after the same seed (Python's, NumPy's and torch's), other tokens came up the second time. "
            "Draw from a generator that a seed reaches.",
            {"asked": one.asked},
        )
    if np.array_equal(one.tokens, other.tokens):
        return Text(
            "{asked}: {draws} draws gave the same tokens whatever the seed: nothing is drawn at random, or the seed "
            "is set anew within the function.",
            {"asked": one.asked, "draws": times},
        )
    return None


def _is_drawn_from(student: Student, logits: Numbers, seed: int, times: int, name: str) -> bool:
    """Do draws after one seed differ where only the generator under `name` isn't seeded, and aren't they otherwise?"""
    return _repeats(student, logits, seed, times, ()) and not _repeats(student, logits, seed, times, (name,))


def _repeats(student: Student, logits: Numbers, seed: int, times: int, spared: tuple[str, ...]) -> bool:
    runs = [draw_again(student, logits, times, seed, spared) for _ in range(2)]
    one, again = (tuple(map(int, run.tokens)) for run in runs if run is not None)
    return one == again


def _an_argument_decides(student: Student, logits: Numbers, seeds: tuple[int, int], times: int) -> bool:
    """Has the function a parameter for a seed, or for a generator, and does that decide?"""
    names = [p.name for p in student.found[ROLE].parameters if p.kind in ("positional", "keyword_only")]
    for name in names[1:]:
        if name.lower() in _SEEDS:
            values: list[Value] = [seeds[0] % 1000 + i for i in range(_SEVERAL)]
            if _decides(student, logits, 1, name, values):
                return True
        if name.lower() in _GENERATORS:
            for library in ("numpy", "torch", "random"):
                made: list[Value] = [{"generator": (library, seed % 2**31)} for seed in seeds]
                if _decides(student, logits, times, name, made):
                    return True
    return False


def _decides(student: Student, logits: Numbers, times: int, name: str, values: list[Value]) -> bool:
    """Do draws repeat with each of `values` for the parameter `name`, and are they other ones with another of them?"""
    spared = tuple(sorted(student.unseeded))
    found: list[list[tuple[int, ...]]] = []
    for _ in range(2):
        runs = [draw_again(student, logits, times, 0, spared, {name: value}) for value in values]
        found.append([tuple(map(int, run.tokens)) for run in runs if run is not None])
    return len(found[0]) == len(values) and found[0] == found[1] and len(set(found[0])) > 1
