"""How often the sign test errs: exactly, for any chance that a round is slow, and in a simulation of its rule."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from grader.timing.sign_test import LOOKS, MOST_ROUNDS, Side, decided


def chances(slow: Fraction) -> dict[Side, Fraction]:
    """Of each ending, if a round is slow with probability `slow`: by the rule of the looks, not by `decided`."""
    needed = dict(LOOKS)
    open_ = {(0, 0): Fraction(1)}
    ended = dict.fromkeys(Side, Fraction(0))
    for played in range(1, MOST_ROUNDS + 1):
        grown: dict[tuple[int, int], Fraction] = {}
        for (slows, fasts), chance in open_.items():
            for state, step in (((slows + 1, fasts), slow), ((slows, fasts + 1), 1 - slow)):
                grown[state] = grown.get(state, Fraction(0)) + chance * step
        open_ = grown
        for slows, fasts in list(open_) if played in needed else []:
            if max(slows, fasts) >= needed[played]:
                ended[Side.SLOW if slows > fasts else Side.FAST] += open_.pop((slows, fasts))
    ended[Side.UNKNOWN] = sum(open_.values(), Fraction(0))
    return ended


def test_on_the_limit_itself_a_wrong_word_is_said_once_in_two_hundred() -> None:
    ends = chances(Fraction(1, 2))
    assert ends[Side.SLOW] == ends[Side.FAST]
    assert float(ends[Side.SLOW]) == pytest.approx(0.00523, abs=5e-6)
    assert float(ends[Side.UNKNOWN]) == pytest.approx(0.98954, abs=5e-6)


def test_with_one_round_in_twenty_on_the_wrong_side_it_is_all_but_always_right() -> None:
    ends = chances(Fraction(1, 20))
    assert float(ends[Side.FAST]) == pytest.approx(0.98604, abs=5e-6)
    assert ends[Side.SLOW] < Fraction(1, 10**10)


@pytest.mark.parametrize("slow", [0.05, 0.5, 0.85])
def test_a_simulation_ends_as_computed(slow: float) -> None:
    """`decided`, asked after every round as in a contest, has the exact chances within four standard errors."""
    dice = np.random.default_rng(7)
    contests = 4000
    ended = dict.fromkeys(Side, 0)
    for _ in range(contests):
        votes: list[Side] = []
        while (end := decided(votes)) is None:
            votes.append(Side.SLOW if dice.random() < slow else Side.FAST)
        ended[end] += 1
    for side, chance in chances(Fraction(slow)).items():
        expected = float(chance)
        error = 4 * (expected * (1 - expected) / contests) ** 0.5 + 1 / contests
        assert abs(ended[side] / contests - expected) <= error, side


def votes(text: str) -> list[Side]:
    return [{"s": Side.SLOW, "f": Side.FAST, "?": Side.UNKNOWN}[letter] for letter in text]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("s" * 7, None),
        ("s" * 8, Side.SLOW),
        ("f" * 8, Side.FAST),
        ("f" * 7 + "s", None),
        ("f" * 7 + "s" + "f" * 6, Side.FAST),
        ("f" * 7 + "ss" + "f" * 5, None),
        ("s" * 12 + "fff" + "s" * 5, Side.SLOW),
        ("sf" * 4 + "s" * 12, Side.UNKNOWN),
        ("?" * 4 + "f" * 16, Side.UNKNOWN),
        ("?" + "f" * 13, Side.FAST),
        ("?" * 20, Side.UNKNOWN),
    ],
)
def test_it_looks_after_8_and_14_and_20_rounds(text: str, end: Side | None) -> None:
    """8 of 8, 13 of 14, 17 of 20; an unknown round counts for neither side."""
    assert decided(votes(text)) is end


def test_it_does_not_look_in_between() -> None:
    """Nine of ten slow decide nothing before the fourteenth."""
    assert decided(votes("f" + "s" * 12)) is None
    assert decided(votes("f" + "s" * 13)) is Side.SLOW
