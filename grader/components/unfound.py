"""Why a name isn't there: it was never written, or it's written in a cell that didn't run, and then which and why."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from grader.components.component import Role
from grader.components.finding import similar_name
from grader.model import CheckResult, Definitions, Diagnosis, Execution, Submission, Text, Verdict

__all__ = ["is_written", "missing_message", "stopped_cell", "with_its_reason", "with_the_cell_of_its_name"]

# Within a line: were line breaks among it, a cell of nothing but those would keep us for hours.
_GAP = r"[^\S\n]"
# What defines one of some names, by the kind that it must have.
_DEFINED = {
    "function": rf"^{_GAP}*(?:async{_GAP}+)?(?:def|class){_GAP}+({{}})\b",
    "class": rf"^{_GAP}*(?:async{_GAP}+)?(?:def|class){_GAP}+({{}})\b",
    "value": rf"^{_GAP}*(?:def{_GAP}+)?({{}})\b(?={_GAP}*(?:=(?!=)|:|\())",
}
# What gives a name its value in whatever way: a definition, an assignment, an import.
_GIVEN = rf"^{_GAP}*(?:(?:async{_GAP}+)?(?:def|class){_GAP}+{{0}}\b|{{0}}{_GAP}*=(?!=)|(?:from|import)\b.*\b{{0}}\b)"
MOST_CODE = 80  # characters of a line that is shown

_KINDS = {"function": Text("function"), "class": Text("class"), "value": Text("value")}

_NOT_THAT_FAR = Text("`{name}` is written in a cell that didn't get that far. {why}")
_STOPPED = Text("`{name}` is written in cell {cell}, but that cell stopped with an error: {error}")
_GONE = Text(
    "`{name}` is written in cell {cell}, but doesn't exist after the whole notebook has run: "
    "it is nested in something else, deleted later, or its cell was never reached."
)
_ANOTHER_VALUE = Text("`{name}` exists, but isn't a {kind} at the end of the notebook: it was given another value.")
_OVERWRITTEN = Text(
    "`{name}` is written in cell {cell}, but isn't a {kind} at the end of the notebook: cell {later} gave that name to "
    "something else: {code}\n    Give the result another name, and the {kind} keeps its own."
)


def is_written(message: Text | None) -> bool:
    """Does `message`, on a name that isn't there, say that the notebook has it all the same?"""
    said = (_NOT_THAT_FAR, _STOPPED, _GONE, _ANOTHER_VALUE, _OVERWRITTEN)
    return message is not None and message.template in {text.template for text in said}


def stopped_cell(message: Text | None) -> int | None:
    """The cell that didn't run, where `message` says that a name isn't there for that reason."""
    if message is None or message.template not in {_NOT_THAT_FAR.template, _STOPPED.template}:
        return None
    cell = message.values.get("cell")
    return cell if isinstance(cell, int) else None


def missing_message(
    roles: Sequence[Role], definitions: Definitions, submission: Submission, execution: Execution
) -> Text:
    """What to tell a student in whose notebook nothing stands for any of `roles`, the first of them by preference.

    One of them would do: each is how another form of the same component is called.
    """
    written = (_written(role, definitions.public_names, submission, execution) for role in roles)
    told = next((message for message in written if message is not None), None)
    if told is not None:
        return told
    names = {name: role for role in roles for name in (role.name, *role.aliases)}
    values: dict[str, str | int | float | Text] = {"names": ", ".join(names)}
    similar = next((name for role in roles if (name := similar_name(role, definitions)) is not None), None)
    if similar in names:
        return _given_another_value(similar, names[similar], submission)
    if similar is not None:
        return Text("Not found: {names}. Did you mean `{similar}` to be it?", values | {"similar": similar})
    return Text("Not found in the notebook. It may be called: {names}.", values)


def _given_another_value(name: str, role: Role, submission: Submission) -> Text:
    """With the cells, where one defines the name and a later one assigns to it (``attention = attention(Q, K, V)``)."""
    values: dict[str, str | int | float | Text] = {"name": name, "kind": _KINDS[role.kind]}
    defining = re.compile(rf"(?:async\s+)?(?:def|class)\s+{re.escape(name)}\b")
    lines = [(cell.number, line[:MOST_CODE]) for cell in submission.cells for line in cell.source.splitlines()]
    defined = max((at for at, (_, line) in enumerate(lines) if defining.match(line)), default=len(lines))
    later = max((at for at, (_, line) in enumerate(lines) if _assigns(line, name)), default=-1)
    if later < defined:
        return Text(_ANOTHER_VALUE.template, values)
    (cell, _), (other, code) = lines[defined], lines[later]
    return Text(_OVERWRITTEN.template, values | {"cell": cell, "later": other, "code": code})


def _assigns(line: str, name: str) -> bool:
    """Does a line at a cell's top assign to `name`, alone or among others?"""
    target, equals, value = line.partition("=")
    if not equals or value.startswith("=") or line[0].isspace() or target.count("(") != target.count(")"):
        return False
    return name in (part.strip(" \t()*") for part in target.partition(":")[0].split(","))


def with_its_reason(
    result: CheckResult,
    missing: Collection[Role],
    definitions: Definitions,
    submission: Submission,
    execution: Execution,
) -> CheckResult:
    """`result`, where one of the `missing` roles that it needs is written all the same, with what became of it.

    Its cell didn't run, or a later one gave the name to a value.
    """
    if result.verdict is not Verdict.MISSING or result.message is None:
        return result
    named = {str(result.message.values.get("name")), *str(result.message.values.get("names", "")).split(", ")}
    role = next((role for role in missing if role.name in named), None)
    if role is None:
        return result
    reason = _written(role, definitions.public_names, submission, execution)
    reason = reason or _overwritten(role, definitions, submission)
    return result if reason is None else replace(result, message=reason)


def _overwritten(role: Role, definitions: Definitions, submission: Submission) -> Text | None:
    described = [definitions.described.get(name) for name in (role.name, *role.aliases)]
    name = next((d.name for d in described if d is not None and d.kind != role.kind), None)
    return None if name is None or role.kind == "value" else _given_another_value(name, role, submission)


def with_the_cell_of_its_name(
    reasons: tuple[Diagnosis, ...], submission: Submission, execution: Execution
) -> tuple[Diagnosis, ...]:
    """`reasons`, where a name that doesn't exist is given in a cell that didn't run with that cell for its cause."""
    return tuple(_with_its_cell(r, submission, execution) if r.id == "unknown_name" else r for r in reasons)


def _with_its_cell(reason: Diagnosis, submission: Submission, execution: Execution) -> Diagnosis:
    name = str(reason.title.values.get("name", ""))
    pattern = re.compile(_GIVEN.format(re.escape(name)), re.M)
    failed = _failed(execution)
    number = next((c.number for c in submission.cells if c.number in failed and pattern.search(c.source)), None)
    if not name or number is None:
        return reason
    title = Text(
        "The name `{name}` doesn't exist: cell {cell}, where it is written, didn't get that far",
        {"name": name, "cell": number},
    )
    hint = _told(execution, number) or Text(
        "Cell {cell} stopped with an error: {error}", {"cell": number, "error": failed[number]}
    )
    return replace(reason, title=title, hint=hint)


def _written(role: Role, public_names: Collection[str], submission: Submission, execution: Execution) -> Text | None:
    failed = _failed(execution)
    pattern = re.compile(_DEFINED[role.kind].format("|".join((role.name, *role.aliases))), re.M)
    for cell in submission.cells:
        found = pattern.search(cell.source)
        if found is None:
            continue
        values: dict[str, str | int | float | Text] = {"name": found[1], "cell": cell.number}
        if cell.number in failed:
            told = _told(execution, cell.number)
            if told is not None:
                return Text(_NOT_THAT_FAR.template, values | {"why": told})
            return Text(_STOPPED.template, values | {"error": failed[cell.number]})
        if found[1] not in public_names:
            return Text(_GONE.template, values)
    return None


def _failed(execution: Execution) -> Mapping[int, str]:
    return {outcome.number: outcome.error for outcome in execution.outcomes if outcome.error}


def _told(execution: Execution, cell: int) -> Text | None:
    return next((finding.message for finding in execution.findings if finding.cell == cell), None)
