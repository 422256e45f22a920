"""The page of a check as HTML of one block: styles in place, without scripts, style sheets, classes or pictures.

JupyterLab, VS Code and Colab show that as it is.  Colours are those of the reader's theme where it tells them (CSS
variables), so that the page can be read on white and on black; the cells of a matrix bring both of their colours along.
The words are those of the text page (`grader.student.page`), in paragraphs that the browser breaks where it likes.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

from grader.model import Figure, Text
from grader.reports import sentences
from grader.reports.heat_map import heat_map
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import Line, Span, Style, paragraph, plain_text
from grader.student.check import Checked, CheckedItem
from grader.student.page import closing, failure, findings, heading, item_rows, needs_words, reasons

__all__ = ["as_html", "of_lines"]

UNBROKEN = 100_000  # columns
_STYLES: Mapping[Style, str] = {
    "plain": "",
    "strong": "font-weight:600",
    "good": "font-weight:600;color:var(--vscode-testing-iconPassed,var(--jp-success-color1,#2e7d32))",
    "partly": "font-weight:600;color:var(--vscode-charts-orange,#b36200)",
    "bad": "font-weight:600;color:var(--vscode-testing-iconFailed,var(--jp-error-color1,#c62828))",
    "faint": "opacity:.72",
}
_LINE = "1px solid rgba(128,128,128,.35)"
# Background and letters: blue for positive numbers, orange for negative ones, the darker the larger.
_SHADES = {
    "z": ("transparent", "inherit"),
    "nan": ("#f3d6f0", "#1b1f24"),
    "p1": ("#e3eefc", "#1b1f24"),
    "p2": ("#b9d5f7", "#1b1f24"),
    "p3": ("#84b4ef", "#1b1f24"),
    "p4": ("#1f6fc9", "#fff"),
    "p5": ("#0a3f80", "#fff"),
    "n1": ("#fdebdd", "#1b1f24"),
    "n2": ("#f9cfae", "#1b1f24"),
    "n3": ("#f0a66c", "#1b1f24"),
    "n4": ("#b8530a", "#fff"),
    "n5": ("#7a3200", "#fff"),
}


def as_html(checked: Checked, lang: str, notes: Sequence[Text]) -> str:
    """`checked`, and `notes` on the notebook below it."""
    parts = [
        _block(paragraph(visible(title_in(checked.public.title, lang)), UNBROKEN, style="strong"), "font-size:1.1em"),
        _table(item_rows(checked, lang)),
        *(_section(item, lang) for item in checked.items if needs_words(item)),
        _block(findings(checked.findings, lang, UNBROKEN)),
        _block(closing(checked, lang, UNBROKEN)),
        _block([line for note in notes for line in paragraph(say(note, lang, visible), UNBROKEN, style="faint")]),
    ]
    return _whole("".join(parts))


def of_lines(lines: Sequence[Line]) -> str:
    return _whole(_block(lines))


def _whole(inside: str) -> str:
    return f'<div style="line-height:1.45;max-width:56em;overflow-wrap:anywhere">{inside}</div>'


def _block(lines: Sequence[Line], style: str = "") -> str:
    if not lines:
        return ""
    return f'<div style="margin:.6em 0;{style}">{"".join(map(_paragraph, lines))}</div>'


def _paragraph(line: Line) -> str:
    """A line whose first spaces become a margin; what hangs below a dash stays below its text."""
    text = plain_text(line)
    spans = [span for span in line if span.text.strip()]
    indent = len(text) - len(text.lstrip(" "))
    hanging = 2 if text.lstrip(" ").startswith("- ") else 0
    style = f"margin-left:{(indent + hanging) * 0.5:g}em;text-indent:-{hanging * 0.5:g}em;white-space:pre-wrap"
    first, *others = spans or [Span("")]
    inside = _span(Span(first.text.lstrip(" "), first.style)) + "".join(map(_span, others))
    return f'<div style="{style}">{inside}</div>'


def _span(span: Span) -> str:
    escaped = html.escape(span.text)
    style = _STYLES[span.style]
    return f'<span style="{style}">{escaped}</span>' if style else escaped


def _table(rows: Sequence[Sequence[Span]]) -> str:
    made = []
    for number, row in enumerate(rows):
        cells = []
        for column, span in enumerate(row):
            side = "right" if column == 2 else "left"
            cells.append(f'<td style="padding:.15em 1.2em .15em 0;text-align:{side};border:0">{_span(span)}</td>')
        style = f"background:transparent;border-bottom:{_LINE if number == 0 else '0'}"
        made.append(f'<tr style="{style}">{"".join(cells)}</tr>')
    style = "border-collapse:collapse;border:0;margin:.4em 0;font-size:inherit"
    return f'<table style="{style}">{"".join(made)}</table>'


def _section(item: CheckedItem, lang: str) -> str:
    """One item, with the matrices that show a failure more plainly than its numbers; none is drawn twice."""
    assert item.grade is not None
    drawn: list[Figure] = []
    made = "".join(map(_paragraph, heading(item, lang, UNBROKEN)))
    for group in sentences.failures(item.grade.checks, lang):
        made += "".join(map(_paragraph, failure(group, lang, UNBROKEN)))
        figure = next((check.figure for check in group if check.figure is not None), None)
        if figure is not None and figure not in drawn:
            drawn.append(figure)
            made += _matrices(figure, lang, item.grade.found_as)
    made += "".join(map(_paragraph, reasons(item.grade, lang, UNBROKEN)))
    return (
        f'<div style="margin:.8em 0;padding:.1em 0 .1em .8em;border-left:3px solid rgba(128,128,128,.5)">{made}</div>'
    )


def _matrices(figure: Figure, lang: str, found_as: Mapping[str, str]) -> str:
    """What came back beside what was expected."""
    shown = heat_map(figure, lang, found_as)
    tables = [_matrix(Text("What came back"), shown["got"], shown["columns"], lang)]
    if shown["expected"] is not None:
        tables.append(_matrix(Text("Expected"), shown["expected"], shown["columns"], lang))
    below = say(Text("Numbers in a frame differ by more than rounding."), lang) if shown["differs"] else ""
    words = [html.escape(text) for text in (shown["title"], shown["part"]) if text]
    return (
        f'<div style="margin:.5em 0 .5em 2em;font-size:.9em">'
        f'<div style="{_STYLES["faint"]}">{"<br>".join(words)}</div>{"".join(tables)}'
        f'<div style="{_STYLES["faint"]}">{html.escape(below)}</div></div>'
    )


def _matrix(title: Text, rows: Sequence[Mapping[str, object]], columns: Sequence[int], lang: str) -> str:
    plain = "padding:.1em .3em;text-align:center;border:0"
    head = "".join(f'<td style="{plain};{_STYLES["faint"]}">{column}</td>' for column in columns)
    made = [f'<tr style="background:transparent"><td style="border:0"></td>{head}</tr>']
    for row in rows:
        cells = row["cells"]
        assert isinstance(cells, list)
        drawn = "".join(_cell(cell, plain) for cell in cells)
        made.append(
            f'<tr style="background:transparent"><td style="{plain};{_STYLES["faint"]}">{row["n"]}</td>{drawn}</tr>'
        )
    caption = f'<div style="font-weight:600">{html.escape(say(title, lang))}</div>'
    style = "border-collapse:collapse;border:0;font-size:inherit;font-variant-numeric:tabular-nums;margin:0"
    return (
        f'<div style="display:inline-block;vertical-align:top;margin:.3em 2em .3em 0">{caption}'
        f'<table style="{style}">{"".join(made)}</table></div>'
    )


def _cell(cell: Mapping[str, object], plain: str) -> str:
    background, letters = _SHADES[str(cell["shade"])]
    frame = "outline:2px solid currentColor;outline-offset:-3px;font-weight:700;" if cell["differs"] else ""
    style = f"{plain};{frame}min-width:2.6em;background:{background};color:{letters}"
    return f'<td style="{style}">{html.escape(str(cell["text"]))}</td>'
