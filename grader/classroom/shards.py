"""A class in parts, for machines that share nothing but a queue of jobs: ``--shard i/n``, and ``grade merge``.

Each job collects the whole class, so all see the same list, and grades its own part of it.  What it leaves is its
journal and a `Shard`: what it had to do, under which circumstances, and the class's list.  Merging asks that the shards
are of one class and one course, that none is missing, and that none contradicts another; then it ends as a run that
did all of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.classroom.journal import JOURNAL, Circumstances, Journal, Kept, write_atomically
from grader.classroom.record import packed, unpacked
from grader.classroom.results import Attention, Result
from grader.classroom.run import Entry
from grader.classroom.tally import Around
from grader.classroom.worker import GradingOptions, Outcome
from grader.errors import UsageError
from grader.intake.visible import visible
from grader.model import Text

__all__ = ["Class", "GradedClass", "Listed", "Merged", "Shard", "merge", "part_of", "shards_in"]

FORMAT = 1
GRADED_CLASS = "class.json"


@dataclass(frozen=True)
class Listed:
    """An `Entry` without its bytes."""

    student: str
    name: str
    source: str
    file_name: str
    sha256: str


@dataclass(frozen=True)
class Held:
    student: str
    name: str
    source: str
    failure: str
    unreadable: bool


@dataclass(frozen=True)
class Class:
    """All that a class's reports need beside the reports: the same in each of its shards."""

    assignment: str
    language: str
    sandbox: str
    only: tuple[str, ...]
    entries: tuple[Listed, ...]
    held: tuple[Held, ...]
    attention: tuple[Attention, ...]
    missing: tuple[str, ...]
    missing_names: dict[str, str]

    @classmethod
    def of(
        cls, assignment: str, language: str, options: GradingOptions, entries: Iterable[Entry], around: Around
    ) -> Class:
        return cls(
            assignment,
            language,
            options.sandbox,
            options.only,
            tuple(Listed(e.student, e.name, e.source, e.file_name, e.sha256) for e in entries),
            tuple(Held(r.student, r.name, r.source, r.failure, r.unreadable) for r in around.held),
            tuple(around.attention),
            tuple(around.missing),
            dict(around.missing_names),
        )

    @property
    def around(self) -> Around:
        held = [Result(h.student, h.name, h.source, "", None, h.failure, h.unreadable) for h in self.held]
        return Around(held, self.attention, self.missing, self.missing_names)

    @property
    def unread(self) -> list[Entry]:
        """The entries for reports that are made of what was graded already: nobody reads them again."""
        return [Entry(e.student, e.name, e.source, e.file_name, e.sha256, _unread) for e in self.entries]

    def options(self, rubric: str, seed: int) -> GradingOptions:
        return GradingOptions(rubric, seed, self.sandbox, self.only)


def _unread() -> bytes:
    raise RuntimeError("nothing is graded here")


@dataclass(frozen=True)
class Shard:
    """The part `number` of `of` of a class; `failed` are those of it that the journal doesn't have, by hash."""

    number: int
    of: int
    circumstances: Circumstances
    whole: Class
    failed: dict[str, Outcome]

    @property
    def name(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def hashes(self) -> tuple[str, ...]:
        return part_of((entry.sha256 for entry in self.whole.entries), self.number, self.of)

    def write(self, folder: Path) -> Path:
        file = folder / f"shard-{self.number}-of-{self.of}.json"
        write_atomically(file, json.dumps({"format": FORMAT, "shard": packed(self)}))
        return file


@dataclass(frozen=True)
class GradedClass:
    """What a class that was graded leaves of itself, so that its reports can be made anew without its submissions.

    `rubric` is the path of the rubric on the machine that wrote it.
    """

    rubric: str
    shard: Shard

    def write(self, folder: Path) -> None:
        body = json.dumps({"format": FORMAT, "class": packed(self)})
        write_atomically(folder / JOURNAL / GRADED_CLASS, body)

    @classmethod
    def read(cls, folder: Path) -> GradedClass:
        """Raises UsageError where there is none."""
        try:
            body = json.loads((folder / JOURNAL / GRADED_CLASS).read_text(encoding="utf-8"))
            if body["format"] != FORMAT:
                raise ValueError("another format")
            return unpacked(cls, body["class"])
        except (OSError, ValueError, TypeError, KeyError):
            raise UsageError(
                Text(
                    "there is no graded class in {folder}: `grade class` or `grade merge` makes one, with names",
                    {"folder": visible(str(folder), 400)},
                )
            ) from None


def part_of(hashes: Iterable[str], number: int, of: int) -> tuple[str, ...]:
    """What shard `number` of `of` grades: each hash is in one of them, whichever machine asks."""
    return tuple(sorted(set(hashes))[number - 1 :: of])


def shards_in(folder: Path) -> list[tuple[Shard, Path]]:
    """Those that were finished in `folder`.  Raises UsageError where there's none, or one that can't be read."""
    found = []
    for file in sorted(folder.glob("shard-*-of-*.json")):
        try:
            body = json.loads(file.read_text(encoding="utf-8"))
            if body["format"] != FORMAT:
                raise ValueError("another format")
            found.append((unpacked(Shard, body["shard"]), folder))
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise UsageError(
                Text(
                    "{file} can't be read as a shard of a class ({error}): grade that shard again",
                    {"file": visible(str(file), 400), "error": visible(str(error), 200)},
                )
            ) from None
    if not found:
        raise UsageError(
            Text(
                "there is no finished shard in {folder}: grade it with --shard, or wait for it",
                {"folder": visible(str(folder), 400)},
            )
        )
    return found


@dataclass(frozen=True)
class Merged:
    """A class put together; `kept` is where each submission's outcome lies, `notes` is what the teacher should know."""

    whole: Class
    circumstances: Circumstances
    kept: dict[str, Journal]
    failed: dict[str, Outcome]
    notes: tuple[Text, ...]

    def write_to(self, journal: Journal) -> None:
        """One after the other: a large class's reports don't fit into memory."""
        for sha256, source in self.kept.items():
            kept = source.find(sha256)
            if kept is not None:
                journal.keep(sha256, kept.outcome)


def merge(shards: Sequence[tuple[Shard, Path]]) -> Merged:
    """`shards` with the folders that they lie in.  Raises UsageError where they don't make one whole class."""
    first = shards[0][0]
    for shard, folder in shards[1:]:
        _refuse_contradiction(first, shard, folder)
    there = {shard.number for shard, _ in shards}
    lacking = [f"{number}/{first.of}" for number in range(1, first.of + 1) if number not in there]
    if lacking:
        raise UsageError(Text("these shards are missing: {shards}", {"shards": ", ".join(lacking)}))
    kept: dict[str, Journal] = {}
    facts: dict[str, str] = {}
    failed: dict[str, Outcome] = {}
    twice: dict[str, None] = {}
    seen: set[int] = set()
    for shard, folder in shards:
        if shard.number in seen:
            twice[shard.name] = None
        seen.add(shard.number)
        journal = Journal(folder / JOURNAL, shard.circumstances)
        for sha256 in shard.hashes:
            found = journal.find(sha256)
            if sha256 in shard.failed:
                if sha256 not in kept:  # what one couldn't grade, the same shard graded again may have
                    failed[sha256] = shard.failed[sha256]
                continue
            if found is None:
                raise UsageError(_lacking(shard, sha256))
            if facts.setdefault(sha256, _facts(found)) != _facts(found):
                raise UsageError(_contradicting(shard, sha256))
            kept[sha256] = journal
            failed.pop(sha256, None)
    notes = [Text("The shard {shard} is there twice, and both agree.", {"shard": name}) for name in twice]
    return Merged(first.whole, first.circumstances, kept, failed, tuple(notes))


def _refuse_contradiction(first: Shard, other: Shard, folder: Path) -> None:
    values: dict[str, str | int | float | Text] = {
        "shard": other.name,
        "folder": visible(str(folder), 400),
        "first": first.name,
    }
    if first.of != other.of:
        raise UsageError(
            Text("{shard} in {folder} is of another division of the class than {first}: grade all anew", values)
        )
    if first.circumstances != other.circumstances:
        names = [name for name in vars(first.circumstances) if _differ(name, first, other)]
        raise UsageError(
            Text(
                "{shard} in {folder} was graded under other circumstances than {first} ({what}): give all shards the "
                "same --seed, and the same course and version",
                {**values, "what": ", ".join(names)},
            )
        )
    if first.whole != other.whole:
        raise UsageError(
            Text(
                "{shard} in {folder} is of another class than {first}: the submissions, the roster or the options "
                "differ",
                values,
            )
        )


def _differ(name: str, first: Shard, other: Shard) -> bool:
    return bool(getattr(first.circumstances, name) != getattr(other.circumstances, name))


def _lacking(shard: Shard, sha256: str) -> Text:
    return Text(
        "the shard {shard} lacks the report of {sha256}: is its folder {journal} complete?",
        {"shard": shard.name, "sha256": sha256[:12], "journal": JOURNAL},
    )


def _contradicting(shard: Shard, sha256: str) -> Text:
    return Text(
        "the shard {shard} is there twice, and the two contradict each other on {sha256}: grade it again",
        {"shard": shard.name, "sha256": sha256[:12]},
    )


def _facts(kept: Kept) -> str:
    """All but how long it took."""
    outcome = replace(kept.outcome, seconds=0.0, cpu_seconds=0.0)
    return hashlib.sha256(json.dumps(packed(outcome)).encode()).hexdigest()
