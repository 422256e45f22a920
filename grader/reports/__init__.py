"""Report -> text: pure functions, one module per format.

A format is a function ``render(report, lang) -> str`` and a line in `FORMATS`.  Nothing here reads a file, a clock, the
environment or a terminal; the same report gives the same text.  The coloured terminal report
(:mod:`grader.reports.terminal`) isn't listed: it is "terminal" with colours, and only the command line knows
whether somebody is looking.

Whatever comes from a submission is made harmless where a format fills it in (:mod:`grader.reports.inert`), and
is never a template, a pattern or markup.
"""

from collections.abc import Callable, Mapping

from grader.model import GradeReport
from grader.reports import classroom50, classroom_legacy, github, gradescope, html, json, junit, md, plain, prairielearn

__all__ = ["FORMATS"]

FORMATS: Mapping[str, Callable[[GradeReport, str], str]] = {
    "terminal": plain.render,
    "json": json.render,
    "html": html.render,
    "md": md.render,
    "junit": junit.render,
    "gradescope": gradescope.render,
    "github": github.render,
    "classroom50": classroom50.render,
    "classroom-legacy": classroom_legacy.render,
    "prairielearn": prairielearn.render,
}
