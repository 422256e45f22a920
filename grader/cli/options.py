"""What the options mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from grader.cli.usage import Refused

if TYPE_CHECKING:
    from grader.model import GradeReport

__all__ = [
    "LARGEST_SEED",
    "AwardType",
    "ItemsType",
    "ShardType",
    "Threshold",
    "ThresholdType",
    "sandbox_option",
    "weak_isolation_option",
]

LARGEST_SEED = 2**31 - 1

Command: TypeAlias = Callable[..., Any] | click.Command


def sandbox_option(meaning: str) -> Callable[[Command], Command]:
    """``--sandbox``; `meaning` is its help."""
    # The names of grader.sandbox.BACKENDS, which `--help` needn't import.
    levels = click.Choice(["auto", "bubblewrap", "landlock", "uid", "none"])
    return click.option("--sandbox", type=levels, default="auto", show_default=True, help=meaning)


weak_isolation_option = click.option(
    "--allow-weak-isolation", is_flag=True, help="Grade although notebooks can't be isolated in full here."
)


@dataclass(frozen=True)
class Threshold:
    """``--fail-under``: points as they are, or a percentage of what can be earned."""

    least: Fraction
    of_hundred: bool

    def is_met_by(self, report: GradeReport) -> bool:
        """Exact: 59.999 points are below 60.  With nothing to earn, nothing is below."""
        if self.of_hundred:
            return report.points * 100 >= self.least * report.max_points
        return report.points >= self.least


class ThresholdType(click.ParamType[Threshold]):
    name = "points"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Threshold:
        if isinstance(value, Threshold):
            return value
        from grader.model import Text

        shown = {"value": repr(value)}
        number = str(value).strip()
        of_hundred = number.endswith("%")
        digits = number.removesuffix("%").strip()
        if not digits.isascii() or not digits.replace(".", "", 1).isdigit():
            raise Refused(Text("{value} is neither points (60) nor a percentage (60%).", shown), ctx, param)
        least = Fraction(digits)
        if of_hundred and least > 100:
            raise Refused(Text("{value} is more than everything (100%).", shown), ctx, param)
        return Threshold(least, of_hundred)


class AwardType(click.ParamType[tuple[str, Fraction]]):
    name = "award"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Fraction]:
        if isinstance(value, tuple):
            return value
        from grader.awards import points_given

        item, _, digits = str(value).partition("=")
        points = points_given(digits)
        if not item or points is None:
            from grader.model import Text

            raise Refused(
                Text("{value} is not an item with its points, as in residual_question=4.", {"value": repr(value)}),
                ctx,
                param,
            )
        return item, points


class ItemsType(click.ParamType[tuple[str, ...]]):
    name = "items"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        items = tuple(dict.fromkeys(part.strip() for part in str(value).split(",")))
        if "" in items:
            from grader.model import Text

            raise Refused(
                Text("{value} holds an empty name; write ITEM,ITEM without spaces.", {"value": repr(value)}), ctx, param
            )
        return items


class ShardType(click.ParamType[tuple[int, int]]):
    """``3/8``: the third of eight parts."""

    name = "shard"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        number, slash, of = str(value).partition("/")
        parts = [int(part) if part.isascii() and part.isdigit() and len(part) < 7 else 0 for part in (number, of)]
        if not slash or not 1 <= parts[0] <= parts[1]:
            from grader.model import Text

            raise Refused(
                Text("{value} is no part of a whole; write 3/8 for the third of eight.", {"value": repr(value)}),
                param=param,
                ctx=ctx,
            )
        return parts[0], parts[1]
