"""Conversations on a card: the room that the weights leave, by one cache, rounded down."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge

HOW_MANY, DOWN = {"how_many"}, {"rounded_down"}


@pytest.mark.parametrize(
    "source",
    [
        "conversations_per_card = 59",
        "conversaciones_por_tarjeta = 59.0",
        "conversations_per_card = '59 conversations'",
        "def conversations_per_card(): return (80e9 - 16e9) // (2 * 8192 * 32 * 1024 * 2)",
    ],
)
def test_the_right_number_passes(source: str) -> None:
    assert failed("conversations_per_card", source, 1) == set()


@pytest.mark.parametrize(
    ("answer", "checks", "mistake"),
    [
        ("60", DOWN, "rounded_up"),
        ("59.6", DOWN, "rounded_up"),
        ("74", HOW_MANY, "weights_forgotten"),
        ("14", HOW_MANY, "without_grouping"),
        ("119", HOW_MANY, "keys_only"),
        ("64", HOW_MANY, "gib_for_gb"),
        ("5", HOW_MANY, "caches_ignored"),
        ("0", HOW_MANY, None),
        ("1", HOW_MANY, None),
        ("80", HOW_MANY, None),
        ("58", HOW_MANY, None),
        ("61", HOW_MANY, None),
        ("'59 mil'", HOW_MANY, None),
        ("(59, 'millones')", HOW_MANY, None),
        ("-59", HOW_MANY, None),
        ("'fifty-nine'", {*HOW_MANY, *DOWN}, None),
        ("None", {*HOW_MANY, *DOWN}, None),
    ],
)
def test_a_mistake_fails_its_own_check(answer: str, checks: set[str], mistake: str | None) -> None:
    source = f"conversations_per_card = {answer}"
    assert failed("conversations_per_card", source, 1) == checks
    grade = judge("conversations_per_card", source, 1, diagnosed=True)
    named = [d.id for d in grade.diagnosis if "/" in d.id]
    assert named[:1] == ([] if mistake is None else [f"conversations_per_card/{mistake}"])
    assert (grade.points > 0) is (checks == DOWN)
