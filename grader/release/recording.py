"""What the references and the known mistakes answer on the public cases, written down once.

Every check is put to the reference (in each form that it can take), to the solved notebooks and to the known mistakes,
with the public seed.  Which checks are public is decided by what can be written down:

- the right answer passes it;
- it asks the references for plain data about plain data, and no more than `MOST_QUESTIONS` times: one that searches
  over weights or differentiates needs the reference itself;
- its form has something to call: where a fixed answer is all there is (an exercise on paper), what can be written down
  is the solution.

A wrong answer may lead a check to another question than the right one does.  Those of the known mistakes are written
down too; any other has no answer on a student's machine, and the check then doesn't apply.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.audit.subjects import reference_functions, reference_module, subjects
from grader.checks import References, Student, run
from grader.components import COMPONENTS, Component, Form
from grader.components.finding import candidates
from grader.course import load_misconceptions
from grader.course.references import CourseReferences
from grader.diagnose.matching import in_float64
from grader.judging import inspect_notebook
from grader.model import (
    Array,
    Ask,
    Call,
    CallFunction,
    Definitions,
    Item,
    Library,
    Misconception,
    NoReply,
    Observation,
    Reply,
    Returned,
    Rubric,
    Value,
    Verdict,
)
from grader.release.listening import Listening, Notes, answered, own_copy
from grader.student.components import form_key
from grader.student.public import Answer, Asked, PublicChecks, PublicItem, Unrecordable, plain

__all__ = ["MOST_QUESTIONS", "PUBLIC_SEED", "record"]

# No grading draws it: the largest seed of the command line is 2**31 - 1.
PUBLIC_SEED = 2**31 + 1867
MOST_QUESTIONS = 60
# Of what one check sees: so much is looked at, so much is kept in any case, and beyond that what shows a mistake that
# fewer than so many questions have shown.
MOST_OBSERVED, ALWAYS_KEPT, ENOUGH_TELLING = 40, 2, 3


def in_torch(ask: Ask) -> Ask:
    """Functions written in NumPy, asked as if they were torch's: tensors in, tensors out."""

    def asked(call: Call) -> Reply:
        if not isinstance(call, CallFunction):
            return ask(call)
        plain_call = replace(
            call,
            args=tuple(_from_torch(arg) for arg in call.args),
            keywords={key: _from_torch(value) for key, value in call.keywords.items()},
        )
        reply = ask(plain_call)
        if not isinstance(reply, Returned):
            return reply
        after = tuple(map(_to_torch, reply.arguments_after))
        return replace(reply, value=_to_torch(reply.value), arguments_after=after)

    return asked


def _from_torch(value: Value) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_from_torch, value))
    return Array(value.data, "numpy") if isinstance(value, Array) and value.library == "torch" else value


def _to_torch(value: Value) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_to_torch, value))
    return Array(value.data, "torch") if isinstance(value, Array) else value


# The whole assignment


def record(
    rubric: Rubric,
    references: CourseReferences,
    notebooks: Sequence[Ask],
    progress: Callable[[str], None] = lambda _: None,
) -> PublicChecks:
    """The public part of the assignment that `rubric` grades.  `notebooks` are solved ones, to be asked.

    Raises `CourseError` where a reference or a known mistake can't be loaded.
    """
    notes = Notes()
    public: dict[str, dict[str, set[str]]] = {}
    known: list[Misconception] = []
    for component in dict.fromkeys(item.component for item in rubric.items):
        progress(component)
        recorder = _Recorder(COMPONENTS[component], references, notes)
        # Known-wrong variants overflow and divide by 0: that is what they are for.
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            public[component] = recorder.right(notebooks)
            if any(public[component].values()):
                known += recorder.wrong(public[component])
    return PublicChecks(
        assignment=rubric.assignment,
        title=rubric.title,
        seed=PUBLIC_SEED,
        items=tuple(_public_item(item, public[item.component]) for item in rubric.items),
        mistakes=tuple(known),
        limits=rubric.limits,
        inputs=notes.inputs,
        references=_in_order(notes.references),
        constants=notes.constants,
        outputs=_in_order(notes.outputs),
        questions={c: {role: sorted(numbers) for role, numbers in own.items()} for c, own in notes.questions.items()},
        in_torch=frozenset(c for c in public if references.needs_torch_(c)),
    )


def _in_order(answers: Mapping[str, Mapping[str, Mapping[int, Answer]]]) -> dict[str, dict[str, list[Answer]]]:
    return {
        owner: {name: [given[number] for number in sorted(given)] for name, given in functions.items()}
        for owner, functions in answers.items()
    }


def _public_item(item: Item, public: Mapping[str, set[str]]) -> PublicItem:
    own = [entry.id for entry in item.checks]
    checks = {form: tuple(id_ for id_ in own if id_ in ids) for form, ids in public.items()}
    shown = {id_ for ids in checks.values() for id_ in ids}
    forms = COMPONENTS[item.component].forms
    # What is answered on paper is found by its names at least; a function that isn't public is the grade's alone.
    on_paper = all(role.kind == "value" for form in forms for role in form.roles)
    roles = [role for form in forms for role in form.roles if on_paper]
    needed = [role for role in roles if not role.optional] or roles
    names = dict.fromkeys((role.name, *role.aliases) for role in needed)
    return PublicItem(
        id=item.id,
        title=item.title,
        component=item.component,
        checks={form: ids for form, ids in checks.items() if ids},
        hidden=len(own) - len(shown),
        needs=item.needs,
        forbidden=item.forbidden,
        names=tuple(names),
    )


@dataclass(eq=False)
class _Recorder:
    """One component, asked of everyone."""

    component: Component
    references: CourseReferences
    notes: Notes

    def right(self, notebooks: Sequence[Ask]) -> dict[str, set[str]]:
        """Ask those who are right; the public checks by form and library."""
        module = reference_module(self.references, self.component.id)
        asked = [*notebooks]
        if module is not None:
            asked += [s.ask for s in subjects(self.component, {}, reference_functions(module), every=True)]
        passed: dict[str, set[str]] = {}
        private: dict[str, set[str]] = {}
        for ask in asked:
            for form, library, student in self.students(ask):
                key = form_key(form.id, library)
                if all(role.kind == "value" for role in form.roles):
                    continue
                for check in form.checks:
                    verdict, observations = self.run(check, student)
                    if self.notes.unrecordable or len(self.notes.pending) > MOST_QUESTIONS:
                        private.setdefault(key, set()).add(check.id)
                    elif verdict is Verdict.PASSED:
                        passed.setdefault(key, set()).add(check.id)
                        self.notes.keep()
                        self.observe(observations)
                    self.notes.forget()
        return {key: ids - private.get(key, set()) for key, ids in passed.items()}

    def wrong(self, public: Mapping[str, set[str]]) -> list[Misconception]:
        """Ask the known mistakes, which may be asked other things; then what each answers to all that was asked."""
        known = load_misconceptions(self.references, self.component.id)
        module = reference_module(self.references, self.component.id)
        functions = reference_functions(module) if module is not None else {}
        for mistake in known:
            for subject in subjects(self.component, mistake.functions, functions):
                for form, library, student in self.students(subject.ask, subject.form):
                    for check in form.checks:
                        if check.id in public.get(form_key(form.id, library), ()):
                            self.run(check, student)
                            if not self.notes.unrecordable and len(self.notes.pending) <= MOST_QUESTIONS:
                                self.notes.keep()
                            self.notes.forget()
        if self.references.needs_torch_(self.component.id):
            functions = {}
        for role, observed in self.notes.observed.get(self.component.id, {}).items():
            self.answer(role, [*observed.values()], functions, known)
        return list(known)

    def students(self, ask: Ask, only: Form | None = None) -> Iterator[tuple[Form, Library, Student]]:
        definitions = inspect_notebook(ask)
        if isinstance(definitions, NoReply):
            return
        listening: References = Listening(self.references, self.notes)
        for candidate in candidates(self.component, definitions):
            form = candidate.form
            if candidate.missing or not candidate.found or (only is not None and form.id != only.id):
                continue
            native = _library_of(definitions, [d.name for d in candidate.found.values()])
            libraries: tuple[Library, ...] = ("numpy", "torch") if form.library == "either" else (form.library,)
            for library in libraries:
                asked = in_torch(ask) if form.library == "either" and library == "torch" != native else ask
                yield form, library, Student(asked, candidate.found, library, PUBLIC_SEED, listening)

    def run(self, check: Any, student: Student) -> tuple[Verdict, Sequence[Observation]]:
        self.notes.forget()
        result = run(check, student)
        return result.verdict, result.observations

    def observe(self, observations: Sequence[Observation]) -> None:
        """Note what a check has seen, by role and input; whether it's among the first of its check."""
        own = self.notes.observed.setdefault(self.component.id, {})
        for number, observation in enumerate(observations[:MOST_OBSERVED]):
            try:
                asked = Asked(
                    own_copy(tuple(map(in_float64, observation.args))),
                    own_copy({key: in_float64(value) for key, value in observation.keywords.items()}),
                )
                key = repr((plain(asked.args), plain(dict(asked.keywords))))
            except Unrecordable:
                continue
            own.setdefault(observation.role, {}).setdefault(key, (asked, number < ALWAYS_KEPT))

    def answer(
        self,
        role: str,
        seen: Sequence[tuple[Asked, bool]],
        functions: Mapping[str, Callable[..., Any]],
        known: Sequence[Misconception],
    ) -> None:
        """What is right for these inputs, and what each mistake gives where that is something else."""
        shown: Counter[str] = Counter()
        for asked, always in seen:
            right = _answer_of(functions.get(role), asked)
            wrong = {mistake.id: _answer_of(mistake.functions.get(role), asked) for mistake in known}
            other = {id_: given for id_, given in wrong.items() if given is not None and not _alike(given, right)}
            telling = [id_ for id_, given in other.items() if _apart(given, right)]
            if not always and all(shown[id_] >= ENOUGH_TELLING for id_ in telling):
                continue
            shown.update(telling)
            number = self.notes.number_of(asked)
            self.notes.questions.setdefault(self.component.id, {}).setdefault(role, set()).add(number)
            if right is not None:
                own = self.notes.references.setdefault(self.component.id, {}).setdefault(role, {})
                own[number] = replace(right, asked=number)
            for id_, given in other.items():
                self.notes.outputs.setdefault(id_, {}).setdefault(role, {})[number] = replace(given, asked=number)


def _answer_of(function: Callable[..., Any] | None, asked: Asked) -> Answer | None:
    if function is None:
        return None
    try:
        return answered(function, asked)
    except Unrecordable:
        return Answer(-1, None, ("Unrecordable", ""))


def _alike(one: Answer, other: Answer | None) -> bool:
    if other is None or one.raised is not None or other.raised is not None:
        return other is not None and one.raised == other.raised and one.value is None and other.value is None
    return repr(plain(one.value)) == repr(plain(other.value))


def _apart(one: Answer, other: Answer | None) -> bool:
    """Does the one show that it isn't the other, or do they differ by rounding?"""
    if other is None or one.raised is not None or other.raised is not None:
        return True
    mine, right = (value[0] if isinstance(value, tuple) else value for value in (one.value, other.value))
    try:
        mine, right = np.asarray(mine, dtype=np.float64), np.asarray(right, dtype=np.float64)
    except (TypeError, ValueError):
        return True
    return mine.shape != right.shape or not np.allclose(mine, right, rtol=1e-3, atol=1e-4, equal_nan=True)


def _library_of(definitions: Definitions, names: Sequence[str]) -> Library:
    hints = [lib for name in names for lib in definitions.described[name].libraries[:1]]
    return "torch" if hints.count("torch") > len(hints) / 2 else "numpy"
