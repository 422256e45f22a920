"""The public part of one assignment as one file of plain data: ``<assignment>.checks.json``.

Arrays stand in it as their bytes in base64, in the machine's order of x86 and ARM.  Each input is there once; what a
reference or a known mistake answers refers to it by its number.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from grader.errors import UsageError
from grader.model import Forbidden, Limits, Misconception, Text

__all__ = ["FORMAT", "SUFFIX", "Answer", "Asked", "PublicChecks", "PublicItem", "Unrecordable", "plain"]

FORMAT = 1
SUFFIX = ".checks.json"


class Unrecordable(Exception):
    """A value that isn't plain data: a function, an object of a class."""


@dataclass(frozen=True, eq=False)
class Asked:
    """The arguments of a call: numbers, strings, NumPy arrays, and tuples and mappings of them."""

    args: tuple[Any, ...]
    keywords: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Answer:
    """What a function gave for the input of that number; `raised` is an exception's type and text."""

    asked: int
    value: Any = None
    raised: tuple[str, str] | None = None


@dataclass(frozen=True, eq=False)
class PublicItem:
    """`checks` are the public ones by form; `hidden` is how many others the grade uses.

    `names` are those of the answers of an exercise on paper, one group for each: it has no public check, since that
    would give the answer away.  Another item without any is a matter of the grade alone.
    """

    id: str
    title: Mapping[str, str]
    component: str
    checks: Mapping[str, tuple[str, ...]]
    hidden: int
    needs: tuple[str, ...] = ()
    forbidden: Forbidden | None = None
    names: tuple[tuple[str, ...], ...] = ()

    @property
    def is_public(self) -> bool:
        return any(self.checks.values())


@dataclass(frozen=True, eq=False)
class PublicChecks:
    """`references` are answers by component and function, `constants` plain values of reference modules.

    `questions` are the numbers of the inputs, by component and role, for which every known mistake's answer is known;
    `outputs` are those answers by the mistake's id, where they aren't the right ones; `in_torch` names components whose
    reference isn't run in grading.
    """

    assignment: str
    title: Mapping[str, str]
    seed: int
    items: tuple[PublicItem, ...]
    mistakes: tuple[Misconception, ...] = ()
    limits: Limits = field(default_factory=Limits)
    inputs: Sequence[Asked] = ()
    references: Mapping[str, Mapping[str, Sequence[Answer]]] = field(default_factory=dict)
    constants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    outputs: Mapping[str, Mapping[str, Sequence[Answer]]] = field(default_factory=dict)
    questions: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    in_torch: frozenset[str] = frozenset()
    path: str = ""

    def as_json(self) -> str:
        body = {
            "format": FORMAT,
            "assignment": self.assignment,
            "title": dict(self.title),
            "seed": self.seed,
            "limits": asdict(self.limits),
            "items": [_item_body(item) for item in self.items],
            "mistakes": [_mistake_body(mistake) for mistake in self.mistakes],
            "in_torch": sorted(self.in_torch),
            "inputs": [[plain(asked.args), plain(dict(asked.keywords))] for asked in self.inputs],
            "references": _answers_body(self.references),
            "constants": {
                c: {n: plain(v) for n, v in sorted(own.items())} for c, own in sorted(self.constants.items())
            },
            "questions": {
                component: {role: list(numbers) for role, numbers in sorted(roles.items())}
                for component, roles in sorted(self.questions.items())
            },
            "outputs": _answers_body(self.outputs),
        }
        return json.dumps(body, ensure_ascii=False, indent=1, sort_keys=False) + "\n"

    @staticmethod
    def read(path: Path) -> PublicChecks:
        """The file at `path`.  Raises `UsageError` where it isn't one that this version reads."""
        try:
            body = json.loads(path.read_text(encoding="utf-8"))
            if body["format"] != FORMAT:
                raise UsageError(
                    Text(
                        "{file} is of format {found}, and this grader reads format {format}: install the version that "
                        "came with it.",
                        {"file": str(path), "found": str(body["format"]), "format": FORMAT},
                    )
                )
            return _from(body, str(path))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(
                Text(
                    "{file} can't be read as public checks ({error}): take it anew from the course.",
                    {"file": str(path), "error": f"{type(error).__name__}: {error}"[:200]},
                )
            ) from error


def _from(body: Mapping[str, Any], path: str) -> PublicChecks:
    return PublicChecks(
        assignment=body["assignment"],
        title=body["title"],
        seed=body["seed"],
        items=tuple(map(_item, body["items"])),
        mistakes=tuple(map(_mistake, body["mistakes"])),
        limits=Limits(**body["limits"]),
        inputs=[Asked(_value(args), _value(keywords)) for args, keywords in body["inputs"]],
        references=_answers(body["references"]),
        constants={c: {n: _value(v) for n, v in own.items()} for c, own in body["constants"].items()},
        outputs=_answers(body["outputs"]),
        questions=body["questions"],
        in_torch=frozenset(body["in_torch"]),
        path=path,
    )


# Parts, to and from what JSON knows


def _item_body(item: PublicItem) -> dict[str, Any]:
    forbidden = item.forbidden
    return {
        "id": item.id,
        "title": dict(item.title),
        "component": item.component,
        "checks": {form: list(ids) for form, ids in item.checks.items()},
        "hidden": item.hidden,
        "needs": list(item.needs),
        "forbidden": None if forbidden is None else [list(forbidden.concepts), str(forbidden.costs)],
        "names": [list(names) for names in item.names],
    }


def _item(body: Mapping[str, Any]) -> PublicItem:
    forbidden = body["forbidden"]
    return PublicItem(
        id=body["id"],
        title=body["title"],
        component=body["component"],
        checks={form: tuple(ids) for form, ids in body["checks"].items()},
        hidden=body["hidden"],
        needs=tuple(body["needs"]),
        forbidden=None if forbidden is None else Forbidden(tuple(forbidden[0]), Fraction(forbidden[1])),
        names=tuple(tuple(names) for names in body["names"]),
    )


_TOLD = ("title", "done", "why", "hint")


def _mistake_body(mistake: Misconception) -> dict[str, Any]:
    told = {key: getattr(mistake, key) for key in _TOLD}
    return {
        "id": mistake.id,
        "fails": list(mistake.fails),
        "catalogue": mistake.catalogue,
        **{key: {"en": text.template, **text.in_language} for key, text in told.items()},
    }


def _mistake(body: Mapping[str, Any]) -> Misconception:
    title, done, why, hint = (
        Text(body[key]["en"], in_language={lang: text for lang, text in body[key].items() if lang != "en"})
        for key in _TOLD
    )
    return Misconception(
        id=body["id"],
        component=body["id"].partition("/")[0],
        title=title,
        done=done,
        why=why,
        hint=hint,
        fails=tuple(body["fails"]),
        catalogue=body["catalogue"],
    )


def _answers_body(answers: Mapping[str, Mapping[str, Sequence[Answer]]]) -> dict[str, Any]:
    return {
        owner: {name: [_answer_body(one) for one in given] for name, given in sorted(functions.items())}
        for owner, functions in sorted(answers.items())
    }


def _answer_body(answer: Answer) -> list[Any]:
    if answer.raised is not None:
        return [answer.asked, None, list(answer.raised)]
    return [answer.asked, plain(answer.value)]


def _answers(body: Mapping[str, Any]) -> dict[str, dict[str, list[Answer]]]:
    return {
        owner: {
            name: [
                Answer(one[0], None, (one[2][0], one[2][1])) if len(one) == 3 else Answer(one[0], _value(one[1]))
                for one in given
            ]
            for name, given in functions.items()
        }
        for owner, functions in body.items()
    }


# Values


def plain(value: Any) -> Any:
    """`value` as JSON holds it.  Raises `Unrecordable` for what isn't plain data."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if np.isfinite(value) else {"float": repr(value)}
    if type(value) is np.ndarray and value.dtype.kind in "biuf":
        ordered = np.ascontiguousarray(value, value.dtype.newbyteorder("<")).reshape(value.shape)
        return {
            "array": value.dtype.name,
            "shape": list(value.shape),
            "bytes": base64.b64encode(ordered.tobytes()).decode("ascii"),
        }
    if type(value) in (tuple, list):
        return {type(value).__name__: [plain(part) for part in value]}
    if type(value) is dict and all(isinstance(key, str) for key in value):
        return {"map": {key: plain(part) for key, part in value.items()}}
    raise Unrecordable(type(value).__name__)


def _value(body: Any) -> Any:
    if not isinstance(body, dict):
        return body
    if "array" in body:
        dtype = np.dtype(body["array"])
        if dtype.kind not in "biuf":
            raise ValueError(f"an array of {dtype}")
        data = np.frombuffer(base64.b64decode(body["bytes"]), dtype.newbyteorder("<"))
        return data.astype(dtype).reshape(body["shape"])
    if "float" in body:
        return float(body["float"])
    if "map" in body:
        return {key: _value(part) for key, part in body["map"].items()}
    if "list" in body:
        return [_value(part) for part in body["list"]]
    return tuple(_value(part) for part in body["tuple"])
