"""Has an encoder-decoder of two layers more than one of one layer?  If not: is a layer used again, or is there one?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, TypeAlias

from grader.checks.source_and_target import SRC, TGT, built, heard, pair, source_uses
from grader.checks.student import Student
from grader.checks.zeroed_matrices import Shape, is_matrix
from grader.model import Text

__all__ = ["as_many_parameters", "layers_of_their_own"]

_FEWEST_OF_A_LAYER = 4  # matrices: q, k and v in one, the output's, and two of the FFN

Part: TypeAlias = Literal["encoder", "decoder", "whole"]


def layers_of_their_own(student: Student, mixes: Callable[[], bool]) -> Text | None:
    """A second layer brings matrices to encoder and decoder; one that stands twice in a list brings none."""
    one, two = (Counter(filter(is_matrix, built(student, n).shapes)) for n in (1, 2))
    added = two - one
    came_once = sum(n for shape, n in (one - added).items() if not _is_table_or_grown(shape, added))
    if all(more >= one[shape] for shape, more in added.items()) and came_once < _FEWEST_OF_A_LAYER:
        return None  # nothing of a layer's shape is left that came once only
    uses = [source_uses(student, n) for n in (1, 2)]
    if uses[0] is None or uses[1] is None or not mixes():
        return None
    encoders = [sum(use.acts for use in found.values()) for found in uses if found is not None]
    totals = [one.total(), two.total()]
    grown = encoders[1] - encoders[0], (totals[1] - encoders[1]) - (totals[0] - encoders[0])
    if all(more > 0 for more in grown):
        return None
    part: Part = "encoder" if grown[0] <= 0 else "decoder"
    values: dict[str, str | int | float | Text] = {"part": part}
    again = _used_again(student, part)
    if again is None:
        return Text(
            "With n_layers = 2 the {part} has no more matrices than with n_layers = 1: either one layer stands there "
            "twice, with the same parameters, or the number of layers has no effect there.",
            values,
        )
    if not again:
        student.suspect("encoder_decoder/number_of_layers_ignored")
        return Text(
            "With n_layers = 2 the {part} has no more layers than with n_layers = 1: the number of layers has no "
            "effect there.",
            values,
        )
    student.suspect("encoder_decoder/one_layer_shared")
    return Text(
        "With n_layers = 2 the {part} has no more matrices than with n_layers = 1: one layer stands there twice, with "
        "the same parameters.",
        values,
    )


def _is_table_or_grown(shape: Shape, added: Counter[Shape]) -> bool:
    """A matrix of a vocabulary, or (1, d, d) where two layers have (2, d, d)."""
    return SRC in shape or TGT in shape or (2, *shape[1:]) in added


def as_many_parameters(student: Student, count: int) -> Text:
    """Neither encoder nor decoder has more of them with more layers."""
    again = _used_again(student)
    if again is None:
        return Text(
            "With n_layers = 1 and with n_layers = 2 the model has the same {count} parameters; a second layer has "
            "parameters of its own.",
            {"count": count},
        )
    if again:
        student.suspect("encoder_decoder/one_layer_shared")
        return Text(
            "With n_layers = 1 and with n_layers = 2 the model has the same {count} parameters: with 2, layers are "
            "used again, with the same parameters.",
            {"count": count},
        )
    student.suspect("encoder_decoder/number_of_layers_ignored")
    return Text(
        "With n_layers = 1 and with n_layers = 2 the model has the same {count} parameters: the number of layers "
        "has no effect.",
        {"count": count},
    )


def _used_again(student: Student, part: Part = "whole") -> bool | None:
    """Are modules of that part, of whose parameters two layers have no more than one, called more often with two?

    None where most of its matrices are in no module that is called, such as raw ones of the model itself.
    """
    calls = []
    for n_layers in (1, 2):
        uses = {} if part == "whole" else source_uses(student, n_layers) or {}
        parameters = enumerate(built(student, n_layers).module.parameters)
        owners = [
            parameter.name.rpartition(".")[0]
            for i, parameter in parameters
            if is_matrix(parameter.shape) and (part == "whole" or (i in uses and uses[i].acts) is (part == "encoder"))
        ]
        heard_of = [str(entry.get("path")) for entry in heard(student, *pair(student, "again"), n_layers)]
        called = [[path for path in heard_of if f"{owner}.".startswith(f"{path}.")] for owner in owners]
        if 2 * sum(map(bool, called)) < len(owners):
            return None
        calls.append(sum(map(len, called)))
    return calls[1] > calls[0]
