"""Training and validation data: ``train_val_split(data, fraction=0.9)`` gives ``(train, val)``.

The beginning is for training and the end for validation, each in its own order.  Text isn't shuffled: neighbouring
windows share tokens, so a validation token among training ones has been seen, context and all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.student import Settled, Student
from grader.compare import NotNumbers, numbers
from grader.components.component import Component, Form, Role
from grader.model import Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "train_val_split"

Tokens = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Split:
    """`train` and `val` as places in the data of `n` tokens, -1 for a token that isn't in it."""

    asked: Text
    n: int
    fraction: float
    train: Tokens
    val: Tokens


def split(student: Student, n: int, fraction: float | None = None) -> Split:
    """The two parts of `n` tokens that are all different, so that each tells its place; else settled."""
    tokens = student.dice(f"split.{n}").choice(20 * n, n, replace=False).astype(np.int64)
    asked = Text("{name} of {n} tokens", {"name": student.found[ROLE].name, "n": n})
    args: list[Value | Tokens] = [tokens]
    if fraction is not None:
        asked = Text(
            "{name} of {n} tokens with {fraction}",
            {"name": student.found[ROLE].name, "n": n, "fraction": f"{fraction:g}"},
        )
        args.append(round(1 - fraction, 6) if _for_validation(student) else fraction)
    value = student.returned(student.call(ROLE, *args, case=str(asked)), asked).value
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if not isinstance(value, tuple) or len(value) != 2:
        raise Settled(Verdict.WRONG, Text("{asked}: a pair (train, val) is expected.", {"asked": asked}))
    place_of = {int(token): place for place, token in enumerate(tokens)}
    train, val = (_places(part, place_of, asked) for part in value)
    return Split(asked, n, 0.9 if fraction is None else fraction, train, val)


def _for_validation(student: Student) -> bool:
    """Whoever names the parameter for the other part means the other part."""
    names = [p.name.lower() for p in student.found[ROLE].positional[1:2]]
    return any("val" in name or "test" in name for name in names)


def _places(part: Value, place_of: Mapping[int, int], asked: Text) -> Tokens:
    array = numbers(part)
    if isinstance(array, NotNumbers) or array.data.ndim != 1:
        raise Settled(
            Verdict.WRONG, Text("{asked}: each part must be a sequence of tokens, as the data is.", {"asked": asked})
        )
    places = np.array([place_of.get(int(t) if t == int(t) else -1, -1) for t in np.nan_to_num(array.data)], dtype=int)
    if (places < 0).any() or not len(places):
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: a part is empty, or has tokens that aren't in the data.", {"asked": asked}),
        )
    return places


# -- the claims ------------------------------------------------------------------------------------


def sizes(student: Student) -> Text | None:
    """The fraction goes to training, to within the rounding of one token."""
    cases: list[tuple[int, float | None]] = [(200, None), (37, None), (40, 0.75)]
    for n, fraction in cases:
        if fraction is not None and not student.found[ROLE].takes(2):
            return Text("`{name}` takes no fraction after the data.", {"name": student.found[ROLE].name})
        parts = split(student, n, fraction)
        _unrepeated(parts)
        if abs(len(parts.train) - parts.fraction * n) < 1:
            continue
        values: dict[str, str | int | float | Text] = {
            "asked": parts.asked,
            "got": len(parts.train),
            "expected": f"{parts.fraction * n:g}",
        }
        if abs(len(parts.val) - parts.fraction * n) <= 1 and len(parts.train) + len(parts.val) == n:
            exchanged = parts.train[0] > parts.val[0]
            student.suspect(f"split/{'parts_exchanged' if exchanged else 'fraction_for_validation'}")
            return Text(
                "{asked}: {got} tokens came for training, where {expected} were due; validation got those.", values
            )
        if fraction is not None and abs(len(parts.train) - 0.9 * n) < 1:
            student.suspect("split/fraction_ignored")
        return Text("{asked}: {got} tokens came for training, where {expected} were due.", values)
    return None


def _unrepeated(parts: Split) -> None:
    for part in (parts.train, parts.val):
        if len(set(map(int, part))) < len(part):
            raise Settled(Verdict.WRONG, Text("{asked}: a part has a token twice.", {"asked": parts.asked}))


def partition(student: Student) -> Text | None:
    """Each token is in one of the parts, and in one only."""
    for n in (200, 37, 54):
        parts = split(student, n)
        train, val = set(map(int, parts.train)), set(map(int, parts.val))
        values: dict[str, str | int | float | Text] = {
            "asked": parts.asked,
            "common": len(train & val),
            "lost": n - len(train | val),
        }
        if train & val:
            everything = len(train) == n or val <= train
            student.suspect(f"split/{'validated_on_training_data' if everything else 'parts_overlap'}")
            return Text(
                "{asked}: tokens that are in both parts: {common}. What was trained on can't tell how the model does "
                "on new text.",
                values,
            )
        if len(train | val) < n:
            student.suspect("split/tokens_lost")
            return Text("{asked}: tokens that are in neither part: {lost}.", values)
        _unrepeated(parts)
    return None


def in_order(student: Student) -> Text | None:
    """The training part is the beginning of the data and the validation part its end, both as they stand there."""
    for n in (200, 37):
        parts = split(student, n)
        first, second = parts.train, parts.val
        # Exchanged, which has its own check; a small beginning for training is in order, if too small.
        if abs(len(second) - parts.fraction * n) < 1 and first[0] > second[0]:
            first, second = second, first
        if max(len(first), len(second)) >= n:
            student.suspect("split/validated_on_training_data")
            return Text("{asked}: a part is the whole of the data.", {"asked": parts.asked})
        for part in (first, second):
            if (np.diff(part) != 1).any():
                student.suspect(f"split/{'every_tenth_token' if (np.diff(part) > 0).all() else 'shuffled'}")
                return Text(
                    "{asked}: the tokens of a part don't follow each other as in the data: they are those at the "
                    "places {places}. A text in another order is another text.",
                    {"asked": parts.asked, "places": ", ".join(map(str, part[:8])) + ", ..."},
                )
        if first[0] == 0 and second[-1] == n - 1:
            continue
        if second[0] == 0 and first[-1] == n - 1:
            student.suspect("split/validation_first")
            return Text(
                "{asked}: the validation part is the beginning of the data. It's the end that is held back.",
                {"asked": parts.asked},
            )
        if second[0] < first[-1]:
            student.suspect("split/validated_on_training_data")
        return Text(
            "{asked}: the training part is at the places {first}, the validation part at {second}. The one is to be "
            "the beginning of the data, the other its end.",
            {
                "asked": parts.asked,
                "first": f"{first[0]}-{first[-1]}",
                "second": f"{second[0]}-{second[-1]}",
            },
        )
    return None


COMPONENT = Component(
    "split",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("data", "fraction"),
                    1,
                    (
                        "separar_datos",
                        "dividir",
                        "dividir_datos",
                        "separar",
                        "split_data",
                        "train_validation_split",
                        "separar_entrenamiento_validacion",
                    ),
                ),
            ),
            (
                Claim("sizes", Text("the fraction goes to training"), sizes),
                Claim("partition", Text("each token is in one part, and in one only"), partition),
                Claim("in_order", Text("the beginning for training and the end for validation"), in_order),
            ),
        ),
    ),
)
