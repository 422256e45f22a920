"""``rubric.yaml`` -> :class:`~grader.model.Rubric`, with every fault at its line and column."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import grader
from grader.course.fields import Fields, did_you_mean, exact_decimal
from grader.course.yaml_nodes import Entry, Fault, Node, parse
from grader.errors import CourseError
from grader.model import CheckEntry, Disclosure, Forbidden, Item, Limits, Rubric

__all__ = ["find_rubric", "load_rubric"]

FILE_NAME = "rubric.yaml"
FORMAT = 1
FULL_POINTS = 100
MOST_BYTES = 1 << 20
MOST_SECONDS = 86_400
MOST_UNITS = 10_000_000  # MiB, files, processes

# The keys that each mapping must have, with an example of each.
TITLE = {"en": "the English title", "es": "el título en español"}
RUBRIC = {"format": "1", "assignment": "transformer", "title": "{en: ..., es: ...}", "items": "..."}
ITEM = {"id": "masks", "title": "{en: ..., es: ...}", "component": "masks", "points": "8", "checks": "..."}
CHECK = {"id": "values", "share": "1"}
FORBIDDEN = {"concepts": "[softmax]"}


def find_rubric(explicit: Path | None = None) -> Path:
    """`explicit`; else the one that came with this checkout.  :class:`CourseError` if there is none.

    Never one that merely lies in the current folder: beside a rubric are the references, which are run in the
    grader's own process, and the current folder may be a student's.
    """
    if explicit is not None:
        return explicit
    own = Path(grader.__file__).absolute().parent.parent / FILE_NAME
    if own.is_file():
        return own
    raise CourseError(
        [f"{own}:1:1: this installation came without a {FILE_NAME}: say which to grade by with --rubric FILE"]
    )


def load_rubric(
    path: Path, known_checks: Mapping[str, tuple[str, ...]], known_concepts: Collection[str] = ()
) -> Rubric:
    """The rubric in `path`.

    `known_checks` maps each component's id to the ids of its checks, and `known_concepts` are what an item
    may forbid.  A rubric may leave out some of them, but can't name others.  Raises :class:`CourseError` with all
    faults, in the order of the file.
    """
    try:
        root, faults = parse(_text_of(path))
        reader = _RubricReader(known_checks, known_concepts, faults)
        rubric = reader.rubric(root, str(path))
        faults = reader.fields.faults
    except _Unreadable as unreadable:
        faults, rubric = [unreadable.fault], None
    if faults or rubric is None:
        problems = [f"{path}:{f.line}:{f.column}: {f.what}: {f.remedy}" for f in sorted(set(faults))]
        raise CourseError(problems)
    return rubric


class _Unreadable(Exception):
    def __init__(self, what: str, remedy: str, line: int = 1, column: int = 1) -> None:
        super().__init__(what)
        self.fault = Fault(line, column, what, remedy)


def _text_of(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():  # a FIFO would keep us waiting for ever
            raise _Unreadable("this is not a file", f"give the path of a {FILE_NAME}")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _Unreadable("there is no such file", "correct the path") from None
    except OSError as error:
        raise _Unreadable(f"the file can't be read ({error.strerror})", "make it readable") from None
    if len(data) > MOST_BYTES:
        raise _Unreadable(f"the file is larger than {MOST_BYTES} bytes", "a rubric needs a few kilobytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise _Unreadable(
            f"the byte 0x{data[error.start]:02x} is not UTF-8", "save the file as UTF-8", line, column
        ) from None


@dataclass
class _Draft:
    """What could be read of one item, with the places that the rules for the whole rubric need."""

    id: str | None
    title: Mapping[str, str] | None
    component: str | None
    points: Fraction | None
    checks: list[tuple[CheckEntry, Node]]
    needs: list[tuple[str, Node]]
    forbidden: Forbidden | None = None

    def item(self) -> Item | None:
        if self.id is None or self.title is None or self.component is None or self.points is None:
            return None
        checks = tuple(check for check, _ in self.checks)
        needs = tuple(need for need, _ in self.needs)
        return Item(self.id, self.title, self.component, self.points, checks, needs, self.forbidden)


class _RubricReader:
    """One reading of one rubric."""

    def __init__(
        self, known_checks: Mapping[str, tuple[str, ...]], known_concepts: Collection[str], faults: list[Fault]
    ) -> None:
        self.known_checks = known_checks
        self.known_concepts = known_concepts
        self.fields = Fields(faults)

    def rubric(self, root: Node | None, path: str) -> Rubric | None:
        if root is None:
            if not self.fields.faults:
                self.fields.faults.append(
                    Fault(1, 1, "the file is empty", "start from the rubric.yaml that comes with the grader")
                )
            return None
        keys = self.fields.of(root, "the rubric", RUBRIC, ("limits",))
        self.format(keys.get("format"))
        assignment = self.fields.identifier(_node(keys.get("assignment")), "assignment")
        title = self.title(keys.get("title"))
        limits = self.limits(keys.get("limits"))
        drafts = self.drafts(keys.get("items"))
        items = [item for draft in drafts if (item := draft.item()) is not None]
        if assignment is None or title is None or limits is None or len(items) != len(drafts):
            return None
        return Rubric(assignment, title, tuple(items), limits, path)

    def format(self, entry: Entry | None) -> None:
        if entry is None:
            return
        value = entry.node.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.fields.wrong(entry.node, "format must be a whole number", f"write format: {FORMAT}")
        elif value != FORMAT:
            newer = "update the grader" if value > FORMAT else f"write format: {FORMAT}"
            self.fields.fault(entry.node, f"format {value} is unknown; this grader reads format {FORMAT}", newer)

    def title(self, entry: Entry | None) -> Mapping[str, str] | None:
        if entry is None:
            return None
        keys = self.fields.of(entry.node, "title", TITLE)
        title = {language: self.fields.text(keys.get(language), f"the title '{language}'") for language in TITLE}
        told = {language: text for language, text in title.items() if text is not None}
        return told if len(told) == len(TITLE) else None

    def limits(self, entry: Entry | None) -> Limits | None:
        if entry is None:
            return Limits()
        keys = self.fields.of(entry.node, "limits", {}, tuple(field.name for field in fields(Limits)))
        given: dict[str, Any] = {}
        for name in keys:
            seconds = name.endswith("_seconds")
            value = self.fields.number(keys.get(name), name, MOST_SECONDS if seconds else MOST_UNITS)
            if value is not None and not seconds and value.denominator != 1:
                self.fields.fault(keys[name].node, f"{name} must be a whole number", f"write {name}: {int(value) + 1}")
            elif value is not None:
                given[name] = float(value) if seconds else int(value)
        return Limits(**given) if len(given) == len(keys) else None

    def drafts(self, entry: Entry | None) -> list[_Draft]:
        """The items, and the rules that hold between them."""
        nodes = self.fields.sequence(entry, "items", empty=False) or []
        drafts = [self.draft(node) for node in nodes]
        self.each_id_once([(draft.id, node) for draft, node in zip(drafts, nodes, strict=True)])
        self.each_check_once(drafts)
        self.needs_are_items(drafts)
        points = [draft.points for draft in drafts if draft.points is not None]
        if entry is not None and drafts and len(points) == len(drafts):
            self.points_add_up(entry, sum(points, Fraction(0)))
        return drafts

    def draft(self, node: Node) -> _Draft:
        keys = self.fields.of(node, "an item", ITEM, ("needs", "forbidden"))
        component = self.component(_node(keys.get("component")))
        return _Draft(
            id=self.fields.identifier(_node(keys.get("id")), "id"),
            title=self.title(keys.get("title")),
            component=component,
            points=self.fields.number(keys.get("points"), "points", FULL_POINTS),
            checks=self.checks(keys.get("checks"), component),
            needs=self.needs(keys.get("needs")),
            forbidden=self.forbidden(keys.get("forbidden")),
        )

    def forbidden(self, entry: Entry | None) -> Forbidden | None:
        """What must be built and not called.  A fault in it is reported; the item stands without it until mended."""
        if entry is None:
            return None
        keys = self.fields.of(entry.node, "forbidden", FORBIDDEN, ("costs_percent",))
        concepts = []
        for node in self.fields.sequence(keys.get("concepts"), "concepts", empty=False) or []:
            name = self.fields.identifier(node, "a concept")
            if name is None:
                continue
            if name not in self.known_concepts:
                near = did_you_mean(name, self.known_concepts)
                remedy = " ".join(filter(None, (near, _list_of(self.known_concepts))))
                self.fields.fault(node, f"there is no concept '{name}'", remedy)
            concepts.append(name)
        costs = self.fields.number(keys.get("costs_percent"), "costs_percent", 100)
        return Forbidden(tuple(concepts), costs / 100 if costs is not None else Fraction(1))

    def needs(self, entry: Entry | None) -> list[tuple[str, Node]]:
        needs: dict[str, Node] = {}
        for node in self.fields.sequence(entry, "needs", empty=True) or []:
            name = self.fields.identifier(node, "an entry of needs")
            if name in needs:
                self.fields.fault(node, f"needs names '{name}' twice", "remove one of them")
            elif name is not None:
                needs[name] = node
        return list(needs.items())

    def component(self, node: Node | None) -> str | None:
        name = self.fields.identifier(node, "component")
        if node is None or name is None or name in self.known_checks:
            return name
        remedy = " ".join(filter(None, (did_you_mean(name, self.known_checks), _list_of(self.known_checks))))
        self.fields.fault(node, f"there is no component '{name}'", remedy)
        return None

    def checks(self, entry: Entry | None, component: str | None) -> list[tuple[CheckEntry, Node]]:
        nodes = self.fields.sequence(entry, "checks", empty=False) or []
        checks = []
        seen: dict[str, int] = {}
        for node in nodes:
            keys = self.fields.of(node, "a check", CHECK, ("hidden", "disclosure"))
            place = _node(keys.get("id"))
            name = self.fields.identifier(place, "id")
            share = self.fields.number(keys.get("share"), "share", 1000)
            shown = self.disclosure(keys)
            if name is None or place is None:
                continue
            if name in seen:
                what = f"the check '{name}' is here twice, first on line {seen[name]}"
                self.fields.fault(place, what, "remove one of them")
                continue
            seen[name] = place.line
            known = self.known_checks.get(component) if component else None
            if known is not None and name not in known:
                remedy = " ".join(filter(None, (did_you_mean(name, known), _list_of(known))))
                self.fields.fault(place, f"the component '{component}' has no check '{name}'", remedy)
            elif share is not None and shown is not None:
                hidden, actual = shown is not Disclosure.FULL, shown is Disclosure.ACTUAL_ONLY
                checks.append((CheckEntry(name, share, hidden, actual), place))
        return checks

    def disclosure(self, keys: Mapping[str, Entry]) -> Disclosure | None:
        """What students see of a check, nothing if it's unsaid; ``hidden: false`` is short for ``disclosure: full``."""
        entry = keys.get("disclosure")
        if entry is None:
            hidden = self.fields.flag(keys.get("hidden"), "hidden", default=True)
            return None if hidden is None else Disclosure.of(hidden, shows_actual=False)
        if "hidden" in keys:
            self.fields.fault(keys["hidden"], "a check has both 'hidden' and 'disclosure'", "remove 'hidden'")
        known = {level.value: level for level in Disclosure}
        value = entry.node.value
        if isinstance(value, str) and value in known:
            return known[value]
        remedy = " ".join(filter(None, (did_you_mean(value, known) if isinstance(value, str) else "", _list_of(known))))
        self.fields.wrong(entry.node, "disclosure must be one of the three levels", remedy)
        return None

    def each_id_once(self, ids: list[tuple[str | None, Node]]) -> None:
        first: dict[str, int] = {}
        for name, node in ids:
            if name is None or not isinstance(node.value, dict):
                continue
            place = node.value["id"].node
            if name in first:
                what = f"the id '{name}' is taken by the item on line {first[name]}"
                self.fields.fault(place, what, "choose another")
            first.setdefault(name, place.line)

    def each_check_once(self, drafts: list[_Draft]) -> None:
        """A component may be shared out between items, but no check may count in two of them."""
        first: dict[tuple[str, str], int] = {}
        for draft in drafts:
            for check, place in draft.checks:
                key = (draft.component or "", check.id)
                if key in first:
                    what = f"the check '{check.id}' of '{draft.component}' already counts on line {first[key]}"
                    self.fields.fault(place, what, "keep it in one item; is the component of this item right?")
                first.setdefault(key, place.line)

    def needs_are_items(self, drafts: list[_Draft]) -> None:
        ids = [draft.id for draft in drafts if draft.id is not None]
        places: dict[str, dict[str, Node]] = {}
        for draft in drafts:
            sound = {name: node for name, node in draft.needs if name in ids}
            places.setdefault(draft.id or "", sound)
            for name, node in draft.needs:
                if name not in ids:
                    remedy = did_you_mean(name, ids) or _list_of(ids)
                    self.fields.fault(node, f"needs names '{name}', which is no item", remedy)
        for circle in _circles({name: list(needs) for name, needs in places.items()}):
            path = " -> ".join((*circle, circle[0]))
            place = places[circle[0]][circle[1 % len(circle)]]
            self.fields.fault(place, f"needs go round in a circle: {path}", "remove one of them")

    def points_add_up(self, items: Entry, total: Fraction) -> None:
        missing = FULL_POINTS - total
        if missing:
            remedy = f"add {exact_decimal(missing)}" if missing > 0 else f"take away {exact_decimal(-missing)}"
            what = f"the items' points add up to {exact_decimal(total)}, not {FULL_POINTS}"
            self.fields.fault(items, what, remedy)


def _node(entry: Entry | None) -> Node | None:
    return None if entry is None else entry.node


def _list_of(names: Collection[str]) -> str:
    return f"there are: {', '.join(names)}" if names else "there are none yet"


def _circles(needs: dict[str, list[str]]) -> list[list[str]]:
    """Each circle once, from its first item in the order of the file."""
    order = list(needs)
    circles: list[list[str]] = []
    while True:
        while ready := [name for name, own in needs.items() if not any(need in needs for need in own)]:
            for name in ready:
                del needs[name]
        if not needs:
            return circles
        walk = [next(iter(needs))]  # every item that is left needs another that is left
        while (following := next(need for need in needs[walk[-1]] if need in needs)) not in walk:
            walk.append(following)
        circle = walk[walk.index(following) :]
        start = circle.index(min(circle, key=order.index))
        circles.append(circle[start:] + circle[:start])
        for name in circle:
            del needs[name]
