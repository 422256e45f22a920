"""Paths in, the submissions of a class out: who handed in what, read once, and what a teacher must look at.

::

    paths -scan-> Node -Finder-> Unit (whose is what) -Reader-> Candidate (read once) -choose-> Collected | Attention
                                   + roster -> Person

Nothing is executed, unpacked to disk or fetched, no link is followed and no git is run.  Who is who comes from the
names that an LMS or the teacher gave, never from inside a notebook.  Where two different notebooks stand for one
student, none is chosen, unless the LMS's own order says which came last.  What goes wrong is an :class:`Attention`,
never an exception; only a roster that can't be used is a :class:`~grader.errors.UsageError`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from grader.classroom.candidates import Candidate, Reader, choose
from grader.classroom.collection import Attention, AttentionKind, Collected, Collection, Ignored, Problem, Student
from grader.classroom.neighbours import near_names, same_files, unknown_students
from grader.classroom.persons import Person, absent, persons_of
from grader.classroom.problems import not_a_submission
from grader.classroom.roster import read_roster
from grader.classroom.store import Store
from grader.classroom.tree import File, Folder, Junk, files_below, name_order, scan
from grader.classroom.units import Finder, Lost
from grader.model import Text

__all__ = ["collect"]

_IGNORED = {
    Junk.VERSION_CONTROL: Text("folders of version control (.git)"),
    Junk.MACOS: Text("companion files of macOS (__MACOSX, .DS_Store, ._*)"),
    Junk.CHECKPOINT: Text("Jupyter's checkpoints"),
    Junk.HIDDEN: Text("hidden and temporary files and folders"),
    Junk.ENVIRONMENT: Text("folders of installed packages"),
    Junk.COURSE: Text("nbgrader's folders other than 'submitted'"),
    Junk.OTHER: Text("other files, which aren't notebooks"),
}


def collect(paths: Sequence[Path], roster: Path | None, *, leave_out: Iterable[Path] = ()) -> Collection:
    """The submissions below `paths`: notebooks, folders of them, folders or archives per student, exports of an LMS.

    `roster` is a CSV file of the students.  `leave_out` are folders that aren't entered, such as that of the reports.
    The order is that of the students' names, the same for the same files.
    """
    enrolled = None if roster is None else read_roster(roster)
    ignored: Counter[Junk] = Counter()
    attention: list[Attention] = [] if enrolled is None else list(enrolled.attention)
    collected: list[Collected] = []
    with ExitStack() as stack:
        finder = Finder(stack, ignored, _nobody if enrolled is None else enrolled.knows)
        attention += _found(finder, paths, ignored, frozenset(os.path.abspath(path) for path in leave_out))
        attention += [_held(lost.problem, source) for lost in finder.lost for source in _sources(lost)]
        persons = persons_of(finder.units, enrolled)
        reader = Reader(Store(), ignored)
        for person in persons:
            candidates, problems = reader.candidates(person.units)
            attention += [_held(problem, source, person.student) for source, problem in problems]
            settled = _settled(person, candidates, problems, ignored)
            if isinstance(settled, Collected):
                collected.append(settled)
            elif settled is not None:
                attention.append(settled)
    if enrolled is not None:
        attention += unknown_students(persons, enrolled)
        attention += absent(enrolled, persons)
    attention += near_names(persons)
    attention += same_files(collected)
    told = tuple(Ignored(_IGNORED[junk], ignored[junk]) for junk in Junk if ignored[junk])
    return Collection(tuple(collected), tuple(_merged(attention)), told)


def _nobody(login: str) -> bool:
    return False


def _found(
    finder: Finder, paths: Sequence[Path], ignored: Counter[Junk], leave_out: frozenset[str]
) -> Iterator[Attention]:
    """Lets `finder` search `paths`; what can't be searched is told."""
    given = _distinct(paths)
    nodes, parents = [], []
    for path in given:
        node = scan(path, ignored, leave_out, follow=len(given) == 1)
        if node.problem is None and isinstance(node, File) and not (node.is_notebook or node.is_archive):
            yield _held(not_a_submission(), node.source)
        elif node.problem is not None and isinstance(node, File):
            yield _held(node.problem, node.source)
        else:
            nodes.append(node)
            parents.append(os.path.basename(os.path.dirname(os.path.abspath(path))))
    if nodes:
        finder.given(nodes, parents)


def _distinct(paths: Sequence[Path]) -> list[Path]:
    """Each path once, in the order of their names, without those that lie below another."""
    by_place = {os.path.abspath(path): path for path in paths}
    kept = [
        path
        for place, path in by_place.items()
        if not any(str(above) in by_place and not above.is_symlink() for above in Path(place).parents)
    ]
    return sorted(kept, key=lambda path: name_order(str(path)))


def _settled(
    person: Person, candidates: Sequence[Candidate], problems: Sequence[object], ignored: Counter[Junk]
) -> Collected | Attention | None:
    """The student's submission, or why there's none; None where that has been said."""
    chosen = choose(candidates, ignored)
    if chosen is not None:
        claim = chosen.candidate.unit.claim
        return Collected(
            student_id=person.student.id,
            student_name=person.student.name,
            email=person.student.email,
            source=chosen.candidate.source,
            file_name=chosen.candidate.file_name,
            sha256=chosen.candidate.sha256,
            size=chosen.candidate.size,
            read=chosen.candidate.read,
            layout=claim.layout,
            layout_id=claim.id,
            in_roster=person.in_roster,
            others=person.others,
            claims=claim.claims,
            copies=chosen.copies,
            older=chosen.older,
            choice=chosen.choice,
        )
    if candidates:
        return Attention(
            AttentionKind.SEVERAL_NOTEBOOKS,
            Text("There are {count} different notebooks, and nothing says which counts.", {"count": len(candidates)}),
            tuple(candidate.source for candidate in candidates),
            Text("Take out all but the one that counts, and collect again."),
            held=True,
            student=person.student,
        )
    if problems:
        return None
    return Attention(
        AttentionKind.NO_NOTEBOOK,
        Text("There is no notebook (.ipynb) in this."),
        tuple(person.sources),
        Text("Ask for the .ipynb file."),
        held=True,
        student=person.student,
    )


def _held(problem: Problem, source: str, student: Student | None = None) -> Attention:
    return Attention(problem.kind, problem.what, (source,), problem.remedy, held=True, student=student)


def _sources(lost: Lost) -> list[str]:
    if isinstance(lost.node, Folder) and lost.problem.kind is AttentionKind.UNRECOGNISED_NAME:
        return [file.source for file in files_below(lost.node) if file.is_notebook or file.is_archive]
    return [lost.node.source]


def _merged(attention: Iterable[Attention]) -> Iterator[Attention]:
    """What is the same of several sources of one student is told once."""
    together: dict[tuple[object, ...], Attention] = {}
    for entry in attention:
        key = (entry.kind, str(entry.what), entry.held, entry.student)
        before = together.get(key)
        sources = entry.sources if before is None else (*before.sources, *entry.sources)
        together[key] = Attention(entry.kind, entry.what, sources, entry.remedy, entry.held, entry.student)
    yield from together.values()
