"""The student's own names for what a form's messages speak of.

Messages are written with the contract's canonical names, their translations often with an alias; a student knows
neither, only what stands in their notebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.components.component import Role
from grader.model import CheckResult, Definition

__all__ = ["in_own_names", "own_names"]


# What every torch module has too: "train() is never called" speaks of the module's.
_ANOTHERS = frozenset({"train"})


def own_names(roles: Sequence[Role], found: Mapping[str, Definition]) -> dict[str, str]:
    """What was `found`, by each name that the contract has for its role; not by one that stands for something else."""
    written = {definition.name for definition in found.values()}
    return {
        name: found[role.name].name
        for role in roles
        if role.name in found
        for name in (role.name, *role.aliases)
        if name not in written and name not in _ANOTHERS
    }


def in_own_names(result: CheckResult, names: Mapping[str, str]) -> CheckResult:
    """`result` with all that a student reads of it in their own names."""
    message = None if result.message is None else result.message.about(names)
    return replace(result, message=message, notes=tuple(note.about(names) for note in result.notes))
