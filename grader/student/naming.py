"""Which item is meant: by its id, or by the name that its function has in the student's language."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Sequence
from typing import Protocol

from grader.components import COMPONENTS
from grader.errors import UsageError
from grader.model import Text

__all__ = ["id_of_item", "no_such"]


class Item(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def component(self) -> str: ...


def id_of_item(name: str, items: Sequence[Item]) -> str:
    """The id of the item that `name` means; `UsageError`, with the nearest id, where none or several are meant.

    ``atencion`` is `attention`: that is another name of its function.  An item that only measures the same function
    comes after the one that is named like it.
    """
    if any(item.id == name for item in items):
        return name
    names = {item.id: _names_of(item.component, name) for item in items}
    about = [id_ for id_, known in names.items() if known]
    meant = [id_ for id_ in about if _plain(id_) in names[id_]] or about
    if len(meant) == 1:
        return meant[0]
    raise UsageError(no_such(Text("there is no item '{name}'", {"name": name}), name, meant or list(names)))


def no_such(what: Text, name: str, known: Sequence[str]) -> Text:
    """`what` there isn't, and what may have been meant instead."""
    near = difflib.get_close_matches(name, list(dict.fromkeys(known)), n=3)
    if near:
        return Text("{what}: did you mean {near}?", {"what": what, "near": ", ".join(near)})
    if len(set(known)) <= 20:
        return Text("{what}: there are {known}", {"what": what, "known": ", ".join(dict.fromkeys(known))})
    return Text("{what}: `grade explain` without a name lists them", {"what": what})


def _names_of(component: str, name: str) -> set[str]:
    """All names of the function or class of the component that may be called `name`; none of what it only uses."""
    forms = COMPONENTS[component].forms if component in COMPONENTS else ()
    roles = [role for form in forms for role in form.roles if not role.optional]
    known = [{_plain(other) for other in (role.name, *role.aliases)} for role in roles]
    return next((names for names in known if _plain(name) in names), set())


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
