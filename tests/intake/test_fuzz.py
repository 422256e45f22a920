"""Whatever bytes come, there are two outcomes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from grader.errors import UnreadableSubmission
from grader.intake import submission_from
from grader.model import Level, Submission, Text
from tests.intake.notebooks import GOOD

# What a mutation likes to put in: marks of JSON, of encodings, of other formats.
SPICE = (
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"-", b"null", b"NaN", b"1e999", b"9" * 30, b"[" * 2000,
    b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\\ud800", b"\xef\xbb\xbf", b"<<<<<<< HEAD\n",
    b'"cells"', b'"source"', b'"code"', b'"cell_type": null,',
)  # fmt: skip


def mutated(dice: random.Random) -> bytes:
    data = bytearray(GOOD)
    for _ in range(dice.choice((1, 1, 1, 2, 5, 20))):
        at = dice.randrange(len(data) + 1)
        match dice.randrange(6):
            case 0:
                data[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                del data[at : at + dice.choice((1, 1, 3, 50))]
            case 2:
                data[at:at] = dice.choice(SPICE)
            case 3:
                data[at : at + dice.randrange(8)] = dice.choice(SPICE)
            case 4:
                other = dice.randrange(len(data) + 1)
                data[at:at] = data[other : other + dice.randrange(60)]
            case _:
                data[at : at + 1] = bytes([data[at] ^ (1 << dice.randrange(8))]) if at < len(data) else b""
    return bytes(data)


def outcome(data: bytes) -> Submission | Text:
    try:
        return submission_from(data, "x.ipynb")
    except UnreadableSubmission as error:
        message = error.args[0]
        return message if isinstance(message, Text) else Text("")


@pytest.mark.parametrize("seed", range(1, 11))
def test_mutated_notebooks_are_read_or_refused(seed: int) -> None:
    """10 000 byte mutations of a good notebook: a Submission or UnreadableSubmission, never empty without a word."""
    dice = random.Random(seed)
    read = refused = 0
    for _ in range(1000):
        data = mutated(dice)
        submission = outcome(data)
        if isinstance(submission, Text):
            refused += 1
            assert submission.template
            assert str(submission).isprintable()
            continue
        read += 1
        assert all(isinstance(cell.source.encode(), bytes) for cell in submission.cells)
        has_code = any(cell.source.strip() for cell in submission.cells)
        assert has_code or Level.ERROR in {finding.level for finding in submission.findings}
    assert min(read, refused) > 100  # the mutations are neither all deadly nor all harmless


ODD: tuple[Any, ...] = (
    None, True, 0, -1, 3, 4.0, "", "code", "x", [], [None], ["a", 1], {}, {"cells": []}, [[]], "\ud800\x00", 10**30,
)  # fmt: skip


def with_odd_values(dice: random.Random, value: Any, chance: float) -> Any:
    """`value` with some of its parts replaced, dropped or renamed."""
    if dice.random() < chance:
        return dice.choice(ODD)
    if isinstance(value, dict):
        names = dice.sample(sorted(value), k=max(0, len(value) - (dice.random() < chance)))
        return {dice.choice(("input", "worksheets", name, name)) if dice.random() < chance else name:
                with_odd_values(dice, value[name], chance) for name in names}  # fmt: skip
    if isinstance(value, list):
        return [with_odd_values(dice, item, chance) for item in value]
    return value


@pytest.mark.parametrize("seed", [1, 2])
def test_sound_json_of_odd_values_is_read_or_refused(seed: int) -> None:
    """2 000 notebooks of which parts have another type, another name, or are gone."""
    dice = random.Random(seed)
    good = json.loads(GOOD)
    read = 0
    for _ in range(1000):
        submission = outcome(json.dumps(with_odd_values(dice, good, 0.05)).encode())
        if isinstance(submission, Text):
            assert submission.template
            assert str(submission).isprintable()
            continue
        read += 1
        assert all(isinstance(cell.source.encode(), bytes) for cell in submission.cells)
        assert all(str(finding.message).isprintable() for finding in submission.findings)
        has_code = any(cell.source.strip() for cell in submission.cells)
        assert has_code or Level.ERROR in {finding.level for finding in submission.findings}
    assert read > 500
