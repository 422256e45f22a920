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
    for sizes, found in zip(SIZES, answers, strict=True):
        got, expected = found.parts[part], right(student, sizes)
        if got == expected[part] or _of_one_layer(student, sizes, found, part):
            continue
        if got is None:
            return _no_entry(student, sizes, found, part)
        return Text(
            "{asked}: {expected} parameters are expected for {part}; got {got}.",
            {
                "asked": call_text(student, sizes),
                "part": NAMES_OF_PARTS[part],
                "expected": grouped_digits(expected[part]),
                "got": grouped_digits(got),
            },
        )
    return None


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


def _of_one_layer(student: Student, sizes: Sizes, found: Breakdown, part: str) -> bool:
    """Is the entry one layer's, where the total shows that all layers are counted?  Then it's only told otherwise."""
    *_, layers, _ = sizes
    expected = right(student, sizes)
    if found.parts["total"] != expected["total"] or part not in ("attention", "ffn", "norms"):
        return False
    final_norm = 2 * sizes[1]
    in_blocks = expected[part] - (final_norm if part == "norms" else 0)
    one = in_blocks // layers
    if found.parts[part] not in ((one, one + final_norm) if part == "norms" else (one,)):
        return False
    student.note(Text("Your entries for the blocks are those of a single layer, and were read so."))
    return True


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
