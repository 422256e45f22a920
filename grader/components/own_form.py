"""What a course's own component must look like, told as its writer can mend it.

No type checker looks at these files.  What they have wrong would otherwise come out far from its cause: where a
student's name is looked for, or where a report is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from grader.components.component import Component, Form, FormLibrary, Role
from grader.model import Text

__all__ = ["slips_in"]

LIBRARIES = get_args(FormLibrary)
KINDS = get_args(get_type_hints(Role)["kind"])


def slips_in(component: Component) -> Iterator[str]:
    """Each as ``what: remedy``."""
    yield from _not_a_tuple(component.forms, Form, "forms", "Form(...)")
    for form in _those(component.forms, Form):
        yield from _slips_in_form(form)


def _slips_in_form(form: Form) -> Iterator[str]:
    where = f"form '{form.id}'"
    yield from _not_a_text(form.title, where)
    if form.library not in LIBRARIES:
        yield f"{where} has the library {form.library!r}: write one of {', '.join(LIBRARIES)}"
    yield from _not_a_tuple(form.roles, Role, f"roles of {where}", "Role(...)")
    roles = _those(form.roles, Role)
    for role in roles:
        if role.kind not in KINDS:
            yield f"role '{role.name}' is of the kind {role.kind!r}: write one of {', '.join(KINDS)}"
        yield from _not_a_tuple(role.parameters, str, f"parameters of role '{role.name}'", '"x"')
        yield from _not_a_tuple(role.aliases, str, f"aliases of role '{role.name}'", '"other_name"')
    names = [role.name for role in roles]
    yield from _not_a_tuple(form.checks, object, f"checks of {where}", "Claim(...)")
    seen: set[str] = set()
    for check in _those(form.checks, object):
        id_ = getattr(check, "id", None)
        if not isinstance(id_, str) or not callable(check):
            yield f"a check of {where} is {type(check).__name__}: write a Claim(...) or another of grader/checks"
            continue
        if id_ in seen:
            yield f"{where} has two checks '{id_}': give each an id of its own"
        seen.add(id_)
        yield from _not_a_text(getattr(check, "title", None), f"check '{id_}'")
        role_name = getattr(check, "role", None)
        if isinstance(role_name, str) and role_name not in names:
            yield f"check '{id_}' asks the role '{role_name}', which {where} hasn't: write one of {', '.join(names)}"
    yield from _not_a_tuple(form.supporting, str, f"supporting of {where}", '"check_id"')
    for id_ in _those(form.supporting, str):
        if id_ not in seen:
            yield f"{where} has no check '{id_}', which is in supporting: write one of {', '.join(sorted(seen))}"


def _not_a_tuple(value: Any, of: type, what: str, example: str) -> Iterator[str]:
    if not isinstance(value, tuple) or not all(isinstance(part, of) for part in value):
        yield f"the {what} aren't a tuple: write ({example},), with the comma"


def _those(value: Any, of: type) -> list[Any]:
    return [part for part in value if isinstance(part, of)] if isinstance(value, tuple) else []


def _not_a_text(title: Any, where: str) -> Iterator[str]:
    if not isinstance(title, Text):
        yield f'the title of {where} is no Text: write Text("...")'
