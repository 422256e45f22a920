"""A report with an item in every state and a check with every verdict, put together by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grader.model import (
    CheckGrade,
    Diagnosis,
    Excerpt,
    Figure,
    Finding,
    Forfeit,
    FormGrade,
    GradeReport,
    ItemGrade,
    ItemState,
    Level,
    Place,
    Text,
    Verdict,
)

__all__ = ["check", "complete_sample_report", "item", "report", "sample_report"]


# The sample brings its own Spanish, so that other messages may change without it.
SPANISH = {
    "right values": "valores correctos",
    "any axis, 1-D to 4-D": "cualquier eje, de 1-D a 4-D",
    "There is no axis parameter.": "No hay parámetro para el eje.",
    "finite and right at ±1e4": "finito y correcto en ±1e4",
    "Your function takes NumPy arrays.": "Tu función recibe arrays de NumPy.",
    "{asked}: {count} of {total} values differ, most at {index}: "
    "got {got}, expected {expected} (difference {largest}).": (
        "{asked}: {count} de {total} valores son distintos, el que más en {index}: "
        "devolvió {got}; se esperaba {expected} (diferencia {largest})."
    ),
    "{asked}: {type} in cell {cell}, line {line}: {error}\n    {code}": (
        "{asked}: {type} en la celda {cell}, línea {line}: {error}\n    {code}"
    ),
    "The notebook defines nothing called {name}.": "El notebook no define nada que se llame {name}.",
    "Your mask uses True = blocked.": "Tu máscara usa True = bloqueado.",
    "the scores are not divided by √d_k": "las puntuaciones no se dividen por √d_k",
}


def said(template: str, values: Mapping[str, str | int | float | Text] | None = None) -> Text:
    return Text(template, values or {}, in_language={"es": SPANISH[template]} if template in SPANISH else {})


def check(
    id: str,
    verdict: Verdict = Verdict.PASSED,
    points: object = 0,
    max_points: object = 1,
    message: Text | None = None,
    *,
    title: str | None = None,
    hidden: bool = False,
    notes: tuple[Text, ...] = (),
    shows_actual: bool = False,
    place: Place | None = None,
    figure: Figure | None = None,
) -> CheckGrade:
    return CheckGrade(
        id,
        said(title or id.replace("_", " ")),
        verdict,
        Fraction(str(points)),
        Fraction(str(max_points)),
        hidden,
        message,
        notes,
        shows_actual,
        place,
        figure,
    )


def item(
    id: str,
    titles: dict[str, str],
    state: ItemState,
    *checks: CheckGrade,
    found_as: dict[str, str] | None = None,
    form: str = "either",
    diagnosis: tuple[Diagnosis, ...] = (),
    follow_through: Text | None = None,
    forfeit: Forfeit | None = None,
    other_forms: tuple[FormGrade, ...] = (),
    notes: tuple[Text, ...] = (),
    excerpts: tuple[Excerpt, ...] = (),
) -> ItemGrade:
    """Its points are the sums over its checks."""
    return ItemGrade(
        id=id,
        title=titles,
        points=sum((c.points for c in checks), Fraction(0)),
        max_points=sum((c.max_points for c in checks), Fraction(0)),
        state=state,
        form=form,
        found_as={} if found_as is None else found_as,
        checks=checks,
        diagnosis=diagnosis,
        follow_through=follow_through,
        forfeit=forfeit,
        other_forms=other_forms,
        notes=notes,
        excerpts=excerpts,
    )


def report(
    *items: ItemGrade,
    findings: tuple[Finding, ...] = (),
    complete: bool = True,
    isolation: str = "full",
    submission_name: str = "ana.ipynb",
) -> GradeReport:
    return GradeReport(
        assignment="transformer",
        title={"en": "Transformers from scratch", "es": "Transformers desde cero"},
        submission_name=submission_name,
        submission_sha256="3f2a9c8140d5b7e69a1f0c2d4b6e8f70123456789abcdef0fedcba9876543210",
        complete=complete,
        points=sum((i.points for i in items), Fraction(0)),
        max_points=sum((i.max_points for i in items), Fraction(0)),
        seed=271828,
        isolation=isolation,
        duration_seconds=6.2049,
        items=items,
        findings=findings,
        grader_version="0.1.0",
    )


def complete_sample_report() -> GradeReport:
    """The sample without what could not be graded."""
    items = tuple(i for i in sample_report().items if i.state is not ItemState.UNGRADABLE)
    return report(*items, findings=_findings())


def differs(asked: str, index: str, got: str, expected: str) -> Text:
    return said(
        "{asked}: {count} of {total} values differ, most at {index}: "
        "got {got}, expected {expected} (difference {largest}).",
        {"asked": asked, "index": index, "got": got, "expected": expected, "count": 18, "total": 18, "largest": "0.41"},
    )


def raised(asked: str, type_name: str, error: str, cell: int, line: int, code: str) -> Text:
    return said(
        "{asked}: {type} in cell {cell}, line {line}: {error}\n    {code}",
        {"asked": asked, "type": type_name, "error": error, "cell": cell, "line": line, "code": code},
    )


def weights() -> Figure:
    """A part of an array of three axes, with a number of each kind."""
    return Figure(
        "attention",
        "weights",
        (2, 3, 12),
        (1, 0, 4),
        ((0.5, -0.25, float("nan")), (1.0, 0.0, float("inf")), (1e-9, 123456.0, 0.125)),
        ((0.5, 0.25, 0.25), (1.0, 0.0, 0.0), (0.0, 0.5, 0.5)),
        ((False, True, True), (False, False, True), (False, False, False)),
    )


def missing() -> Text:
    return said("The notebook defines nothing called {name}.", {"name": "causal_mask"})


def sample_report() -> GradeReport:
    return report(*_items(), findings=_findings(), complete=False, isolation="landlock")


def _items() -> tuple[ItemGrade, ...]:
    nothing = missing()
    return (
        item(
            "softmax",
            {"en": "Softmax", "es": "Softmax"},
            ItemState.PASSED,
            check("values", points="4.8", max_points="4.8", title="right values"),
            check(
                "any_axis",
                Verdict.NOT_APPLICABLE,
                0,
                0,
                said("There is no axis parameter."),
                title="any axis, 1-D to 4-D",
            ),
            check("stable", points="3.2", max_points="3.2", title="finite and right at ±1e4", hidden=True),
            found_as={"softmax": "softmax_filas"},
            notes=(said("Your function takes NumPy arrays."),),
        ),
        item(
            "attention",
            {"en": "Scaled dot-product attention", "es": "Atención por producto escalar"},
            ItemState.PARTIAL,
            check(
                "values",
                Verdict.WRONG,
                0,
                "16/3",
                differs("attention of 3 queries and 7 keys", "[2, 4]", "0.731059", "0.321478"),
                title="right values",
                figure=weights(),
            ),
            check(
                "scaled",
                Verdict.WRONG,
                0,
                4,
                differs("attention with d_k = 4", "[0, 1]", "1.5", "1.09"),
                title="divided by √d_k",
                hidden=True,
                shows_actual=True,
            ),
            check("weights", points="8/3", max_points="8/3", title="returns the weights"),
            check(
                "batched",
                Verdict.RAISED,
                0,
                2,
                raised(
                    "attention of a (2, 3, 4) batch",
                    "ValueError",
                    "matmul: Input operand 1 has a mismatch in its core dimension 0",
                    7,
                    3,
                    "scores = Q @ K.T",
                ),
                title="batch and heads in front",
                place=Place(7, 3),
            ),
            check(
                "gradients",
                Verdict.TIMED_OUT,
                0,
                2,
                said(
                    "{asked}: no answer within the time limit. {detail}",
                    {"asked": "attention with gradients", "detail": ""},
                ),
                title="gradients",
            ),
            found_as={"attention": "atencion_producto_escalar"},
            diagnosis=(
                Diagnosis(
                    "no_scaling",
                    said("the scores are not divided by √d_k"),
                    said(
                        "Look at the formula between the product of Q and K and the softmax: "
                        "what keeps large scores from saturating it?"
                    ),
                    said("The products go into the softmax as they are. They grow with √d_k, and it saturates."),
                ),
            ),
            other_forms=(FormGrade("numpy", {"attention": "attention"}, Fraction(1)),),
            form="torch",
            notes=(said("Your mask uses True = blocked."),),
            excerpts=(
                Excerpt(
                    7,
                    2,
                    (
                        "def atencion_producto_escalar(Q, K, V):",
                        "\tscores = Q @ K.T  # <Q,K>",
                        "    return scores @ V",
                    ),
                    "atencion_producto_escalar",
                    4,
                ),
            ),
        ),
        item(
            "masks",
            {"en": "Causal and padding masks", "es": "Máscaras causal y de padding"},
            ItemState.MISSING,
            check("causal", Verdict.MISSING, 0, 3, nothing, title="lower triangle, diagonal included"),
            check("padding", Verdict.MISSING, 0, 3, nothing, title="True for real tokens"),
            check("combined", Verdict.MISSING, 0, 2, nothing, title="causal and padding together"),
            form="",
        ),
        item(
            "multihead",
            {"en": "Multi-head attention", "es": "Atención multi-cabeza"},
            ItemState.PASSED,
            check("values", points=16, max_points=16, title="right values"),
            found_as={"multihead": "AtencionMultiCabeza"},
            form="torch",
            follow_through=said(
                "It builds on your attention, which is wrong; "
                "with a right one in its place it is right, so it keeps its points."
            ),
        ),
        item(
            "positional_encoding",
            {"en": "Positional encoding", "es": "Codificación posicional"},
            ItemState.FAILED,
            check(
                "values",
                Verdict.CRASHED,
                0,
                4,
                said(
                    "{asked}: the Python process ended during the call. {detail}",
                    {"asked": "positions 0 to 9", "detail": "exit code 1"},
                ),
                title="right values",
            ),
            check("far", Verdict.OUT_OF_MEMORY, 0, 2, None, title="right at position 100 000"),
            check("first", Verdict.FLOODED, 0, 1, None, title="position 0"),
            check("columns", Verdict.UNREADABLE, 0, 1, None, title="sines and cosines"),
            check("rotation", Verdict.SKIPPED, 0, 1, None, title="a rotation"),
            check("odd", Verdict.INCONCLUSIVE, 0, 1, None, title="odd widths"),
            found_as={"positional_encoding": "positional_encoding"},
        ),
        item(
            "generation",
            {"en": "Text generation", "es": "Generación de texto"},
            ItemState.FAILED,
            check("values", points=0, max_points=4, title="right values"),
            found_as={"generate": "generar"},
            form="torch",
            forfeit=Forfeit(Fraction(1), said("Cell 5, line 3 calls `torch.softmax`: build it yourself.")),
        ),
        item(
            "block",
            {"en": "Transformer block", "es": "Bloque Transformer"},
            ItemState.FOR_REVIEW,
            check(
                "values",
                Verdict.FOR_REVIEW,
                0,
                4,
                said("No way of matching your weights explains the output."),
                title="right values",
            ),
            check("layer_norm", points="29/3", max_points=10, title="layer norm"),
            found_as={"layer_norm": "norm_capa", "transformer_block": "bloque_transformer"},
            form="numpy",
        ),
        item(
            "minigpt",
            {"en": "MiniGPT", "es": "MiniGPT"},
            ItemState.UNGRADABLE,
            check(
                "values",
                Verdict.UNGRADABLE,
                0,
                4,
                said("The grader itself failed in this check ({type}). Please report it.", {"type": "KeyError"}),
                title="right values",
            ),
            check("shapes", points=2, max_points=2, title="shape of the logits"),
            found_as={"minigpt": "MiniGPT"},
            form="torch",
        ),
    )


def _findings() -> tuple[Finding, ...]:
    return (
        Finding(Level.ERROR, said("{error}", {"error": "NameError: name 'datos' is not defined"}), 4),
        Finding(Level.WARNING, said("The notebook was saved in an old format and was upgraded for grading.")),
        Finding(Level.INFO, said("Nothing was graded from this cell."), 12, {"reason": "markdown"}),
    )
