"""One item of the rubric: find what the student wrote for it, run its checks, keep the best form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from grader.checks import Check, References, Student, run
from grader.checks.mask_convention import meaning_used
from grader.checks.pace import NOT_MEASURED
from grader.checks.student import settled_by
from grader.checks.supporting import right_alone
from grader.components import COMPONENTS
from grader.components.component import Component, Form
from grader.components.finding import Candidate, candidates, names_to_inspect
from grader.components.own_names import in_own_names, own_names
from grader.components.parameter_order import Reordered, is_another_order, note_on, orders_by_name
from grader.components.unfound import missing_message, with_its_reason, with_the_cell_of_its_name
from grader.diagnose.by_chance import LastInEvaluation, explain_chance
from grader.diagnose.by_weights import explained_by_weights
from grader.diagnose.figures import figures
from grader.diagnose.item import MOST, diagnose
from grader.diagnose.without_return import NothingReturned, explain_nothing
from grader.model import (
    Ask,
    CheckResult,
    Definitions,
    Diagnosis,
    Execution,
    Figure,
    Forfeit,
    Inspect,
    Item,
    ItemGrade,
    Library,
    Misconception,
    NoReply,
    Returned,
    Submission,
    Text,
    Verdict,
    definitions_from,
)
from grader.model.pace import Bench
from grader.own_work import Evidence, Examples, examine, library_calls_reached
from grader.own_work.redefined import notes_on_redefined
from grader.own_work.sources import read
from grader.own_work.unseeded import unseeded_generators
from grader.score import FormResults, best_form, item_grade, points_of

__all__ = ["Judged", "inspect_notebook", "judge_item", "names_used"]


@dataclass(frozen=True, eq=False)
class Judged:
    """An item's grade, and the student as the form that counts was judged; None where nothing could be asked."""

    grade: ItemGrade
    student: Student | None


# After so many crashes, hangs or unreadable answers in one form, its other checks aren't asked any more: each costs
# a fresh kernel, and the third hang says nothing new.
DIRTY_ENDINGS_PER_FORM = 2


def inspect_notebook(ask: Ask, components: Mapping[str, Component] = COMPONENTS) -> Definitions | NoReply:
    """What the notebook defines; asked once more in a fresh kernel when the first answer can't be read.

    A notebook that keeps us from looking isn't one that defines nothing: its checks get the reply's verdict.
    """
    question = Inspect(names_to_inspect(components.values()))
    reply = ask(question)
    if isinstance(reply, NoReply):
        reply = ask(question)
    if isinstance(reply, Returned):
        return definitions_from(reply.value)
    if isinstance(reply, NoReply):
        return reply
    return NoReply(Verdict.UNREADABLE, f"{reply.type_name}: {reply.message}")


def names_used(
    item: Item, definitions: Definitions | NoReply, components: Mapping[str, Component] = COMPONENTS
) -> frozenset[str]:
    """The notebook's own names that the item builds on: those that its code refers to, directly or through others, and
    those of its optional roles; not those that it is about.  Names of roles that its code calls though they don't exist
    are among them.
    """
    if isinstance(definitions, NoReply):
        return frozenset()
    used: set[str] = set()
    own: set[str] = set()
    for candidate in candidates(components[item.component], definitions):
        for role in candidate.form.roles:
            definition = candidate.found.get(role.name)
            if definition is not None:
                used |= {*definition.uses, definition.name}
                own |= set() if role.optional else {definition.name}
    return frozenset(used - own)


def judge_item(
    item: Item,
    ask: Ask,
    definitions: Definitions | NoReply,
    references: References,
    misconceptions: Callable[[str], Sequence[Misconception]],
    seed: int,
    submission: Submission,
    execution: Execution,
    components: Mapping[str, Component] = COMPONENTS,
    bench: Bench | None = None,
) -> Judged:
    """Judge every form in which the notebook has the item's component; the best one counts.

    `misconceptions` gives the known-wrong variants of a component, and is only called for one that has a fault.
    `components` are those of the course, or the public part of them; without a `bench`, nothing is timed.
    """
    component = components[item.component]
    if isinstance(definitions, NoReply):
        return Judged(item_grade(item, [_unseen_form(component, definitions)]), None)
    forms: list[FormResults] = []
    students: list[Student | None] = []
    for candidate in candidates(component, definitions):
        if candidate.missing or not candidate.found:
            forms.append(_missing_form(component, candidate, definitions, submission, execution))
            students.append(None)
        else:
            evaluated = LastInEvaluation(ask)
            nothing = NothingReturned(evaluated)
            examples = Examples(nothing)
            orders = orders_by_name(candidate.form.roles, candidate.found)
            unseeded = unseeded_generators(submission.cells)
            form, student = _judge_form(item, candidate, Reordered(examples, orders), references, seed, bench, unseeded)
            reordered = [d for d in candidate.found.values() if is_another_order(orders.get(d.name, ()))]
            form = replace(form, notes=(*form.notes, *map(note_on, reordered)))
            absent = [role for role in candidate.form.roles if role.name not in candidate.found]
            told = {
                id_: with_its_reason(result, absent, definitions, submission, execution)
                for id_, result in form.results.items()
            }
            form = replace(form, results=told)
            if points_of(item, form) < item.points:
                reasons = _reasons(component, form, student, misconceptions, definitions)
                reasons = with_the_cell_of_its_name(reasons, submission, execution)
                reasons = _with_the_stopped_cell(reasons, execution)
                reasons = _with_what_gives_nothing(reasons, form, candidate, nothing, submission)
                named = any("/" in reason.id for reason in reasons)  # some items know a mistake of this kind
                chance = None if named else explain_chance(evaluated)
                reasons = reasons if chance is None else (chance,)
                names = own_names(candidate.form.roles, candidate.found)
                reasons = tuple(diagnosis.about(names) for diagnosis in reasons)
                form = replace(form, diagnosis=reasons, figures=_figures(component, form, student))
                form = _settled_by_reasons(form, measured=bool(component.about))
                form = replace(form, diagnosis=_own_reasons(component, form.diagnosis))
            if points_of(item, form) < item.points:
                redefined = notes_on_redefined(candidate.found.values(), submission, execution)
                form = replace(form, notes=(*form.notes, *redefined))
            if item.forbidden is not None and points_of(item, form) > 0:
                concepts = item.forbidden.concepts
                evidence = replace(
                    examine(examples.answered.values(), ask, concepts),
                    reached=library_calls_reached(submission.cells, form.found_as.values(), concepts),
                )
                form = _with_evidence(form, evidence, item)
            forms.append(form)
            students.append(student)
    return Judged(item_grade(item, forms), students[best_form(item, forms)])


def _with_evidence(form: FormResults, evidence: Evidence, item: Item) -> FormResults:
    """A forbidden library call that was seen costs what the rubric says; what was only read is noted."""
    message = evidence.message()
    if message is None or item.forbidden is None:
        return form
    if evidence.violations:
        return replace(form, forfeit=Forfeit(item.forbidden.costs, message))
    return replace(form, notes=(*form.notes, message))


def _with_the_stopped_cell(reasons: tuple[Diagnosis, ...], execution: Execution) -> tuple[Diagnosis, ...]:
    """A name that doesn't exist because a cell stopped at an import has that import for its cause."""
    stopped = next((o for o in execution.outcomes if "ModuleNotFoundError" in o.error), None)
    if stopped is None:
        return reasons
    hint = Text(
        "Cell {cell} stopped before it was through: {error}. This library isn't there where notebooks are graded. "
        "Import it in a cell of its own, after the others, or do without it.",
        {"cell": stopped.number, "error": stopped.error},
    )
    return tuple(replace(r, hint=hint) if r.id == "unknown_name" else r for r in reasons)


def _with_what_gives_nothing(
    reasons: tuple[Diagnosis, ...],
    form: FormResults,
    candidate: Candidate,
    nothing: NothingReturned,
    submission: Submission,
) -> tuple[Diagnosis, ...]:
    """A function that hands nothing back comes first: whatever else its None looks like isn't the reason."""
    found = candidate.found
    silent = {(found[role.name].name,) for role in candidate.form.roles if role.name in found and not role.returns}
    raised = [result.raised for result in form.results.values() if result.raised is not None]
    names = [name for name in nothing.names if name not in silent]
    if not names and not any("NoneType" in error.message for error in raised):
        return reasons
    cause = explain_nothing(names, raised, read(submission.cells).cells)
    return reasons if cause is None else (cause, *(r for r in reasons if "/" in r.id))[:MOST]


def _settled_by_reasons(form: FormResults, measured: bool) -> FormResults:
    """Only what no known mistake explains waits for the teacher (contract); else it's wrong, and the cause is named.

    What was to be `measured` isn't then.
    """
    named = next((diagnosis for diagnosis in form.diagnosis if "/" in diagnosis.id), None)
    if named is None:
        return form
    message = Text(
        "With your own parameters, the course's formula gives other outputs; yours are those of a known mistake: "
        "{title}.",
        {"title": named.title},
    )
    verdict, message = (Verdict.SKIPPED, NOT_MEASURED) if measured else (Verdict.WRONG, message)
    results = {
        id_: replace(r, verdict=verdict, message=message) if r.verdict is Verdict.FOR_REVIEW else r
        for id_, r in form.results.items()
    }
    return replace(form, results=results)


def _reasons(
    component: Component,
    form: FormResults,
    student: Student,
    misconceptions: Callable[[str], Sequence[Misconception]],
    definitions: Definitions,
) -> tuple[Diagnosis, ...]:
    # A reference in torch shows a teacher what to write, and lets the audit try the checks; it isn't run in grading.
    functions = {} if student.references.needs_torch_(component.id) else vars(getattr(student.references, component.id))
    known = (*misconceptions(component.id), *(misconceptions(component.about) if component.about else ()))
    return diagnose(
        list(form.results.values()),
        known,
        functions,
        # Asked only where the answers themselves explain nothing.
        lambda: explained_by_weights(student, known, functions),
        definitions.public_names,
    )


def _own_reasons(component: Component, reasons: tuple[Diagnosis, ...]) -> tuple[Diagnosis, ...]:
    """Without what is told in the item that the mistake belongs to."""
    return tuple(r for r in reasons if not component.about or not r.id.startswith(f"{component.about}/"))


def _figures(component: Component, form: FormResults, student: Student) -> dict[str, Figure]:
    # Under another convention, the reference would read the student's masks the other way round.
    if meaning_used(student) != "keep" or student.references.needs_torch_(component.id):
        return {}
    return figures(form.results.values(), vars(getattr(student.references, component.id)))


def _judge_form(
    item: Item,
    candidate: Candidate,
    ask: Ask,
    references: References,
    seed: int,
    bench: Bench | None,
    unseeded: frozenset[str],
) -> tuple[FormResults, Student]:
    wanted = {entry.id for entry in item.checks}
    checks = [check for check in candidate.form.checks if check.id in wanted]
    student, first = _with_library(candidate, checks, ask, references, seed, bench, unseeded)
    results: dict[str, CheckResult] = {first.check: first} if first is not None else {}
    dirty = sum(result.verdict.is_dirty_ending for result in results.values())
    for check in checks:
        if check.id in results:
            continue
        if dirty >= DIRTY_ENDINGS_PER_FORM:
            results[check.id] = CheckResult(check.id, Verdict.SKIPPED, _NOT_ASKED)
            continue
        results[check.id] = run(check, student)
        dirty += results[check.id].verdict.is_dirty_ending
    names = own_names(candidate.form.roles, candidate.found)
    results = {id_: in_own_names(result, names) for id_, result in results.items()}
    form = FormResults(
        form=candidate.form.id if candidate.form.library != "either" else student.library,
        found_as={role: definition.name for role, definition in candidate.found.items()},
        results=_without_lone_support(candidate.form, results),
        titles={check.id: check.title for check in candidate.form.checks},
    )
    return form, student


def _without_lone_support(form: Form, results: Mapping[str, CheckResult]) -> dict[str, CheckResult]:
    """`results`, where checks that show nothing by themselves are all that passed: these earn nothing then.

    So a trivial answer earns nothing in any item, and a serious attempt, which passes some telling check, keeps what
    it earned.  Most checks ask for substance themselves; this is for those that can't.
    """
    passed = {id_ for id_, result in results.items() if result.verdict is Verdict.PASSED}
    if not passed <= set(form.supporting) or set(results) <= set(form.supporting):
        return dict(results)
    title = next(check.title for check in form.checks if check.id in results and check.id not in form.supporting)
    return {
        id_: replace(result, verdict=Verdict.WRONG, message=right_alone(title)) if id_ in passed else result
        for id_, result in results.items()
    }


_NOT_ASKED = Text(
    "Not asked: two earlier checks of this item ended with a crash, a hang or an unreadable answer. Mend those first."
)


def _with_library(
    candidate: Candidate,
    checks: Sequence[Check],
    ask: Ask,
    references: References,
    seed: int,
    bench: Bench | None,
    unseeded: frozenset[str],
) -> tuple[Student, CheckResult | None]:
    """The student with the array library that their code takes, and the first check's result with it.

    The code's own mentions of numpy and torch say what to try first; when the first check raises, the other
    library is tried, and kept only if that raises no more.
    """
    if candidate.form.library != "either":
        order: tuple[Library, ...] = (candidate.form.library,)
    else:
        hints = [lib for definition in candidate.found.values() for lib in definition.libraries[:1]]
        order = tuple(sorted(get_args(Library), key=lambda lib: -hints.count(lib)))
    tried: list[tuple[Student, CheckResult | None]] = []
    for library in order:
        memo: dict[str, Any] = {}
        student = Student(ask, candidate.found, library, seed, references, memo, bench=bench, unseeded=unseeded)
        result = run(checks[0], student) if checks else None
        tried.append((student, result))
        if result is None or result.verdict is not Verdict.RAISED:
            return tried[-1]
    return tried[0]


def _unseen_form(component: Component, reply: NoReply) -> FormResults:
    message = settled_by(reply, Text("What the notebook defines")).message
    results = {id_: CheckResult(id_, reply.verdict, message) for id_ in component.check_ids}
    return FormResults("", {}, results, _titles(component))


def _titles(component: Component) -> dict[str, Text]:
    return {check.id: check.title for form in component.forms for check in form.checks}


def _missing_form(
    component: Component, candidate: Candidate, definitions: Definitions, submission: Submission, execution: Execution
) -> FormResults:
    role = (candidate.missing or candidate.form.roles)[0]
    # Where it's the form's main function that isn't there, that of another form would have done as well.
    others = [form.roles[0] for form in component.forms if form is not candidate.form]
    roles = [role, *others] if role is candidate.form.roles[0] else [role]
    message = missing_message(roles, definitions, submission, execution)
    return FormResults(
        form="",
        found_as={name: definition.name for name, definition in candidate.found.items()},
        results={id_: CheckResult(id_, Verdict.MISSING, message) for id_ in component.check_ids},
        titles=_titles(component),
    )
