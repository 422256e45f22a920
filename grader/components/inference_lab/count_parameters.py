"""Parameters by component: ``count_parameters(vocab_size, d_model, n_heads, n_layers, context)`` -> a dict.

Of a MiniGPT as the course builds it.  Asked are sizes, not a model: ``sum(p.numel() ...)`` counts without telling why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from grader.checks.claim import Claim
from grader.checks.counts import grouped_digits
from grader.checks.parameter_breakdown import PARTS, Breakdown, breakdown_of
from grader.checks.student import Settled, Student
from grader.compare import NotNumbers, numbers
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

ROLE = "count_parameters"
NAMES = ("vocab_size", "d_model", "n_heads", "n_layers", "context")
Sizes = tuple[int, int, int, int, int]

# The course's own; then sizes whose products all differ, with one layer, one head, and GPT-2's.
SIZES: tuple[Sizes, ...] = ((46, 64, 4, 3, 64), (29, 24, 3, 2, 20), (101, 40, 1, 1, 33), (50_257, 768, 12, 12, 1024))


def call_text(student: Student, sizes: Sizes) -> str:
    return f"{student.found[ROLE].name}({', '.join(map(str, sizes))})"


def counted(student: Student, sizes: Sizes) -> Breakdown:
    """What the student's function gives, by part."""
    asked = call_text(student, sizes)
    definition = student.found[ROLE]
    if definition.parameters and not definition.takes(5):
        raise Settled(
            Verdict.WRONG,
            Text(
                "`{name}` must take vocab_size, d_model, n_heads, n_layers and context, in this order: it works the "
                "numbers out, and needs no model for it.",
                {"name": definition.name},
            ),
        )
    reply = student.returned(student.call(ROLE, *sizes, case=asked), asked)
    found = breakdown_of(reply.value)
    if found is None:
        what = numbers(reply.value)
        came = what.what if isinstance(what, NotNumbers) else Text("an array")
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: a dict with a number for each part is expected, but {what} came back.",
                {"asked": asked, "what": came},
            ),
        )
    # What is compared with known mistakes is what the entries mean, not what they are called.
    student.observations[-1] = replace(student.observations[-1], got=dict(found.parts))
    return found


def right(student: Student, sizes: Sizes) -> Mapping[str, int]:
    expected: Mapping[str, int] = student.references.count_parameters.count_parameters(*sizes)
    return expected


def part_is_right(part: str, student: Student) -> Text | None:
    # All are asked before any is judged: what explains them must explain all.
    answers = [counted(student, sizes) for sizes in SIZES]
    if part == "attention" and _grows_with_the_heads(student):
        student.suspect("count_parameters/heads_multiply")
    for sizes, found in zip(SIZES, answers, strict=True):
        broken = _wrong_of_one_layer(student, sizes, found, part) or _wrong_of_all(student, sizes, found, part)
        if broken is not None:
            return broken
    return None


def _grows_with_the_heads(student: Student) -> bool:
    """However it comes in: by the whole, by three of four projections, with or without biases."""
    few, many = (counted(student, (46, 64, heads, 3, 64)).parts["attention"] for heads in (2, 8))
    return few is not None and many is not None and many > few > 0


def _wrong_of_all(student: Student, sizes: Sizes, found: Breakdown, part: str) -> Text | None:
    got, expected = _of_all_layers(found, sizes, part), right(student, sizes)[part]
    if got == expected or _read_as_of_one_layer(student, sizes, found, part):
        return None
    if got is None:
        return _no_entry(student, sizes, found, part)
    return Text(
        "{asked}: {expected} parameters are expected for {part}; got {got}.",
        {
            "asked": call_text(student, sizes),
            "part": NAMES_OF_PARTS[part],
            "expected": grouped_digits(expected),
            "got": grouped_digits(got),
        },
    )


def _of_all_layers(found: Breakdown, sizes: Sizes, part: str) -> int | float | None:
    """The entry of all layers; or, where there's only what lies outside of them, with those of each layer."""
    got, one = found.parts[part], found.of_one_layer[part]
    if one is None or part == "total":
        return got
    outside = 2 * sizes[1] if part == "norms" else None  # the last norm
    return got if got not in (None, outside) else (got or 0) + sizes[3] * one


def _of_each_layer(expected: Mapping[str, int], sizes: Sizes) -> Mapping[str, int]:
    """What one block has of the parts that blocks have, and in all."""
    in_blocks = {**{part: expected[part] for part in BLOCKS}, "norms": expected["norms"] - 2 * sizes[1]}
    each = {part: number // sizes[3] for part, number in in_blocks.items()}
    return {**each, "total": sum(each.values())}


def _wrong_of_one_layer(student: Student, sizes: Sizes, found: Breakdown, part: str) -> Text | None:
    """An entry that says by its name that it's a single layer's must be that."""
    got, each = found.of_one_layer[part], _of_each_layer(right(student, sizes), sizes)
    if got is None or got == each.get(part):
        return None
    if part not in each:
        return Text("{asked}: {part} isn't part of a layer.", _values(student, sizes, part))
    return Text(
        "{asked}: {expected} parameters are expected for {part} in one layer; got {got}.",
        _values(student, sizes, part) | {"expected": grouped_digits(each[part]), "got": grouped_digits(got)},
    )


def _values(student: Student, sizes: Sizes, part: str) -> dict[str, str | int | float | Text]:
    return {"asked": call_text(student, sizes), "part": repr(part)}


BLOCKS = ("attention", "ffn", "norms")


NAMES_OF_PARTS: Mapping[str, Text] = {
    "embeddings": Text("the embeddings (tokens and positions)"),
    "attention": Text("the attention of all layers"),
    "ffn": Text("the feed-forward layer of all layers"),
    "norms": Text("the norms (all of them)"),
    "head": Text("the output head"),
    "total": Text("the whole model"),
}


def _no_entry(student: Student, sizes: Sizes, found: Breakdown, part: str) -> Text:
    values: dict[str, str | int | float | Text] = {
        "asked": call_text(student, sizes),
        "part": part,
        "names": ", ".join(found.names)[:200],
    }
    if found.names:
        return Text('{asked}: no entry for "{part}" was found. Not understood: {names}.', values)
    return Text('{asked}: no entry for "{part}" was found.', values)


def _read_as_of_one_layer(student: Student, sizes: Sizes, found: Breakdown, part: str) -> bool:
    """Is the entry one layer's, where the total shows that all layers are counted?  Then it's only told otherwise.

    All three of the blocks' parts must be meant so: where one is given for all layers and another is not, a factor is
    missing.
    """
    if part not in BLOCKS or not _total_counts_all_layers(student, sizes, found):
        return False
    expected = right(student, sizes)
    each = _of_each_layer(expected, sizes)
    final_norm = 2 * sizes[1]
    if found.parts[part] not in ((each[part], each[part] + final_norm) if part == "norms" else (each[part],)):
        return False
    if sizes[3] > 1 and any(found.parts[other] == expected[other] for other in BLOCKS):
        return False
    student.note(Text("Your entries for the blocks are those of a single layer, and were read so."))
    return True


def _total_counts_all_layers(student: Student, sizes: Sizes, found: Breakdown) -> bool:
    """The right total does, and so does one that is wrong in what the other entries are wrong in."""
    total, entries = found.parts["total"], [found.parts[part] for part in PARTS if part != "total"]
    if total is None or None in entries:
        return False
    embeddings, *blocks, head = (entry or 0 for entry in entries)
    final_norm, more = 2 * sizes[1], sizes[3] - 1
    sums = embeddings + head + sum(blocks) + more * sum(blocks)
    return total in (right(student, sizes)["total"], sums, sums + final_norm, sums - more * final_norm)


def claim(part: str, title: Text) -> Claim:
    holds: Callable[[Student], Text | None] = partial(part_is_right, part)
    return Claim(part, title, holds)


CHECKS = (
    claim("embeddings", Text("embeddings of tokens and positions")),
    claim("attention", Text("attention, with its biases")),
    claim("ffn", Text("feed-forward layers, with their biases")),
    claim("norms", Text("gains and biases of all norms")),
    claim("head", Text("output head, with its bias")),
    claim("total", Text("total equal to the model's own")),
)
assert tuple(check.id for check in CHECKS) == PARTS

COMPONENT = Component(
    "count_parameters",
    (
        Form(
            "python",  # numbers in, numbers out: no array library is asked for
            Text("function"),
            "numpy",
            (Role(ROLE, "function", NAMES, 5, ("contar_parametros", "contar_parámetros")),),
            CHECKS,
        ),
    ),
)
