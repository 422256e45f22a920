"""What is wrong with a command line, in the reader's language.

In English click's own words are good, and stay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from grader.cli.streams import complain

if TYPE_CHECKING:
    from grader.model import Text

__all__ = ["Refused", "language_asked", "language_of", "show_usage_error"]

_OF_ONE_NOTEBOOK = ("submission", "check")


class Refused(click.BadParameter):
    """A value that an option can't take, with the reason as a `Text`."""

    def __init__(
        self,
        reason: Text,
        ctx: click.Context | None = None,
        param: click.Parameter | None = None,
        param_hint: str | None = None,
    ) -> None:
        super().__init__(str(reason), ctx, param, param_hint)
        self.reason = reason


def language_asked(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of the messages before the command line is understood, and where it can't be."""
    for i, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            value = value or "".join(arguments[i + 1 : i + 2])
            if value in ("en", "es"):
                return value
    return language_of(environment)


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the messages by the locale variables, as gettext ranks them; English unless Spanish."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return "es" if value.replace("-", "_").split(".")[0].split("_")[0].lower() == "es" else "en"
    return "en"


def show_usage_error(error: click.ClickException, lang: str) -> None:
    from grader.model import Text
    from grader.reports.language import say

    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None and isinstance(error, click.exceptions.NoArgsIsHelpError):
        complain(context.get_help(), lead="")  # `grade export`: which commands there are is what is wanted
        return
    complain(explanation(error, lang))
    if context is not None:
        complain(say(Text("try '{command} --help'", {"command": context.command_path}), lang))


def explanation(error: click.ClickException, lang: str) -> str:
    if lang == "en":
        return error.format_message()
    from grader.reports.inert import visible
    from grader.reports.language import say

    return say(_text(error, lang), lang, visible)


def _text(error: click.ClickException, lang: str) -> Text:
    from grader.cli.help_texts import metavar
    from grader.model import Text

    if isinstance(error, click.MissingParameter):
        return Text("{option} is missing.", {"option": metavar(_name(error), lang)})
    if isinstance(error, click.BadParameter):
        return Text("{option}: {reason}", {"option": metavar(_name(error), lang), "reason": _reason(error)})
    if isinstance(error, click.NoSuchOption):
        if not error.possibilities:
            return Text("There is no option {option}.", {"option": error.option_name})
        near = ", ".join(sorted(error.possibilities))
        return Text("There is no option {option}. Did you mean {near}?", {"option": error.option_name, "near": near})
    if isinstance(error, click.BadOptionUsage):
        if "not take" in error.message:
            return Text("The option {option} takes no value.", {"option": error.option_name})
        return Text("The option {option} needs a value.", {"option": error.option_name})
    extra = re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message)
    if extra is not None:
        context = error.ctx if isinstance(error, click.UsageError) else None
        if context is not None and context.command.name in _OF_ONE_NOTEBOOK:
            return Text("One notebook is graded at a time; {extra} is too many.", {"extra": extra[1]})
        return Text("{extra} is too many.", {"extra": extra[1]})
    command = re.match(r"No such command '(.*?)'", error.message)
    if command is not None:
        return Text("There is no command {command}.", {"command": command[1]})
    return Text("{message}", {"message": error.format_message()})


def _name(error: click.BadParameter) -> str:
    if error.param_hint is not None:
        return str(error.param_hint).replace("'", "")
    hint = error.param.get_error_hint(error.ctx) if error.param is not None and error.ctx else ""
    return hint.replace("'", "")  # '-o' / '--output'


def _reason(error: click.BadParameter) -> Text:
    from grader.model import Text

    if isinstance(error, Refused):
        return error.reason
    kind = error.param.type if error.param is not None else None
    if isinstance(kind, click.Choice):
        return Text("it may be one of {choices}.", {"choices": ", ".join(map(str, kind.choices))})
    if isinstance(kind, click.IntRange):
        return Text(
            "it must be a whole number from {least} to {most}.", {"least": str(kind.min), "most": str(kind.max)}
        )
    if kind is click.INT and (value := re.match(r"'(.*)' is not a valid integer", error.message)):
        return Text("'{value}' is no whole number.", {"value": value[1]})
    if isinstance(kind, click.Path) and not kind.file_okay and (path := re.search(r"'(.*)'", error.message)):
        return Text("there is no folder {path}.", {"path": path[1]})
    return Text("{message}", {"message": error.message})
