"""Nobody pays twice: an item whose only fault is another item's wrong function keeps its points.

A multi-head attention that calls the student's own `attention` can't be right when that is wrong.  Once all items are
judged, each that lost points is judged again with the faulty functions of the *other* items replaced in the student's
namespace by stand-ins of library calls (``grader.inside.stand_ins``).  What it earns then, it earned by itself.
Nobody gains: a mistake of the item's own is still there, and one copied into its body isn't replaced.

So it is with a function that doesn't exist because its cell couldn't be read or was left out: it earns nothing itself,
and whoever calls it gets a stand-in under the name that they call.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from grader.checks.mask_convention import Meaning, meaning_used
from grader.checks.modules import SYNONYMS
from grader.checks.pace import NOT_MEASURED
from grader.components import COMPONENTS, Component
from grader.components.component import Role
from grader.diagnose.masks_that_disagree import MADE, disagreement
from grader.judging import Judged
from grader.model import (
    Ask,
    Call,
    CheckGrade,
    Definition,
    Item,
    ItemGrade,
    ItemState,
    Reply,
    StandIn,
    Substituted,
    Text,
    Value,
)
from grader.model.text import in_code
from grader.score import without_check

__all__ = ["REPLACEABLE", "judge_all", "with_unmeasured_shares"]

# The roles for which there is a stand-in; a fault in another role can't be followed through.
REPLACEABLE = frozenset(
    {
        "softmax",
        "attention",
        "self_attention",
        "causal_mask",
        "padding_mask",
        "combine_masks",
        "multihead",
        "layer_norm",
        "MultiHeadAttention",
        "TransformerBlock",
        "CharTokenizer",
        "get_batch",
        "Embeddings",
        "FeedForward",
        "SwiGLU",
        "LayerNorm",
        "RMSNorm",
        "CrossAttention",
    }
)


Judge = Callable[[Item, Ask], Judged]


def judge_all(
    items: Sequence[Item],
    uses: Callable[[Item], Collection[str]],
    ask: Ask,
    judge: Judge,
    progress: Callable[[Item], None] = lambda _: None,
    components: Mapping[str, Component] = COMPONENTS,
) -> list[ItemGrade]:
    """Judge `items` in order, and again with others' faults replaced where that may earn more.

    `uses(item)` are the notebook's names that the item's code refers to, and names of roles that it calls though they
    don't exist; `judge(item, ask)` judges it through an `Ask`.  `components` are those of the course.
    A function that hangs or kills its process is replaced at once for the items that come after: each
    would only hang again, and cost a fresh kernel each time.

    What is timed comes last, wherever it stands: among many submissions it runs alone, and nothing else should.
    """
    judged: dict[str, Judged] = {}
    grades: dict[str, ItemGrade] = {}
    timed = [item for item in items if item.component in components and components[item.component].measured]
    for group in ([item for item in items if item not in timed], timed):
        for item in group:
            progress(item)
            deadly = _stand_ins(item, uses(item), [j for j in judged.values() if _ended_badly(j.grade)])
            judged[item.id] = judge(item, _asking_with(ask, deadly) if deadly else ask)
            grades[item.id] = _noted(judged[item.id].grade, deadly)
        for item in group:
            own = grades[item.id]
            # What earlier items were only dragged along by has been followed through by now, and isn't blamed for it.
            others = [
                replace(judged[other.id], grade=grades[other.id])
                for other in items
                if other.id in judged and other.id != item.id
            ]
            stand_ins: dict[str, StandIn] = {}
            if _could_gain(own):
                wrong = _stand_ins(item, uses(item), others)
                stand_ins = _for_missing(item, items, uses(item), [*others, judged[item.id]], components) | wrong
            if stand_ins:
                progress(item)
                grades[item.id] = _better(own, item, stand_ins, ask, judge, components)
            heads = _heads(uses(item), others)
            if heads and _could_gain(grades[item.id]) and _loses_its_mask(grades[item.id], item, components):
                grades[item.id] = _with_masks_that_agree(
                    grades[item.id], item, stand_ins, heads, ask, judge, components[item.component].own_mask
                )
    return with_unmeasured_shares(items, [grades[item.id] for item in items])


def with_unmeasured_shares(items: Sequence[Item], grades: Sequence[ItemGrade]) -> list[ItemGrade]:
    """What isn't measured because its values are wrong earns as large a part as the values do, in their own item.

    So the mistake isn't paid for twice, and nothing wrong earns everything.  `grades` are those of `items`.
    """
    by_id = {grade.id: grade for grade in grades}
    return [_with_the_share_of(items, item, by_id) for item in items]


def _with_the_share_of(items: Sequence[Item], item: Item, grades: Mapping[str, ItemGrade]) -> ItemGrade:
    grade = grades[item.id]
    component = COMPONENTS.get(item.component)
    about = next((grades[o.id] for o in items if component is not None and o.component == component.about), None)
    if about is None or about.max_points == 0:
        return grade
    part = about.points / about.max_points
    checks = tuple(
        replace(check, points=part * check.max_points) if _is_unmeasured(check) else check for check in grade.checks
    )
    points = sum((check.points for check in checks), start=0 * grade.points)
    state = ItemState.PARTIAL if points and grade.state is ItemState.FAILED else grade.state
    return replace(grade, checks=checks, points=points, state=state)


def _is_unmeasured(check: CheckGrade) -> bool:
    return check.message is not None and check.message.template == NOT_MEASURED.template


def _ended_badly(grade: ItemGrade) -> bool:
    return any(check.verdict.is_dirty_ending for check in grade.checks)


def _asking_with(ask: Ask, stand_ins: Mapping[str, StandIn]) -> Ask:
    def ask_with(call: Call, /) -> Reply:
        return ask(Substituted(stand_ins, call))

    return ask_with


def _could_gain(grade: ItemGrade) -> bool:
    return grade.points < grade.max_points and grade.state not in {ItemState.MISSING, ItemState.UNGRADABLE}


def _stand_ins(item: Item, used: Collection[str], others: Sequence[Judged]) -> dict[str, StandIn]:
    """For each of the student's names that `item` uses and that lost points in one of `others`, what to put there."""
    found: dict[str, StandIn] = {}
    for other in others:
        if other.student is None or other.grade.id == item.id or other.grade.points == other.grade.max_points:
            continue
        for role, name in other.grade.found_as.items():
            if role in REPLACEABLE and name in used:
                options: dict[str, Value] = {
                    "convention": meaning_used(other.student),
                    "parameters": _parameters(other.student.found[role]),
                }
                if _ended_badly(other.grade):  # to see what it gives back, it would have to be called
                    options |= {"deadly": True, "library": other.student.library}
                found[name] = StandIn(role, options)
    return found


def _for_missing(
    item: Item,
    items: Sequence[Item],
    used: Collection[str],
    judged: Sequence[Judged],
    components: Mapping[str, Component],
) -> dict[str, StandIn]:
    """For each name that `item` calls, that is another item's to define and that doesn't exist: what to put there.

    So is one that `item` has itself and that only some of its checks are about (a block's `layer_norm`).  Its main role
    gets none, and neither does one that was found under another name: calling a name that was never meant to be there
    is the caller's own mistake.
    """
    by_id = {grade.id: grade for grade in (other.grade for other in judged)}
    own = {role.name for role in _roles(components.get(item.component))}
    convention = next((m for m in map(_meaning, judged) if m != "keep"), "keep")
    found: dict[str, StandIn] = {}
    for other in items:
        grade = by_id.get(other.id)
        if grade is None or grade.points == grade.max_points:
            continue
        for role in _roles(components.get(other.component)):
            if (role.name in own and not (other.id == item.id and role.optional)) or role.name in grade.found_as:
                continue
            if role.name in REPLACEABLE:
                options: dict[str, Value] = {"missing": True, "convention": convention, "parameters": {}}
                found |= {name: StandIn(role.name, options) for name in (role.name, *role.aliases) if name in used}
    return found


def _roles(component: Component | None) -> list[Role]:
    return [] if component is None else [role for form in component.forms for role in form.roles]


def _meaning(judged: Judged) -> str:
    return "keep" if judged.student is None else meaning_used(judged.student)


def _parameters(definition: Definition) -> dict[str, str]:
    """The contract's constructor parameters by the student's names for them."""
    names = [p.name for p in definition.parameters]
    return {canonical: name for canonical, synonyms in SYNONYMS.items() for name in names if name in synonyms}


# How the code around expects the function to be, where that isn't how the faulty one is: as it is; masking by itself,
# when it's given no mask; with the weights beside the output; with the course's masks, to which the rest may hold.
_VARIANTS: tuple[Mapping[str, Value], ...] = (
    {},
    {"always_causal": True},
    {"pair": True},
    {"convention": "keep"},
)
# What a function that doesn't exist, or hangs, would have returned nobody knows.
_VARIANTS_OF_MISSING: tuple[Mapping[str, Value], ...] = ({"bare": True}, {"convention": "block"})
# Which of these a role's stand-in heeds (``grader.inside.stand_ins``); the others heed none.
_HEEDED: Mapping[str, frozenset[str]] = {
    "attention": frozenset({"pair", "bare", "convention"}),
    "self_attention": frozenset({"bare"}),
    "causal_mask": frozenset({"convention"}),
    "padding_mask": frozenset({"convention"}),
    "combine_masks": frozenset({"convention", "bare"}),
    "multihead": frozenset({"convention"}),
    "MultiHeadAttention": frozenset({"always_causal", "pair", "convention"}),
    "TransformerBlock": frozenset({"always_causal", "convention"}),
    "CrossAttention": frozenset({"pair"}),
}


def _better(
    own: ItemGrade,
    item: Item,
    stand_ins: Mapping[str, StandIn],
    ask: Ask,
    judge: Judge,
    components: Mapping[str, Component],
) -> ItemGrade:
    """The grade with stand-ins where that earns more, with a word on why; else `own`."""
    own_roles = {role.name for role in _roles(components.get(item.component))}
    best = own
    unseen = any(s.options.keys() & {"missing", "deadly"} for s in stand_ins.values())
    tried: list[dict[str, StandIn]] = []
    for variant in (*_VARIANTS, *(_VARIANTS_OF_MISSING if unseen else ())):
        chosen = {
            name: _with_heeded(stand_in, _without_another_mask(stand_in, variant, stand_ins, item, components))
            for name, stand_in in stand_ins.items()
        }
        if chosen in tried:  # it would be judged as before
            continue
        tried.append(chosen)
        grade = judge(item, _asking_with(ask, chosen)).grade
        if grade.points > best.points:
            best = _noted(grade, chosen, own_roles)
        if best.state is ItemState.PASSED:
            break
    return best


def _with_heeded(stand_in: StandIn, variant: Mapping[str, Value]) -> StandIn:
    heeded = _HEEDED.get(stand_in.role, frozenset())
    return StandIn(
        stand_in.role, {**stand_in.options, **{key: value for key, value in variant.items() if key in heeded}}
    )


# The roles of what takes a mask and pays nothing for its own kind of it; the parts of others come first.
_HEADS = ("MultiHeadAttention", "TransformerBlock")


def _without_another_mask(
    stand_in: StandIn,
    variant: Mapping[str, Value],
    stand_ins: Mapping[str, StandIn],
    item: Item,
    components: Mapping[str, Component],
) -> Mapping[str, Value]:
    """`variant` for `stand_in`; not with another kind of mask than the student's heads take, if that costs nothing yet.

    An attention function has paid for its own kind of mask in its own item, and so has what only hands masks to it.
    """
    component = components.get(item.component)
    paid = any(s.role not in _HEADS and s.options.get("convention", "keep") != "keep" for s in stand_ins.values())
    unknown = stand_in.options.keys() & {"missing", "deadly"}
    if paid or unknown or stand_in.role not in _HEADS or component is None or not component.own_mask:
        return variant
    return {key: value for key, value in variant.items() if key != "convention"}


def _heads(used: Collection[str], others: Sequence[Judged]) -> list[tuple[str, StandIn]]:
    """The student's classes that take a mask and that an item uses, with what stands in for them: inner ones first."""
    return [
        (name, StandIn(role, {"convention": meaning_used(other.student), "parameters": _parameters(definition)}))
        for role in _HEADS
        for other in others
        if other.student is not None and not _ended_badly(other.grade)
        for definition in [other.student.found.get(role)]
        if definition is not None and (name := definition.name) in used
    ]


def _taken(heads: StandIn) -> Meaning:
    return heads.options["convention"]  # type: ignore[return-value]


def _loses_its_mask(grade: ItemGrade, item: Item, components: Mapping[str, Component]) -> bool:
    component = components.get(item.component)
    return component is not None and any(
        check.id == component.own_mask and check.points < check.max_points for check in grade.checks
    )


def _with_masks_that_agree(
    own: ItemGrade,
    item: Item,
    stand_ins: Mapping[str, StandIn],
    heads: Sequence[tuple[str, StandIn]],
    ask: Ask,
    judge: Judge,
    check: str,
) -> ItemGrade:
    """The grade with `heads` that read the mask as `item` means it, less its `check`: neither side is wrong by itself.

    `own` where no other reading of the mask mends that check.
    """
    only = replace(item, checks=tuple(entry for entry in item.checks if entry.id == check))
    inside, outside = _taken(heads[0][1]), _taken(heads[-1][1])
    for name, head in heads:
        taken = _taken(head)
        if taken != outside:
            continue  # a block around them turns the mask, and is what it's handed to
        for made in (made for made in MADE if made != taken):
            chosen = {**stand_ins, name: StandIn(head.role, {**head.options, "convention": made})}
            through = _asking_with(ask, chosen)
            if judge(only, through).grade.state is not ItemState.PASSED:
                continue
            found = disagreement(name, taken, made, inside)
            grade = without_check(judge(item, through).grade, check, found.message)
            grade = replace(grade, diagnosis=(found.cause, *grade.diagnosis))
            if grade.points < own.points:
                continue
            rest = _noted(grade, {other: s for other, s in stand_ins.items() if other != name}).follow_through
            note = found.note if rest is None else Text("{one} {other}", {"one": rest, "other": found.note})
            return replace(grade, follow_through=note)
    return own


def _noted(grade: ItemGrade, stand_ins: Mapping[str, StandIn], own_roles: Collection[str] = ()) -> ItemGrade:
    """`grade` with a word on the stand-ins with which it was judged; `own_roles` are the item's own to define."""
    lost = {name: stand_in for name, stand_in in stand_ins.items() if stand_in.options.get("missing")}
    own = sorted(name for name, stand_in in lost.items() if stand_in.role in own_roles)
    others = sorted(stand_ins.keys() - set(own))
    notes = []
    if others:
        notes.append(
            Text(
                "This part builds on {names}, which lost points above. It was judged again with a library's version in "
                "that place, and these are the points it earns by itself: no mistake is paid for twice.",
                {"names": in_code(others)},
            )
        )
    if own:
        notes.append(
            Text(
                "This part calls {names}, which isn't there, and the checks of it are lost. All others were judged "
                "with a library's version in that place.",
                {"names": in_code(own)},
            )
        )
    if not notes:
        return grade
    note = notes[0] if len(notes) == 1 else Text("{one} {other}", {"one": notes[0], "other": notes[1]})
    return replace(grade, follow_through=note)
