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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import ModuleType
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
from grader.student.components import form_key
from grader.student.public import Answer, Asked, PublicChecks, PublicItem, Unrecordable, plain

__all__ = ["MOST_QUESTIONS", "PUBLIC_SEED", "record"]

# No grading draws it: the largest seed of the command line is 2**31 - 1.
PUBLIC_SEED = 2**31 + 1867
MOST_QUESTIONS = 60
# Beyond this an input or an answer makes the file large and shows no more than a smaller one.
MOST_NUMBERS = 20_000
# Of what one check sees, so much tells the known mistakes apart.
MOST_OBSERVED = 4


@dataclass(eq=False)
class Notes:
    """What has been written down.  `questions` and `unrecordable` are of the check that is running."""

    inputs: list[Asked] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    references: dict[str, dict[str, dict[int, Answer]]] = field(default_factory=dict)
    constants: dict[str, dict[str, Any]] = field(default_factory=dict)
    outputs: dict[str, dict[str, dict[int, Answer]]] = field(default_factory=dict)
    observed: dict[str, dict[str, set[int]]] = field(default_factory=dict)
    pending: list[tuple[str, str, Asked, Answer]] = field(default_factory=list)
    pending_constants: list[tuple[str, str, Any]] = field(default_factory=list)
    unrecordable: bool = False

    def number_of(self, asked: Asked) -> int:
        """The number of this input; the same for the same.  Raises `Unrecordable`."""
        key = repr((plain(asked.args), plain(dict(asked.keywords))))
        if key not in self.numbers:
            self.numbers[key] = len(self.inputs)
            self.inputs.append(asked)
        return self.numbers[key]

    def keep(self) -> None:
        """What the check that has run asked is public: write it down for good."""
        for component, name, asked, answer in self.pending:
            number = self.number_of(asked)
            self.references.setdefault(component, {}).setdefault(name, {})[number] = replace(answer, asked=number)
        for component, name, value in self.pending_constants:
            self.constants.setdefault(component, {})[name] = value
        self.forget()

    def forget(self) -> None:
        self.pending, self.pending_constants, self.unrecordable = [], [], False


class Listening:
    """The references, with every question to them noted."""

    def __init__(self, references: CourseReferences, notes: Notes) -> None:
        self._references, self._notes = references, notes

    def needs_torch_(self, component: str) -> bool:
        return self._references.needs_torch_(component)

    def __getattr__(self, component: str) -> Any:
        if component.startswith("_"):
            raise AttributeError(component)
        return _ListeningModule(getattr(self._references, component), component, self._notes)


class _ListeningModule:
    def __init__(self, module: ModuleType, component: str, notes: Notes) -> None:
        self._module, self._component, self._notes = module, component, notes

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, type) or not callable(value):
            try:
                plain(value)
                self._notes.pending_constants.append((self._component, name, value))
            except Unrecordable:
                self._notes.unrecordable = True
            return value
        return partial(self._noted, name, value)

    def _noted(self, name: str, function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
        # As they are before the call, which may change them.
        try:
            asked = Asked(_value_copy(args), _value_copy(keywords))
            answer = answered(function, asked)
            self._notes.pending.append((self._component, name, asked, answer))
        except Unrecordable:
            self._notes.unrecordable = True
        return function(*args, **keywords)


def answered(function: Callable[..., Any], asked: Asked) -> Answer:
    """What `function` gives for `asked`, as plain data.  Raises `Unrecordable`."""
    try:
        with np.errstate(all="ignore"):
            value = function(*_value_copy(asked.args), **_value_copy(asked.keywords))
    except Exception as error:  # noqa: BLE001 - an exception is an answer too
        return Answer(-1, None, (type(error).__name__, str(error)))
    return Answer(-1, _value_copy(value))


def _value_copy(value: Any) -> Any:
    """Plain data of its own.  Raises `Unrecordable` for what is too large or isn't plain."""
    if isinstance(value, np.ndarray) and value.size > MOST_NUMBERS:
        raise Unrecordable("a large array")
    if isinstance(value, np.ndarray):
        return value.copy()
    if type(value) in (tuple, list):
        return type(value)(map(_value_copy, value))
    if isinstance(value, Mapping):
        return {key: _value_copy(part) for key, part in value.items()}
    plain(value)
    return value


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
        questions={c: {role: sorted(seen) for role, seen in own.items()} for c, own in notes.observed.items()},
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
            for number in sorted(observed):
                self.answer(role, number, functions, known)
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
        own = self.notes.observed.setdefault(self.component.id, {})
        for observation in observations[:MOST_OBSERVED]:
            asked = Asked(
                tuple(map(in_float64, observation.args)), {k: in_float64(v) for k, v in observation.keywords.items()}
            )
            try:
                _value_copy(asked.args)
                own.setdefault(observation.role, set()).add(self.notes.number_of(asked))
            except Unrecordable:
                continue

    def answer(
        self, role: str, number: int, functions: Mapping[str, Callable[..., Any]], known: Sequence[Misconception]
    ) -> None:
        """What is right for this input, and what each mistake gives where that is something else."""
        asked = self.notes.inputs[number]
        right = _answer_of(functions.get(role), asked, number)
        if right is not None:
            self.notes.references.setdefault(self.component.id, {}).setdefault(role, {})[number] = right
        for mistake in known:
            wrong = _answer_of(mistake.functions.get(role), asked, number)
            if wrong is not None and not _alike(wrong, right):
                self.notes.outputs.setdefault(mistake.id, {}).setdefault(role, {})[number] = wrong


def _answer_of(function: Callable[..., Any] | None, asked: Asked, number: int) -> Answer | None:
    if function is None:
        return None
    try:
        return replace(answered(function, asked), asked=number)
    except Unrecordable:
        return Answer(number, None, ("Unrecordable", ""))


def _alike(one: Answer, other: Answer | None) -> bool:
    if other is None or one.raised is not None or other.raised is not None:
        return other is not None and one.raised == other.raised and one.value is None and other.value is None
    return repr(plain(one.value)) == repr(plain(other.value))


def _library_of(definitions: Definitions, names: Sequence[str]) -> Library:
    hints = [lib for name in names for lib in definitions.described[name].libraries[:1]]
    return "torch" if hints.count("torch") > len(hints) / 2 else "numpy"
