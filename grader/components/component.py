"""A component of the course, the forms in which students may write it, and the roles in each form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.checks import Check
from grader.model import Text

__all__ = ["Component", "Form", "FormLibrary", "Role"]

FormLibrary: TypeAlias = Literal["numpy", "torch", "either"]


@dataclass(frozen=True)
class Role:
    """A name that a form needs.

    `parameters` are the contract's positional parameters, of which the first `required` are always
    passed.  A "value" is a variable, or a function without required parameters.  `optional` roles may be
    missing; checks that need them are then NOT_APPLICABLE or say so.  `returns` is False for a function that is called
    for what it does (it writes a file) and may give None.
    """

    name: str
    kind: Literal["function", "class", "value"]
    parameters: tuple[str, ...]
    required: int
    aliases: tuple[str, ...] = ()
    optional: bool = False
    returns: bool = True


@dataclass(frozen=True)
class Form:
    """One way of writing a component.  `library` "either" is found out by looking and trying.

    `supporting` are ids of checks that code without thought passes too (random numbers for an odd width; the number
    that the exercise's solution prints).  They earn only beside another check that passes.
    """

    id: str
    title: Text
    library: FormLibrary
    roles: tuple[Role, ...]
    checks: tuple[Check, ...]
    supporting: tuple[str, ...] = ()


@dataclass(frozen=True)
class Component:
    """`checks` are all check ids that any form has, in the order of the report.

    A `measured` one judges what code costs: it comes when nothing else runs.  It is `about` code whose values are those
    of another component, whose known mistakes may explain why it isn't measured.  `own_mask` is the check that is about
    a mask which this component makes by itself and hands to heads that another one judges; empty where none is.
    """

    id: str
    forms: tuple[Form, ...]
    measured: bool = False
    about: str = ""
    own_mask: str = ""

    @property
    def check_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(check.id for form in self.forms for check in form.checks))
