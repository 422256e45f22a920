"""Commands whose ``--help`` is in the reader's language.

In English it's click's own; the other languages are imported where one is asked for.
"""

from __future__ import annotations

import inspect
import re

import click

from grader.cli.streams import Invocation

__all__ = ["StudentsCommand"]

# An exit code before what it means.
_CODE = re.compile(r"(\d  )(.*)")


class StudentsCommand(click.Command):
    """A command for students."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = ctx.ensure_object(Invocation).lang
        if lang == "en":
            super().format_help(ctx, formatter)
            return
        from grader.cli.help_texts import metavar, told

        pieces = [metavar(piece, lang) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{told('Usage', lang)}: ")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(told(inspect.cleandoc(self.help or ""), lang))
        rows = [self._row(param, ctx, lang) for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(told("Options", lang)):
            formatter.write_dl(rows)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n".join(_line(line, lang) for line in (self.epilog or "").split("\n")))

    def _row(self, option: click.Option, ctx: click.Context, lang: str) -> tuple[str, str]:
        from grader.cli.help_texts import metavar, told

        # What click asks an option itself: `-h, --help`, `--only ITEM,...`, `--lang [en|es]`.
        record = option.get_help_record(ctx)
        names = record[0] if record is not None else ""
        if option.metavar:
            names = names.replace(option.metavar, metavar(option.metavar, lang))
        words = told(option.help or "", lang)
        if option.show_default:
            words += f"  [{told('default', lang)}: {option.default}]"
        return names, words


def _line(line: str, lang: str) -> str:
    """A line of examples or exit codes: the commands and numbers in it are the same in every language."""
    from grader.cli.help_texts import told

    words = line.strip()
    code = _CODE.fullmatch(words)
    lead = code[1] if code is not None else ""
    line = line.replace(words, f"{lead}{told(code[2] if code is not None else words, lang)}") if words else line
    return line.replace(".en.ipynb", f".{lang}.ipynb")
