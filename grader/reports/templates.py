"""The templates of pages: whatever they fill in is escaped, and made inert before that.

One place for all pages, so that none of them can forget either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    import jinja2

__all__ = ["page_template"]


@cache
def page_template(package: str, name: str, inert: Callable[[str], str]) -> jinja2.Template:
    """The template `name` in the folder ``page`` of `package`; `inert` makes of any text one that can do nothing."""
    import jinja2

    def fill(value: Any) -> Any:
        # Markup is ours: of a macro, or made of parts that were escaped.
        return inert(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(package, "page"),
        autoescape=True,
        finalize=fill,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)
