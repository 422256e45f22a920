"""Nobody pays twice: an item whose only fault is another item's wrong function keeps its points.

A multi-head attention that calls the student's own `attention` can't be right when that is wrong.  Once all items are
judged, each that lost points is judged again with the faulty functions of the *other* items replaced in the student's
namespace by stand-ins of library calls (``grader.inside.stand_ins``).  What it earns then, it earned by itself.
Nobody gains: a mistake of the item's own is still there, and one copied into its body isn't replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from grader.checks.mask_convention import meaning_used
from grader.checks.modules import SYNONYMS
from grader.judging import Judged
from grader.model import Ask, Call, Definition, Item, ItemGrade, ItemState, Reply, StandIn, Substituted, Text

__all__ = ["REPLACEABLE", "follow_through"]

# The roles for which there is a stand-in; a fault in another role can't be followed through.
REPLACEABLE = frozenset(
    {
        "softmax",
        "attention",
        "causal_mask",
        "padding_mask",
        "multihead",
        "layer_norm",
        "MultiHeadAttention",
        "TransformerBlock",
    }
)


def follow_through(
    items: Sequence[Item],
    judged: Mapping[str, Judged],
    ask: Ask,
    judge_again: Callable[[Item, Ask], Judged],
) -> list[ItemGrade]:
    """The grades of `items`, each the better of as it was and with others' faults replaced.

    `judge_again(item, ask)` judges an item through another `Ask`.
    """
    grades = []
    for item in items:
        own = judged[item.id].grade
        stand_ins = _stand_ins(item, items, judged) if _could_gain(own) else {}
        grades.append(_better(own, item, stand_ins, ask, judge_again) if stand_ins else own)
    return grades


def _could_gain(grade: ItemGrade) -> bool:
    return grade.points < grade.max_points and grade.state not in {ItemState.MISSING, ItemState.UNGRADABLE}


def _stand_ins(item: Item, items: Sequence[Item], judged: Mapping[str, Judged]) -> dict[str, StandIn]:
    """For each of the student's names that this item uses and that is at fault in another, what to put there."""
    asked = judged[item.id].student
    if asked is None:
        return {}
    own_names = set(judged[item.id].grade.found_as.values())
    used = {name for definition in asked.found.values() for name in definition.uses} - own_names
    found: dict[str, StandIn] = {}
    for other in items:
        grade, student = judged[other.id].grade, judged[other.id].student
        if other.id == item.id or student is None or grade.points == grade.max_points:
            continue
        for role, name in grade.found_as.items():
            if role in REPLACEABLE and name in used:
                options = {"convention": meaning_used(student), "parameters": _parameters(student.found[role])}
                found[name] = StandIn(role, options)
    return found


def _parameters(definition: Definition) -> dict[str, str]:
    """The contract's constructor parameters by the student's names for them."""
    names = [p.name for p in definition.parameters]
    return {canonical: name for canonical, synonyms in SYNONYMS.items() for name in names if name in synonyms}


def _better(
    own: ItemGrade,
    item: Item,
    stand_ins: Mapping[str, StandIn],
    ask: Ask,
    judge_again: Callable[[Item, Ask], Judged],
) -> ItemGrade:
    """The grade with stand-ins where that earns more, with a word on why; else `own`."""
    best = own
    # First all at once; a module that masks by itself (and is given no mask) needs a stand-in that does so too.
    for always_causal in (False, True):
        chosen = {name: StandIn(s.role, {**s.options, "always_causal": always_causal}) for name, s in stand_ins.items()}

        def ask_with(call: Call, chosen: Mapping[str, StandIn] = chosen) -> Reply:
            return ask(Substituted(chosen, call))

        grade = judge_again(item, ask_with).grade
        if grade.points > best.points:
            best = grade
        if best.state is ItemState.PASSED:
            break
    if best is own:
        return own
    names = ", ".join(f"`{name}`" for name in sorted(stand_ins))
    note = Text(
        "This part builds on {names}, which lost points above. It was judged again with a library's version in that "
        "place, and these are the points it earns by itself: no mistake is paid for twice.",
        {"names": names},
    )
    return replace(best, follow_through=note)
