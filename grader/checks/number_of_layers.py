"""Has an encoder-decoder of two layers more than one of one layer?  If not: is a layer used again, is there one, or is
there a second one that has no effect?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from grader.checks.source_and_target import SRC, TGT, Booleans, built, heard
from grader.checks.source_and_target_matrices import in_use, moved, source_uses
from grader.checks.student import Settled, Student
from grader.checks.zeroed_matrices import Shape, is_matrix
from grader.model import Text

__all__ = ["as_many_parameters", "layers_of_their_own"]

_FEWEST_OF_A_LAYER = 4  # matrices: q, k and v in one, the output's, and two of the FFN

Part: TypeAlias = Literal["encoder", "decoder"]


def layers_of_their_own(student: Student, mixes: Callable[[], bool]) -> Text | None:
    """A second layer brings matrices to encoder and decoder, and what comes out depends on them.

    One that stands twice in a list brings none, and one whose output isn't passed on has no effect.
    """
    if _brings_all_shapes(student) and _all_learn(student):
        return None
    if any(source_uses(student, n) is None for n in (1, 2)) or not mixes():
        return None
    one, two = (_matrices_by_part(student, n) for n in (1, 2))
    parts: tuple[Part, Part] = ("encoder", "decoder")
    part = next((part for part in parts if two[part] <= one[part]), None)
    if part is None:
        return None
    values: dict[str, str | int | float | Text] = {"part": part}
    if two["unused"] > one["unused"]:
        student.suspect("encoder_decoder/layers_without_effect")
        return Text(
            "With n_layers = 2 there are more layers than with n_layers = 1, but no more in the {part} that have any "
            "effect: what comes out doesn't depend on all of them.",
            values,
        )
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


def _brings_all_shapes(student: Student) -> bool:
    """Is nothing of a layer's shape left that came once only?"""
    one, two = (Counter(filter(is_matrix, built(student, n).shapes)) for n in (1, 2))
    added = two - one
    came_once = sum(n for shape, n in (one - added).items() if not _is_table_or_grown(shape, added))
    return all(more >= one[shape] for shape, more in added.items()) and came_once < _FEWEST_OF_A_LAYER


def _is_table_or_grown(shape: Shape, added: Counter[Shape]) -> bool:
    """A matrix of a vocabulary, or (1, d, d) where two layers have (2, d, d)."""
    return SRC in shape or TGT in shape or (2, *shape[1:]) in added


def _all_learn(student: Student) -> bool:
    """Does training move all matrices of two layers?  Then the logits depend on them."""
    found = _moved_or_none(student, 2)
    return found is not None and all(
        _slices(student, i, 2, found) == _slices(student, i, 2, None) for i in range(len(found))
    )


def _moved_or_none(student: Student, n_layers: int) -> list[Booleans] | None:
    try:
        return moved(student, n_layers)
    except Settled:  # what can't be trained costs another check
        return None


def _slices(student: Student, i: int, n_layers: int, moves: Sequence[Booleans] | None) -> int:
    """How many matrices are in parameter `i`, of those that training `moves`, if that's known?

    Those of all layers may be one array, (n_layers, d, d).
    """
    shape = built(student, n_layers).shapes[i]
    if not is_matrix(shape):
        return 0
    of_all = shape[0] == n_layers and (1, *shape[1:]) in built(student, 1).shapes
    if moves is None:
        return n_layers if of_all else 1
    return int(moves[i].reshape(n_layers if of_all else 1, -1).any(axis=1).sum())


def _matrices_by_part(student: Student, n_layers: int) -> Counter[str]:
    """How many act on the source's rows, how many on the logits alone, and how many on neither."""
    shapes, used = built(student, n_layers).shapes, in_use(student, n_layers)
    moves = _moved_or_none(student, n_layers)
    uses = source_uses(student, n_layers) or {}
    found: Counter[str] = Counter()
    for i, shape in enumerate(shapes):
        if is_matrix(shape):
            part = "encoder" if i in uses and uses[i].acts else "decoder" if i in used else "unused"
            # Behind a detach() nothing moves, and it's in use; where some layers of an array move, the others aren't.
            there, moving = (_slices(student, i, n_layers, told) for told in (None, moves))
            found[part] += moving or there
            found["unused"] += there - (moving or there)
    return found


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


def _used_again(student: Student, part: Part | None = None) -> bool | None:
    """Are modules of that part, or of both, of whose parameters two layers have no more than one, called more often
    with two?

    None where most of its matrices are in no module that is called, such as raw ones of the model itself.
    """
    calls = []
    for n_layers in (1, 2):
        uses = {} if part is None else source_uses(student, n_layers) or {}
        parameters = enumerate(built(student, n_layers).module.parameters)
        owners = [
            parameter.name.rpartition(".")[0]
            for i, parameter in parameters
            if is_matrix(parameter.shape) and (part is None or (i in uses and uses[i].acts) is (part == "encoder"))
        ]
        heard_of = [str(entry.get("path")) for entry in heard(student, n_layers)]
        called = [[path for path in heard_of if f"{owner}.".startswith(f"{path}.")] for owner in owners]
        if 2 * sum(map(bool, called)) < len(owners):
            return None
        calls.append(sum(map(len, called)))
    return calls[1] > calls[0]
