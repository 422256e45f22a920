"""Reading: library calls in what the graded names lead to are found with their place, and nothing else is."""

from __future__ import annotations

import time

import pytest

from grader.components import COMPONENTS
from grader.model import Cell, Item, LibraryCall
from grader.own_work import library_calls_reached
from tests.inside.test_witness import HONEST, ROADS, SETUP, evidence
from tests.own_work.cases import (
    ATTENTION,
    IMPORTS,
    MULTI_HEAD_ATTENTION,
    SOFTMAX,
    SOFTMAX_NOT_REACHED,
    TRANSFORMER,
)
from tests.submissions.corpus import load_corpus
from tests.submissions.grading import rubric

NAMES = {
    "softmax": ("softmax", "softmax_filas"),
    "attention": ("attention", "atencion", "scaled_dot_product_attention"),
    "multi_head_attention": ("MultiHeadAttention", "AtencionMultiCabeza", "multihead", "multicabeza"),
    "transformer": ("TransformerBlock", "BloqueTransformer", "MultiHeadAttention", "AtencionMultiCabeza"),
}
TABLES = {
    "softmax": SOFTMAX | SOFTMAX_NOT_REACHED,
    "attention": ATTENTION,
    "multi_head_attention": MULTI_HEAD_ATTENTION,
    "transformer": TRANSFORMER,
}


def cells_of(text: str) -> tuple[Cell, ...]:
    """Cell 1 has the imports; ``# %%`` begins each of the others."""
    sources = [IMPORTS, *(part.strip("\n") for part in text.split("# %%"))]
    return tuple(Cell(number, source) for number, source in enumerate(sources, 1))


def reached(text: str, concept: str = "softmax") -> list[tuple[str, int | None, int | None]]:
    calls = library_calls_reached(cells_of(text), NAMES[concept], [concept])
    return [(call.name, call.cell, call.line) for call in calls]


def marked(text: str) -> list[tuple[str, int, int]]:
    """The calls that the case says are reached."""
    return [
        (name, cell.number, number)
        for cell in cells_of(text)
        for number, line in enumerate(cell.source.split("\n"), 1)
        for name in (line.partition("# reached: ")[2].split(", ") if "# reached: " in line else ())
    ]


@pytest.mark.parametrize(("concept", "case"), [(concept, case) for concept in TABLES for case in TABLES[concept]])
def test_what_is_reached_is_found_with_its_place_and_nothing_else(concept: str, case: str) -> None:
    text = TABLES[concept][case]
    assert reached(text, concept) == marked(text)


def test_the_cases_mean_what_their_tables_say() -> None:
    """A mark that is lost would turn a case into its opposite."""
    assert all(len(marked(text)) == 1 for text in SOFTMAX.values())
    assert not any(marked(text) for text in SOFTMAX_NOT_REACHED.values())
    assert all({bool(marked(text)) for text in TABLES[c].values()} == {True, False} for c in TABLES)


@pytest.mark.parametrize("road", [road for road in ROADS if road not in ("exec", "eval")])  # text isn't read
def test_reading_and_running_see_the_same_place(road: str) -> None:
    """Of the witnesses' own roads; where the work is done in a thread too."""
    cells = [Cell(1, SETUP), Cell(2, f"def graded(x):\n    {ROADS[road]}\n")]
    read = {(c.cell, c.line) for c in library_calls_reached(cells, ["graded"], ["softmax"])}
    ran = {(c.cell, c.line) for c in evidence(ROADS[road]).violations}
    assert read == ran != set()


@pytest.mark.parametrize("case", HONEST)
def test_what_the_witnesses_find_honest_reading_finds_honest(case: str) -> None:
    cells = [Cell(1, SETUP), Cell(2, f"def graded(x):\n    {HONEST[case]}\n")]
    assert library_calls_reached(cells, ["graded"], ["softmax"]) == ()


@pytest.mark.parametrize("item", [item for item in rubric().items if item.forbidden], ids=lambda item: item.id)
def test_no_right_submission_is_noted(item: Item) -> None:
    """All styles of the corpus, and the samples that wrong ones are built on."""
    roles = [role for form in COMPONENTS[item.component].forms for role in form.roles]
    names = [name for role in roles for name in (role.name, *role.aliases)]
    corpus = load_corpus()
    texts = {case.own for case in corpus if case.claim.kind == "right"} | {case.base for case in corpus if case.base}
    assert len(texts) > 50
    assert item.forbidden is not None
    for text in texts:
        cells = [Cell(number, source) for number, source in enumerate(text, 1)]
        assert library_calls_reached(cells, names, item.forbidden.concepts) == ()


def test_comments_and_self_tests_change_nothing() -> None:
    """The same calls, whatever is written around the code that is graded."""
    text = "def softmax(z):\n    return F.softmax(z, -1)"
    more = f"{text}\n# F.softmax is the library's\n# %%\nassert torch.allclose(softmax(z), torch.softmax(z, -1))"
    assert reached(text) == reached(more) != []


def test_several_calls_come_in_the_order_of_the_notebook() -> None:
    text = (
        "def f(z):\n    return z.softmax(-1)\n# %%\ndef softmax(z):\n    return f(z) + F.softmax(z, 0) + g(z)\n# %%\n"
    )
    text += "def g(z):\n    return torch.softmax(z, 0)"
    assert [(cell, line) for _, cell, line in reached(text)] == [(2, 2), (3, 2), (4, 2)]


HOSTILE = {
    "brackets": "softmax = " + "(" * 5000 + ")" * 5000,
    "sum": "softmax = " + "+".join(["z"] * 20000),
    "difference": "softmax = " + "-".join(["z"] * 20000),
    "calls": "softmax = f" + "(0)" * 3000,
    "attributes": "softmax = f" + ".f" * 3000,
    "surrogate": "softmax = '\ud800'",
    "nul": "softmax = '\0'",
    "elif": "def softmax(z):\n    if z:\n        pass\n" + "    elif z:\n        pass\n" * 3000,
    "elif_at_the_top": "if z:\n    pass\n" + "elif z:\n    pass\n" * 3000,
    "chain": "\n".join(f"def f{i}(z):\n    return f{i + 1}(f{i + 1}(z), f{i + 2})" for i in range(3000))
    + "\nsoftmax = f0",
    "fan": "\n".join(f"def f{i}(z):\n    return f{i + 1}(f{i + 1}), f{i + 1}(z)" for i in range(60)) + "\nsoftmax = f0",
    "doubling": "x0 = [np.exp]\n"
    + "\n".join(f"x{i + 1} = nn.Sequential([x{i}, x{i}])" for i in range(60))
    + "\nsoftmax = x60",
    "heirs": "class A(A):\n    f = A.f\n" * 3000 + "softmax = A()",
    "attributes_of_heirs": "class A(A): pass\n" * 3000 + "softmax = A()\nx = [" + "softmax.f(), " * 3000 + "]",
    "assignments": "softmax = 1\n" * 15000 + "def softmax(z):\n" + "    softmax(z)\n" * 2000,
    "choices": "if z: f = lambda: f\n" * 5000 + "def softmax(z):\n" + "    f(f)\n" * 2000,
    "comparisons": "softmax = [" + "[f for f in f] + " * 2000 + "f]",
    "long": "# " + "x" * 300_000,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_cell_takes_little_time_and_hides_nothing_in_the_others(case: str) -> None:
    """The other cells' graded code is read as if that cell weren't there."""
    cells = [Cell(1, IMPORTS), Cell(2, HOSTILE[case]), Cell(3, "def softmax_filas(z):\n    return F.softmax(z, -1)")]
    started = time.perf_counter()
    assert library_calls_reached(cells, ["softmax"], ["softmax"]) == ()
    calls = library_calls_reached(cells, ["softmax_filas"], ["softmax"])
    assert time.perf_counter() - started < 10
    assert [(call.cell, call.line) for call in calls] == [(3, 2)]


def test_a_name_that_is_no_expression_gives_nothing() -> None:
    """Names come from the student's process."""
    assert library_calls_reached(cells_of("softmax = F.softmax"), ["1 +", "", "no_such"], ["softmax"]) == ()


def test_a_dotted_name_is_a_method() -> None:
    text = "class Ops:\n    @staticmethod\n    def softmax(z):\n        return F.softmax(z, -1)"
    calls = library_calls_reached(cells_of(text), ["Ops.softmax"], ["softmax"])
    assert calls == (LibraryCall("torch.nn.functional.softmax", 2, 4),)
