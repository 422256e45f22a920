"""The report as one page: what it says, that it loads and runs nothing, and that a student's text stays text."""

from __future__ import annotations

import dataclasses
import itertools
import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

import grader.reports
from grader.model import Edition, Excerpt, Figure, GradeReport, ItemState, Place, Text, Verdict
from grader.redact import redact
from grader.reports import FORMATS
from grader.reports.heat_map import heat_map, shade
from grader.reports.html import MOST_FINDINGS, rich
from grader.reports.pace_chart import pace_chart
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, item, missing, report, sample_report

STYLE = (Path(grader.reports.__file__).parent / "page" / "report.css").read_text(encoding="utf-8")
VOID = {"meta", "br", "rect", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """A page as its elements, attributes and texts, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.structure: list[str] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.structure.append(f"<{tag} {attrs}>")
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.structure.append(f"<{tag} {attrs}/>")
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        self.structure.append(f"</{tag}>")
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.structure.append("<!-- -->")

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())

    @property
    def tags(self) -> set[str]:
        return {entry.strip("</>").split(" ")[0] for entry in self.structure}


def page(graded: GradeReport, lang: str = "en") -> Page:
    return Page(FORMATS["html"](graded, lang))


REPORTS = {
    "sample": sample_report(),
    "student": redact(sample_report(), Edition.STUDENT),
    "empty": report(),
    "perfect": report(item("x", {"en": "X"}, ItemState.PASSED, check("a", points=1))),
    "hostile": report_full_of("<b>"),
}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", REPORTS)
def test_a_page_is_whole_loads_nothing_and_runs_nothing(name: str, lang: str) -> None:
    html = FORMATS["html"](REPORTS[name], lang)
    found = Page(html)
    assert not found.open, "an element is never closed"
    assert html.startswith("<!DOCTYPE html>\n")
    assert f'<html lang="{lang}">' in html
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in html
    assert html.index("Content-Security-Policy") < html.index("<style")
    assert not found.tags & {"script", "img", "link", "iframe", "object", "embed", "form", "input", "base", "button"}
    assert not [name for _, name, _ in found.attributes if name.startswith("on") or name in ("src", "style", "srcset")]
    assert all(value.startswith("#") for _, name, value in found.attributes if name == "href")
    assert "url(" not in STYLE
    assert "@import" not in STYLE
    assert len(html.encode()) < 1 << 20


@pytest.mark.parametrize("name", REPORTS)
def test_a_page_can_be_walked_through_by_its_headings_landmarks_and_tables(name: str) -> None:
    found = page(REPORTS[name])
    ids = [value for _, attribute, value in found.attributes if attribute == "id"]
    assert len(ids) == len(set(ids))
    pointed = [v.removeprefix("#") for _, a, v in found.attributes if a in ("href", "aria-labelledby")]
    assert set(pointed) <= set(ids)
    assert sum(entry.startswith("<main ") for entry in found.structure) == 1
    levels = [int(entry[2]) for entry in found.structure if re.match(r"<h[1-6] ", entry)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), levels
    tables = sum(entry.startswith("<table") for entry in found.structure)
    assert tables == sum(entry.startswith("<caption") for entry in found.structure)
    assert all(scope in ("row", "col") for tag, name_, scope in found.attributes if tag == "th" and name_ == "scope")
    headers = sum(entry.startswith("<th ") for entry in found.structure)
    assert headers == sum(tag == "th" and attribute == "scope" for tag, attribute, _ in found.attributes)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("edition", Edition)
def test_hostile_text_changes_no_element_and_no_attribute(text: str, edition: Edition) -> None:
    harmless = page(redact(report_full_of("softmax"), edition))
    hostile = page(redact(report_full_of(text), edition))
    assert hostile.structure == harmless.structure
    assert all(character.isprintable() or character == "\n" for data in hostile.texts for character in data)


MARKUP = (
    '"><svg onload=alert(1)>', "' onmouseover='alert(1)", "</style><script>x</script>", "</title><script>", "<!--",
    "--><b>", "]]>", "<![CDATA[", "&lt;script&gt;", "&#60;script&#62;", "<base href=//evil>", "javascript:alert(1)",
    "<meta http-equiv=refresh content=0>", "<plaintext>", "<noscript>", "<template>", "</bdi></code></pre></main>",
    "`code` `", "``", "`</code>`", "\ue000\ue001\ue002", "{% include '/etc/passwd' %}", "{{ self }}", "{# x #}",
    "<math><mtext><a href=javascript:alert(1)>x", "<details open ontoggle=alert(1)>", "\\u003cscript>alert(1)//",
)  # fmt: skip


@pytest.mark.parametrize("text", MARKUP)
def test_markup_templates_and_our_own_marks_are_shown_as_they_are(text: str) -> None:
    found = page(report_full_of(text))
    assert found.structure == page(report_full_of("softmax")).structure
    shown = text.replace("\ue000", "\\ue000").replace("\ue001", "\\ue001").replace("\ue002", "\\ue002")
    assert " ".join(shown.split()) in found.text


def test_there_are_sixty_payloads() -> None:
    assert len(HOSTILE) + len(MARKUP) >= 60


def test_what_a_message_quotes_is_code_and_each_value_is_set_apart() -> None:
    said = rich(Text("`{name}` gives {got} for `x`; a ` is one", {"name": "f`<`", "got": "1`2"}), "en")
    assert said == ("<code><bdi>f`&lt;`</bdi></code> gives <bdi>1`2</bdi> for <code>x</code>; a ` is one")


def test_the_page_says_what_the_report_says() -> None:
    text = page(sample_report()).text
    for said in (
        "Transformers from scratch", "ana.ipynb", "271828", "2.67 / 16", "9.67 + ? / 14",
        "attention of 3 queries and 7 keys", "expected 0.321478", "What came back at [2, 4]0.731059",
        "Expected0.321478", "the scores are not divided by √d_k", "what keeps large scores", "scores = Q @ K.T",
        "The numpy form", "NameError: name 'datos' is not defined", "All points are lost",
        "so it keeps its points", "This report is not complete", "not passed", "not found", "for review", "not graded",
    ):  # fmt: skip
        assert said in text, said


def test_failures_come_before_what_is_right() -> None:
    found = page(sample_report())
    titles = re.findall(r"item-(\d+)", " ".join(e for e in found.structure if e.startswith("<h3")))
    assert titles == ["2", "3", "4", "5", "6", "7", "8", "1"]  # within each part, in the rubric's order


def test_the_students_code_is_shown_with_the_line_where_it_stopped() -> None:
    html = FORMATS["html"](sample_report(), "en")
    rows = re.findall(
        r'<span class="row( at)?"><span class="n" aria-hidden="true">(\d+)</span><code><bdi>(.*?)</bdi>', html
    )
    assert rows == [
        ("", "2", "def atencion_producto_escalar(Q, K, V):"),
        (" at", "3", "    scores = Q @ K.T  # &lt;Q,K&gt;"),
        ("", "4", "    return scores @ V"),
    ]
    assert html.count("it stops here") == 1
    assert "... and <bdi>4</bdi> lines more" in html or "... and 4 lines more" in html


def test_a_matrix_is_a_table_of_numbers_beside_the_right_one() -> None:
    got, expected = ((0.5, -1.0), (0.0, float("nan"))), ((0.5, 1.0), (0.0, 2.0))
    figure = Figure("f", "", (2, 2), (0, 0), got, expected, ((False, True), (False, True)))
    drawn = heat_map(figure, "en")
    assert [[cell["text"] for cell in row["cells"]] for row in drawn["got"]] == [["0.50", "−1"], ["0", "NaN"]]
    assert [[str(cell["shade"]) for cell in row["cells"]] for row in drawn["got"]] == [["p2", "n3"], ["z", "nan"]]
    assert [[cell["differs"] for cell in row["cells"]] for row in drawn["expected"]] == [[False, True], [False, True]]
    assert drawn["differs"]
    assert drawn["part"] == ""
    assert heat_map(dataclasses.replace(figure, expected=None), "en")["expected"] is None
    everywhere = heat_map(dataclasses.replace(figure, differs=((True, True), (True, True))), "en")
    assert not everywhere["differs"], "frames everywhere show nothing"


def test_the_part_of_a_larger_array_is_named_as_python_indexes_it() -> None:
    assert "[1, 0:3, 4:7] of an array of shape (2, 3, 12)" in page(sample_report()).text


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0, "z"), (1e-9, "p1"), (1.0, "p5"), (-0.41, "n3"), (float("inf"), "p5"), (float("-inf"), "n5")],
)
def test_a_cell_is_darker_the_larger_its_number(value: float, expected: str) -> None:
    assert shade(value, 1.0) == expected


def test_one_figure_is_drawn_once_for_an_item() -> None:
    figure = Figure("f", "", (2, 2), (0, 0), ((0.0, 1.0),) * 2, ((1.0, 1.0),) * 2, ((True, False),) * 2)
    checks = [check(f"c{n}", Verdict.WRONG, 0, 1, Text("{n}", {"n": n}), figure=figure) for n in range(3)]
    graded = report(item("x", {"en": "X"}, ItemState.FAILED, *checks))
    assert FORMATS["html"](graded, "en").count("<figure>") == 1


def test_what_is_open_never_looks_like_a_zero_and_what_is_lost_never_like_everything() -> None:
    broken = item("x", {"en": "X"}, ItemState.UNGRADABLE, check("v", Verdict.UNGRADABLE, 0, 8))
    nearly = item("y", {"en": "Y"}, ItemState.PARTIAL, check("v", points=Fraction(9999, 1000), max_points=10))
    text = page(report(broken, nearly, complete=False)).text
    assert "? / 8" in text
    assert "0 / 8 X" not in text
    assert "9.99 / 10" in text
    widths = re.findall(r'class="part" width="([\d.]+)"', FORMATS["html"](report(nearly), "en"))
    assert widths == ["98"]


def test_a_perfect_report_says_so_and_an_incomplete_or_empty_one_does_not() -> None:
    whole = item("x", {"en": "X"}, ItemState.PASSED, check("a", points=1))
    said = "All points are earned"
    assert said in page(report(whole)).text
    assert said not in page(report(whole, complete=False)).text
    assert said not in page(report()).text


def test_a_students_edition_says_what_it_is_and_shows_a_teacher_nothing_that_is_theirs() -> None:
    texts = Text("{text}", {"text": "an essay"})
    essay = item("x", {"en": "Essay"}, ItemState.FOR_REVIEW, check("t", Verdict.FOR_REVIEW, 0, 4, texts), form="text")
    graded = report(essay)
    assert "--award" in page(graded).text
    student = page(redact(graded, Edition.STUDENT)).text
    assert "--award" not in student
    assert "Your teacher still reads: Essay." in student
    assert "student's edition" in student
    assert "Students see" not in student


def test_hidden_checks_say_once_that_they_are() -> None:
    hidden = [check(f"c{n}", Verdict.WRONG, 0, 1, missing(), hidden=True) for n in range(3)]
    graded = report(item("x", {"en": "X"}, ItemState.FAILED, *hidden))
    said = "Of hidden checks, only what they claim"
    assert page(redact(graded, Edition.STUDENT)).text.count(said) == 1
    assert said not in page(graded).text


def test_many_findings_are_counted() -> None:
    graded = dataclasses.replace(sample_report(), findings=sample_report().findings * 30)
    text = page(graded).text
    assert f"... and {90 - MOST_FINDINGS} more" in text


def test_a_page_of_the_longest_excerpts_stays_below_a_megabyte() -> None:
    code = tuple(Excerpt(n, 1, ("x" * 300,) * 40, "f") for n in range(6))
    items = [
        item(f"i{n}", {"en": "X"}, ItemState.FAILED, check("v", Verdict.WRONG, 0, 1), excerpts=code) for n in range(9)
    ]
    assert len(FORMATS["html"](report(*items), "en").encode()) < 1 << 20


def palettes() -> list[tuple[str, dict[str, str]]]:
    """The colours of the light and the dark page by their names."""
    light, dark = (
        dict(re.findall(r"--([A-Za-z0-9]+): (#[0-9a-f]+)", block)) for block in STYLE.split("@media screen", 1)
    )
    assert set(light) == set(dark)
    return [("light", light), ("dark", dark)]


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("name", "colours"), palettes(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_text_stands_out_from_its_background(name: str, colours: dict[str, str]) -> None:
    """At least 4.5 : 1 (WCAG 2.2, 1.4.3, AA), in the light page and in the dark one."""
    on_page = [(text, back) for text in ("text", "faint", "mark", "good", "part", "bad", "open") for back in ("back",)]
    on_panel = [(text, "panel") for text in ("text", "faint", "good")]
    on_line = [("text", "at"), ("faint", "at"), ("bad", "at")]
    cells = [("text", back) for back in ("z", "nan", "p1", "p2", "p3", "n1", "n2", "n3")]
    dark_cells = [("over", back) for back in ("p4", "p5", "n4", "n5")]
    for text, back in (*on_page, *on_panel, *on_line, *cells, *dark_cells):
        assert contrast(colours[text], colours[back]) >= 4.5, (name, text, back)


def test_only_the_line_where_it_stopped_is_marked() -> None:
    code = (Excerpt(3, 1, ("a", "b"), "f"), Excerpt(4, 1, ("c",), "g"))
    stopped = check("v", Verdict.RAISED, 0, 1, place=Place(3, 2))
    html = FORMATS["html"](report(item("x", {"en": "X"}, ItemState.FAILED, stopped, excerpts=code)), "en")
    assert html.count('class="row at"') == 1


PACE = Text(
    "{asked} costs {ratio} times what our own version does; {limit} times is the limit (median of {rounds} rounds on "
    "the {device}).",
    {"asked": "attention", "ratio": "29", "limit": "4.2", "rounds": 8, "device": "CPU"},
)


def test_what_code_costs_is_drawn_beside_the_limit() -> None:
    slow = item("x", {"en": "X"}, ItemState.FAILED, check("v", Verdict.WRONG, 0, 2, PACE))
    html = FORMATS["html"](report(slow), "en")
    rows = re.findall(r'<th scope="row">([\w ]+)</th><td class="r">([\d.]+) ×</td>', html)
    assert rows == [("Your code", "29"), ("The limit", "4.2"), ("Our own version", "1")]
    widths = [float(width) for width in re.findall(r'<rect class="\w+" y="1" width="([\d.]+)"', html)]
    assert widths[0] / widths[1] == pytest.approx(29 / 4.2, rel=1e-3)
    assert widths[0] / widths[2] == pytest.approx(29, rel=1e-3)
    limits = [float(place) for place in re.findall(r'<rect class="at" x="([\d.]+)"', html)]
    assert limits == [widths[1]] * 3, "the limit's line is in each row at the end of the limit's bar"
    assert html.count('<rect class="bad" y="1"') == 1


def test_code_that_waits_is_drawn_by_the_times_that_were_too_long() -> None:
    values: dict[str, str | int | float | Text] = {
        "ratio": "1.1",
        "limit": "4.2",
        "wall": "40",
        "most": "17",
        "rounds": 8,
    }
    chart = pace_chart(Text("it waits", values), "en")
    assert chart is not None
    assert [row["times"] for row in chart["rows"]] == ["40 ×", "17 ×", "1 ×"]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"ratio": "29", "limit": "4.2"},
        {"ratio": "?", "limit": "4.2", "rounds": 8},
        {"ratio": "nan", "limit": "4", "rounds": 8},
    ],
)
def test_what_was_not_measured_is_not_drawn(values: dict[str, str | int | float | Text]) -> None:
    assert pace_chart(Text("a message", values), "en") is None
