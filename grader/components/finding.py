"""Which of the notebook's names stand for a component, and in which form.

A candidate is a form with a name for each role.  Names are matched by the contract's canonical name
and its aliases; of several, those whose signature fits come first, canonical before alias.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, product

from grader.components.component import Component, Form, Role
from grader.model import Definition, Definitions

__all__ = ["Candidate", "candidates", "names_to_inspect", "similar_name"]

_MASK_WORDS = ("mask", "masc", "máscara", "bias", "causal")


@dataclass(frozen=True)
class Candidate:
    """`found` maps role to definition; `missing` are required roles that nothing stands for."""

    form: Form
    found: Mapping[str, Definition]
    missing: tuple[Role, ...]


def names_to_inspect(components: Iterable[Component]) -> tuple[str, ...]:
    """Every name that any role of `components` may have."""
    names: dict[str, None] = {}
    for component in components:
        for form in component.forms:
            for role in form.roles:
                names.update(dict.fromkeys((role.name, *role.aliases)))
    return tuple(names)


def candidates(component: Component, definitions: Definitions, limit: int = 4) -> list[Candidate]:
    """The ways in which the notebook has `component`, complete ones first.

    At least one is always returned, if only to say what is missing.
    """
    found: list[Candidate] = []
    for form in component.forms:
        options: list[list[Definition | None]] = [[*_options(role, definitions)] for role in form.roles]
        for choice in islice(product(*(choices or [None] for choices in options)), limit):
            chosen = {r.name: d for r, d in zip(form.roles, choice, strict=True) if d is not None}
            missing = tuple(r for r in form.roles if r.name not in chosen and not r.optional)
            found.append(Candidate(form, chosen, missing))
    complete = [c for c in found if not c.missing]
    if complete:
        return complete
    return [max(found, key=lambda c: len(c.found))]


def _options(role: Role, definitions: Definitions) -> list[Definition]:
    named = [definitions.described[n] for n in (role.name, *role.aliases) if n in definitions.described]
    right_kind = [d for d in named if d.kind == role.kind or (role.kind == "value" and d.kind in ("other", "function"))]
    fitting = [d for d in right_kind if fits(role, d)]
    # One that doesn't fit is still taken when there's no other: calling it tells the student why.
    return fitting or [d for d in right_kind if not is_other_form(role, d)][:1]


def fits(role: Role, definition: Definition) -> bool:
    """Can it be called as the contract says, with or without the optional parameters?"""
    if role.kind == "value":
        return definition.kind == "other" or definition.takes(0)
    counts = range(role.required, len(role.parameters) + 1)
    if role.kind == "class":
        return any(definition.takes(n) for n in counts) or not definition.parameters
    if is_other_form(role, definition):
        return False
    return any(definition.takes(n) for n in counts)


def is_other_form(role: Role, definition: Definition) -> bool:
    """``atencion(X, W_Q, W_K, W_V)`` is ``self_attention``, not attention with a mask; and the reverse (contract)."""
    if role.name == "attention":
        return _takes_four_matrices(definition)
    return role.name == "self_attention" and definition.name == "atencion" and not _takes_four_matrices(definition)


def _takes_four_matrices(definition: Definition) -> bool:
    required = [p for p in definition.positional if p.required]
    return (
        len(required) == 4
        and not any(w in required[3].name.lower() for w in (*_MASK_WORDS,))
        and len(required[3].name) > 1
    )


def similar_name(role: Role, definitions: Definitions) -> str | None:
    """A name of the notebook that looks like a slip of the pen for `role`."""
    wanted = [role.name, *role.aliases]
    for name in wanted:
        close = difflib.get_close_matches(name, definitions.public_names, n=1, cutoff=0.8)
        if close:
            return close[0]
    lowered = {n.lower().replace("_", ""): n for n in definitions.public_names}
    return next((lowered[w] for w in (x.lower().replace("_", "") for x in wanted) if w in lowered), None)
