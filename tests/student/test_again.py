"""What a save leads to: few cells, few items, and the same verdicts as from everything."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

import nbformat
import pytest

from grader.intake import read_submission
from grader.kernel.in_process import ask_in_process
from grader.model import Cell, CellOutcome, Execution, Finding, Level, Submission, Text
from grader.student import check
from grader.student.check import Checked, Checker, judging_of
from grader.student.public import PublicChecks
from tests.student import test_check

IMPORT = "import numpy as np\n"
SOFTMAX = textwrap.dedent(test_check.RIGHT["numpy"]).replace(IMPORT, "")
MASKS = textwrap.dedent(test_check.MASKS).replace(IMPORT, "")
WRONG = SOFTMAX.replace("- np.max(z, axis=axis, keepdims=True)", "")
SLOW = "for step in range(3):\n    softmax(np.ones(step + 1))"


def saved(
    public: PublicChecks, cells: Sequence[str], before: Checked | None = None, errors: dict[int, str] | None = None
) -> tuple[Checked, list[int]]:
    """Check the notebook of `cells`, of which those in `errors` stop; and the numbers of those that were run."""
    made = tuple(Cell(n, source) for n, source in enumerate(cells, start=1))
    submission = Submission("here", "", made, {})
    judging = judging_of(public)
    part = judging.plan(submission, (), before).part(submission)
    told = errors or {}
    outcomes = tuple(CellOutcome(cell.number, 0.1, told.get(cell.number, "")) for cell in part.cells)
    findings = tuple(
        Finding(Level.WARNING, Text("Cell {cell} stopped with {type}: {error}", {"cell": n}), n)
        for n, error in told.items()
        if error and n in {cell.number for cell in part.cells}
    )
    ask = ask_in_process(*(cell.source for cell in part.cells if cell.number not in told))
    checked = judging(ask, submission, Execution("none", outcomes, findings, 0.1, True), (), before)
    return checked, [cell.number for cell in part.cells]


def verdicts(checked: Checked) -> list[tuple[str, list[str]]]:
    return [
        (item.item.id, [f"{c.id}: {c.verdict}" for c in item.grade.checks] if item.grade else [])
        for item in checked.items
    ]


def test_the_cells_that_the_changed_item_uses_are_run_and_no_others(public: PublicChecks) -> None:
    before, first = saved(public, [IMPORT, SOFTMAX, MASKS, SLOW])
    assert first == [1, 2, 3, 4]
    after, then = saved(public, [IMPORT, WRONG, MASKS, SLOW], before)
    assert (then, set(after.fresh), set(after.not_run)) == ([1, 2], {"softmax"}, {3, 4})
    everything, _ = saved(public, [IMPORT, WRONG, MASKS, SLOW])
    assert verdicts(after) == verdicts(everything)
    again, _ = saved(public, [IMPORT, SOFTMAX, MASKS, SLOW], after)
    assert verdicts(again) == verdicts(before)


def test_a_changed_experiment_runs_nothing(public: PublicChecks) -> None:
    before, _ = saved(public, [IMPORT, SOFTMAX, MASKS, SLOW])
    after, then = saved(public, [IMPORT, SOFTMAX, MASKS, SLOW.replace("3", "4")], before)
    assert (then, after.fresh) == ([], frozenset())
    assert verdicts(after) == verdicts(before)


def test_a_line_that_stops_a_cell_before_its_function_is_seen(public: PublicChecks) -> None:
    """The function's own code is as it was."""
    before, _ = saved(public, [IMPORT, SOFTMAX, MASKS])
    broken = [IMPORT, "1 / 0\n" + SOFTMAX, MASKS]
    after, then = saved(public, broken, before, {2: "ZeroDivisionError: division by zero"})
    assert (then, set(after.fresh)) == ([1, 2], {"softmax"})
    assert after.items[0].missing is not None
    assert len(after.findings) == 1
    mended, _ = saved(public, [IMPORT, SOFTMAX, MASKS], after)
    assert mended.items[0].is_done
    assert mended.findings == ()


@pytest.mark.parametrize("added", ["print('a cell more')", "# nothing"])
def test_what_is_said_of_cells_has_the_numbers_that_they_have_now(public: PublicChecks, added: str) -> None:
    errors = {3: "NameError: name 'nobody' is not defined"}
    before, _ = saved(public, [IMPORT, MASKS, "nobody", SOFTMAX], None, errors)
    after, _ = saved(public, [added, IMPORT, MASKS, "nobody", SOFTMAX], before, {4: errors[3]})
    (finding,) = after.findings
    assert (finding.cell, finding.message.values["cell"]) == (4, 4)


def test_a_name_that_is_missing_is_looked_for_everywhere(public: PublicChecks) -> None:
    """It may have been written under a name that is nearly right."""
    before, _ = saved(public, [IMPORT, SOFTMAX, MASKS])
    after, then = saved(public, [IMPORT, SOFTMAX.replace("def softmax", "def sofmax"), MASKS], before)
    assert then == [1, 2, 3]
    missing = after.items[0].missing
    assert missing is not None
    assert missing.values["similar"] == "sofmax"


@pytest.mark.kernel
def test_processes_wait_for_the_next_check_and_run_what_is_needed(
    public: PublicChecks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With real kernels; what was found of cells that aren't run again stays, and two items are judged side by side."""
    monkeypatch.setattr(check, "hands_on_this_machine", lambda: 2)
    path = tmp_path / "a.ipynb"
    told: list[str] = []

    def save(softmax: str, masks: str = MASKS) -> None:
        cells = [nbformat.v4.new_code_cell(source) for source in (IMPORT, softmax, masks, SLOW, "1 / 0")]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), path)

    save(SOFTMAX)
    with Checker(public, read_submission(path).source) as checker:
        before = checker.check(path)
        assert [item.item.id for item in before.items if item.is_done] == ["softmax", "masks"]
        checker.prepare()
        waiting = list(checker._ready)
        assert [kernel.ended for kernel in waiting] == [False, False]
        save(WRONG)
        after = checker.check(path, (), before, told=lambda item: told.append(item.item.id))
        assert [session.kernel for session in checker._sessions] == waiting[:1]
        assert after.ran is not None
        assert [outcome.number for outcome in after.ran.execution.outcomes if outcome.error] == [5]
        checker.prepare()
        assert waiting[0].ended
        save(SOFTMAX, MASKS.replace("<", "<="))
        last = checker.check(path, (), after, told=lambda item: told.append(item.item.id))
        two = [session.kernel for session in checker._sessions]
    assert len(two) == 2
    assert all(kernel.ended for kernel in two)
    # Side by side: whichever is judged first is told first.
    assert (told[0], sorted(told[1:]), set(after.not_run)) == ("softmax", ["masks", "softmax"], {3, 4, 5})
    assert [item.item.id for item in after.items if item.is_done] == ["masks"]
    assert [finding.cell for finding in after.findings] == [5]
    assert [item.item.id for item in last.items if item.is_done] == ["softmax"]
