"""What the course says to whoever asks: of its known mistakes, and of what each item must do.

Hints go from the general to the particular: what must hold; experiments to make; what others have slipped on.  None of
them is code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.choosing import read_rubric
from grader.components import COMPONENTS
from grader.course import course_directory, find_rubric, read_misconceptions, rubrics_of
from grader.errors import CourseError, UsageError
from grader.model import Misconception, Text
from grader.student.naming import id_of_item, no_such
from grader.student.public import SUFFIX, PublicChecks

__all__ = [
    "Hint",
    "Subject",
    "find_public",
    "hints",
    "mistake_named",
    "subject_named",
    "subjects_here",
    "subjects_of",
]

NO_PUBLIC_CHECKS = Text(
    "there are no public checks in this folder: go to the one that you were given, and keep the notebook there"
)
# As many experiments as one sits down to.
MOST_EXPERIMENTS = 3
# As many known mistakes as one looks through for one's own.
MOST_SLIPS = 10
# How far up from the notebook its folder of checks may be.
FOLDERS_UP = 3


@dataclass(frozen=True)
class Subject:
    """An item of an assignment, and what is known of its mistakes.  `claims` are what its checks ask."""

    id: str
    title: Mapping[str, str]
    component: str
    assignment: str
    claims: tuple[Text, ...]
    mistakes: tuple[Misconception, ...]


@dataclass(frozen=True)
class Hint:
    """One step of help: a sentence, and a list below it."""

    lead: Text
    points: tuple[Text, ...]


def find_public(start: Path) -> dict[str, Path]:
    """The files of public checks by assignment: those in `start`, else in the nearest folder above that has some."""
    for folder in [start, *start.absolute().parents][: FOLDERS_UP + 1]:
        found = {path.name.removesuffix(SUFFIX): path for path in sorted(folder.glob(f"*{SUFFIX}"))}
        if found:
            return found
    return {}


def subjects_here(start: Path) -> list[Subject]:
    """Everything that there are texts for: of the public checks around `start`, else of the course itself."""
    public = find_public(start)
    if public:
        return [subject for path in public.values() for subject in subjects_of(PublicChecks.read(path))]
    made: list[Subject] = []
    try:
        top = find_rubric()
    except CourseError:  # the students' edition
        raise UsageError(NO_PUBLIC_CHECKS) from None
    for rubric in map(read_rubric, rubrics_of(course_directory(top)).values()):
        folder = course_directory(top) / "reference_solutions" / rubric.assignment
        for item in rubric.items:
            ids = [entry.id for entry in item.checks]
            mistakes = read_misconceptions(folder, item.component)
            made.append(
                Subject(item.id, item.title, item.component, rubric.assignment, _claims(item.component, ids), mistakes)
            )
    return made


def subjects_of(public: PublicChecks) -> Iterable[Subject]:
    """What may be told of each item of `public`."""
    for item in public.items:
        ids = {id_ for own in item.checks.values() for id_ in own}
        mistakes = tuple(m for m in public.mistakes if m.component == item.component)
        yield Subject(item.id, item.title, item.component, public.assignment, _claims(item.component, ids), mistakes)


def _claims(component: str, ids: Iterable[str]) -> tuple[Text, ...]:
    wanted = set(ids)
    forms = COMPONENTS[component].forms if component in COMPONENTS else ()
    return tuple({c.id: c.title for form in forms for c in form.checks if c.id in wanted}.values())


def subject_named(name: str, subjects: Sequence[Subject]) -> Subject:
    """The item that `name` means.  `UsageError` with the nearest name where there is none."""
    id_ = id_of_item(name, subjects)
    return next(subject for subject in subjects if subject.id == id_)


def mistake_named(name: str, subjects: Sequence[Subject]) -> list[Misconception]:
    """The known mistakes of that id; ``component/`` may be left out, and then there may be several."""
    known = {mistake.id: mistake for subject in subjects for mistake in subject.mistakes}
    found = [m for id_, m in known.items() if name in (id_, id_.partition("/")[2])]
    if found:
        return found
    names = [*known, *(id_.partition("/")[2] for id_ in known)]
    raise UsageError(no_such(Text("no mistake is known by the name '{name}'", {"name": name}), name, names))


def _of_every_kind(common: Sequence[Misconception]) -> list[Misconception]:
    """As many as one reads, the commonest first: one for each set of checks that they fail, then others."""
    kinds = {frozenset(mistake.fails): mistake for mistake in reversed(common)}
    first = [mistake for mistake in common if mistake in kinds.values()]
    return (first + [mistake for mistake in common if mistake not in first])[:MOST_SLIPS]


def hints(subject: Subject) -> list[Hint]:
    """The steps of help for `subject`, the gentlest first."""
    made: list[Hint] = []
    if subject.claims:
        made.append(
            Hint(
                Text(
                    "This is what must hold. Try each on an example that is small enough to work out by hand: which "
                    "of them can you show, and at which one do you begin to doubt?"
                ),
                subject.claims,
            )
        )
    # The catalogue counts from what most people do.
    common = sorted(subject.mistakes, key=lambda mistake: mistake.catalogue or "~")
    experiments = tuple(mistake.hint for mistake in common[:MOST_EXPERIMENTS])
    if experiments:
        made.append(Hint(Text("Experiments that show more than staring at the code does:"), experiments))
    told = _of_every_kind(common)
    slips = tuple(Text("{title} ({id})", {"title": m.title, "id": m.id}) for m in told)
    if len(told) < len(common):
        slips += (Text("and {count} more: `grade explain` lists them all", {"count": len(common) - len(told)}),)
    if slips:
        made.append(
            Hint(
                Text("What others have slipped on here. `grade explain` with one of the names says more of it."), slips
            )
        )
    return made
