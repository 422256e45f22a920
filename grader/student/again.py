"""What a save has changed: which items are judged again, and which cells are run for that.

Most cells of a notebook try things out, and the one that trains a model takes longer than everything else.  An item
needs those that define what its code uses, so these are run, from the top and in a fresh process; of the others, what
was found when they were last run still stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.components import Component
from grader.components.finding import names_to_inspect
from grader.model import Cell, Execution, Finding, Submission
from grader.student.dependence import Code, statements
from grader.student.public import PublicItem

__all__ = ["Known", "Plan", "Ran", "names_of", "plan", "together"]


@dataclass(frozen=True)
class Known:
    """What is known of an item: the fingerprint of its code when it was judged, and whether nothing fails in it."""

    code: str
    is_done: bool


@dataclass(frozen=True)
class Ran:
    """A notebook as it was when it was last checked, and how its cells ended."""

    submission: Submission
    execution: Execution


@dataclass(frozen=True, eq=False)
class Plan:
    """`prints` are the items' fingerprints, `names` those that each may stand under, `ask` the ids of the items to
    judge, and `run` the numbers of the cells to run.
    """

    code: Code
    names: Mapping[str, frozenset[str]]
    prints: Mapping[str, str]
    ask: frozenset[str]
    run: frozenset[int]

    def part(self, submission: Submission) -> Submission:
        """What is run of it."""
        return replace(submission, cells=tuple(cell for cell in submission.cells if cell.number in self.run))

    def with_other_endings(self, before: Ran | None, now: Execution) -> frozenset[str]:
        """The items to judge, and those of which a cell stops now and didn't, or the other way round."""
        if before is None:
            return self.ask
        earlier = {**_errors(before.execution), **_errors(moved(before, self.code.cells))}
        other = {outcome.number for outcome in now.outcomes if outcome.error != earlier.get(outcome.number, "")}
        return self.ask | {id_ for id_, names in self.names.items() if other and other & self.code.cells_for(names)}


def plan(
    items: Sequence[PublicItem],
    components: Mapping[str, Component],
    submission: Submission,
    known: Mapping[str, Known],
    before: Ran | None,
) -> Plan:
    """`known` are those of `items` that have been judged, in the notebook as it was `before`."""
    code = Code(submission.cells)
    names = {item.id: names_of(item, components) for item in items}
    prints = {id_: _fingerprint(own, code) for id_, own in names.items()}
    changed = {id_ for id_ in names if id_ not in known or known[id_].code != prints[id_]}
    if before is not None and any(old != new for old, new in _same_cells(before.submission.cells, submission.cells)):
        # What is said of them names cells, and these have other numbers now.
        changed |= {id_ for id_ in names if id_ in known and not known[id_].is_done}
    # What they build on and isn't right yet: its faults mustn't count as theirs.
    used = set().union(*(code.needed(names[id_])[1] for id_ in changed)) if changed else set()
    changed |= {id_ for id_, own in names.items() if not used.isdisjoint(own) and not known.get(id_, _RIGHT).is_done}
    if before is None:
        return Plan(code, names, prints, frozenset(changed), frozenset(cell.number for cell in submission.cells))
    run = {number for id_ in changed for number in code.cells_for(names[id_])}
    # A line that was added above a function may keep it from being defined.
    alike = {new for _, new in _same_cells(before.submission.cells, submission.cells)}
    unlike = {cell.number for cell in submission.cells} - alike
    for id_ in set(names) - changed:
        cells = code.cells_for(names[id_])
        run |= cells if cells & unlike else set()
    if any(code.bound.isdisjoint(names[id_]) for id_ in changed):
        # Another name that looks like it may be anywhere.
        run |= {cell.number for cell in submission.cells}
    return Plan(code, names, prints, frozenset(changed), frozenset(run))


_RIGHT = Known("", is_done=True)


def names_of(item: PublicItem, components: Mapping[str, Component]) -> frozenset[str]:
    """All names that what an item is about may have."""
    own = {name for group in item.names for name in group}
    return frozenset(own.union(names_to_inspect([components[item.component]] if item.component in components else [])))


def _fingerprint(names: frozenset[str], code: Code) -> str:
    if code.bound.isdisjoint(names):
        # It isn't there, and what could be meant by it are the functions that are.
        return " ".join(sorted(name for _, one in code.statements if one.defines for name in one.binds))
    return code.fingerprint(names)


def together(before: Ran | None, part: Submission, now: Execution, cells: Sequence[Cell]) -> Execution:
    """How all `cells` ended: those of `part` just now, the others when they were last run."""
    if before is None:
        return now
    ran = {cell.number for cell in part.cells}
    kept = moved(before, cells)
    outcomes = [*now.outcomes, *(one for one in kept.outcomes if one.number not in ran)]
    findings = [*now.findings, *(one for one in kept.findings if one.cell not in ran)]
    return replace(
        now,
        outcomes=tuple(sorted(outcomes, key=lambda one: one.number)),
        findings=tuple(sorted(findings, key=lambda one: one.cell or 0)),
        finished=now.finished and kept.finished,
    )


def moved(before: Ran, cells: Sequence[Cell]) -> Execution:
    """What is known from `before` of those of `cells` that were there, by the numbers that they have now."""
    now = dict(_same_cells(before.submission.cells, cells))
    return replace(
        before.execution,
        outcomes=tuple(replace(one, number=now[one.number]) for one in before.execution.outcomes if one.number in now),
        findings=tuple(_renumbered(one, now[one.cell]) for one in before.execution.findings if one.cell in now),
    )


def _renumbered(finding: Finding, number: int) -> Finding:
    values = {key: number if key == "cell" else value for key, value in finding.message.values.items()}
    return replace(finding, cell=number, message=replace(finding.message, values=values))


def _same_cells(old: Sequence[Cell], new: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """The numbers of each cell that is in both, in `old` and in `new`; comments don't count."""
    numbers: dict[tuple[str, ...], list[int]] = {}
    for cell in reversed(new):
        numbers.setdefault(_code(cell), []).append(cell.number)
    for cell in old:
        if numbers.get(_code(cell)):
            yield cell.number, numbers[_code(cell)].pop()


def _code(cell: Cell) -> tuple[str, ...]:
    return tuple(one.code for one in statements(cell.source))


def _errors(execution: Execution) -> Mapping[int, str]:
    return {outcome.number: outcome.error for outcome in execution.outcomes}
