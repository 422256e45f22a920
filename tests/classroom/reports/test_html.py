"""The page: it loads nothing and runs nothing, is well formed, and hostile text is nothing but text in it."""

from __future__ import annotations

import itertools
import json
import re
import time
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from grader.classroom.reports import FORMATS
from grader.classroom.reports.html import inert
from grader.classroom.results import ClassResults
from tests.classroom.reports.sample_class import NAMES, class_of, sample_class, with_names, with_other_notebooks
from tests.reports.hostile import HOSTILE

MARKUP = {
    "end of the style": "</style><script>alert(1)</script>",
    "end of the title": "</title><img src=x onerror=alert(1)>",
    "end of a cell": "</td></tr></table><h1>100/100</h1>",
    "attribute": '" onmouseover="alert(1)" x="',
    "single quote": "' autofocus onfocus=alert(1) '",
    "comment": "<!-- --><![CDATA[ ]]>-->",
    "drawing": "<svg><animate onbegin=alert(1)></svg>",
    "link": "javascript:alert(1)",
    "entity": "&lt;script&gt;&#x3c;b&#x3e;",
    "template": "{{ 7*7 }}{% include '/etc/passwd' %}{# x #}",
    "beacon": "![](http://evil.example/x.png)",
    "one word of a megabyte": "x" * 1_000_000,
}
PAYLOADS = HOSTILE | MARKUP
VOID = {"meta", "col", "rect", "line"}
ALLOWED = {
    "html", "head", "body", "meta", "title", "style", "header", "nav", "main", "section", "div", "h1", "h2", "h3", "p",
    "ul", "ol", "li", "dl", "dt", "dd", "a", "b", "i", "bdi", "small", "sup", "span", "details", "summary", "table",
    "colgroup", "col", "thead", "tbody", "tr", "th", "td", "svg", "desc", "rect", "text", "line",
}  # fmt: skip


class Page(HTMLParser):
    """The elements with their attributes, in order, and the text; every element must be closed where it belongs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "wbr" and not attrs:  # a place to break a line: as many as a name has joints
            return
        self.elements.append((tag, tuple(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def attributes(self) -> list[tuple[str, str, str]]:
        return [(tag, name, value or "") for tag, attrs in self.elements for name, value in attrs]


def page(results: ClassResults, *, anonymize: bool = False) -> str:
    return FORMATS["html"](results, anonymize=anonymize)


@pytest.fixture(scope="module")
def clean() -> Page:
    return Page(page(with_names("plain words")))


@pytest.mark.parametrize("text", PAYLOADS.values(), ids=PAYLOADS.keys())
def test_hostile_text_changes_no_element_and_no_attribute(text: str, clean: Page) -> None:
    written = page(with_names(text))
    written.encode("utf-8")
    found = Page(written)
    if text.strip():
        assert found.elements == clean.elements
    assert len(written) < 200_000
    assert all(line.isprintable() for line in written.split("\n"))


def test_a_hostile_id_changes_nothing_either(clean: Page) -> None:
    def renamed(text: str) -> Page:
        results = with_names("plain words")
        students = tuple(replace(result, student=f"{n}{text}") for n, result in enumerate(results.results))
        return Page(page(replace(results, results=students, missing=(text,), attention=(), seconds={text: 3.0})))

    for text in PAYLOADS.values():
        if text.strip():
            assert renamed(text).elements == renamed("plain").elements


def test_the_page_has_only_known_elements_and_none_that_loads_or_runs() -> None:
    for results in (sample_class(), class_of(60, missing=3)):
        found = Page(page(results))
        assert {tag for tag, _ in found.elements} <= ALLOWED
        for tag, name, value in found.attributes:
            assert not name.startswith("on")
            assert name not in {"src", "srcset", "action", "formaction", "data", "background", "xlink:href"}
            assert "://" not in value
            if name == "href":
                assert tag == "a"
                assert value.startswith("#")


def test_the_style_loads_nothing() -> None:
    style = re.search(r"<style>(.*?)</style>", page(sample_class()), re.DOTALL)
    assert style is not None
    assert not re.search(r"url\(|@import|@font-face|expression|//", style[1])


def test_the_pages_policy_forbids_everything_but_its_own_style() -> None:
    policies = [
        dict(attrs).get("content")
        for tag, attrs in Page(page(sample_class())).elements
        if tag == "meta" and ("http-equiv", "Content-Security-Policy") in attrs
    ]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]


def test_links_within_the_page_lead_somewhere_and_ids_are_unique() -> None:
    found = Page(page(sample_class())).attributes
    ids = [value for _, name, value in found if name == "id"]
    assert len(ids) == len(set(ids))
    assert {value[1:] for _, name, value in found if name == "href"} <= set(ids)
    assert all(part in ids for _, name, value in found if name == "aria-labelledby" for part in value.split())


def test_headings_step_by_one_and_tables_say_what_heads_what() -> None:
    found = Page(page(sample_class())).elements
    levels = [int(tag[1]) for tag, _ in found if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))
    assert all(dict(attrs).get("scope") in ("row", "col") for tag, attrs in found if tag == "th")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_names_its_language(language: str) -> None:
    assert ("html", (("lang", language),)) in Page(page(sample_class(language=language))).elements


def lines(results: ClassResults, section: str = "students") -> list[list[str]]:
    """The text of the cells of the section's table, by row."""
    part = re.search(rf'<section id="{section}">(.*?)</section>', page(results), re.DOTALL)
    assert part is not None
    made = []
    for row in re.findall(r"<tr>(.*?)</tr>", part[1], re.DOTALL):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        made.append(["".join(Page(cell).texts) for cell in cells])
    return made


def test_the_table_of_students() -> None:
    """What isn't graded is a question mark, not a zero; who handed nothing in stands there too."""
    assert lines(sample_class())[1:] == [
        ["Ana Álvarezana", "32", "8", "16", "8", ""],
        ["Beatriz Núñezbea", "12", "4", "0", "8F", "Several notebooks"],
        ["Carlos Ruizcarlos", "16", "8", "8", "0ET", "A cell of the notebook couldn't be run to its end"],
        ["Eva O'Neilleva", "8 + ?", "4 + ?U", "?U", "4", "graded in part"],
        ["Federico Pazfede", "24 + ?", "8", "8 + ?R", "8", "graded in part"],
        ["郭 Linguo", "?", "?", "?", "?", "not graded"],
        [f"{NAMES['hacker']}hacker", "0", "0L", "0 ∅", "0 ∅", ""],
        ["ines", "–", "–", "–", "–", "no submission"],
    ]


def test_the_mean_says_how_many_it_covers() -> None:
    assert "15.00 of 32, over 4 of 8 students" in page(sample_class())


def test_notebooks_that_are_not_counted_are_told_beside_the_mean() -> None:
    page = FORMATS["html"](with_other_notebooks("ana", found=1)).replace("&#39;", "'")
    assert "<dt>Not in the class's figures</dt><dd>notebooks for another assignment: 1</dd>" in page
    assert "Not in the class" not in FORMATS["html"](with_other_notebooks("ana", found=2))


def test_the_histogram_is_drawn_to_scale_and_said_in_words() -> None:
    text = page(class_of(100, seed=3))
    bars = re.findall(r'height="([\d.]+)"/><text [^>]*>(\d+)</text>', text)
    assert len(bars) == 10
    highest = max(int(count) for _, count in bars)
    for height, count in bars:
        assert float(height) == pytest.approx(160 * int(count) / highest, abs=0.06)
    said = re.search(r'<desc id="hist-says">(.*?)</desc>', text)
    assert said is not None
    assert [int(n) for n in re.findall(r"percent: (\d+)", said[1])] == [int(count) for _, count in bars]


def test_the_outcomes_of_an_item_fill_its_strip() -> None:
    strips = re.findall(r'aria-hidden="true">((?:<rect class="[fpzmo]" [^>]*>)+)</svg>', page(class_of(60)))
    assert len(strips) == len(class_of(60).items)
    for strip in strips:
        assert sum(float(width) for width in re.findall(r' width="([\d.]+)"', strip)) == pytest.approx(100, abs=0.1)


def test_a_mean_says_of_how_many_it_is_where_others_are_open() -> None:
    """Else a mean of 0 looks like the class's, while the answers of all others wait."""
    for results, is_open in ((sample_class(), True), (class_of(3), False)):
        items = json.loads(FORMATS["json"](results))["items"]
        means = [row[1] for row in lines(results, "items")[1:]]
        said = [f" n = {item['n']}" if item["open"] else "" for item in items]
        assert [re.sub(r"^.* / \S+", "", mean) for mean in means] == said
        assert all(bool(words) == is_open for words in said)


def test_discrimination_is_not_available_for_a_small_class_and_is_for_a_larger_one() -> None:
    small, large = (lines(results, "items")[1:] for results in (sample_class(), class_of(40)))
    assert small
    assert all(row[-1] == "n/a n = 4" for row in small)
    assert large
    assert all(re.match(r"−?[01]\.\d\d −?[01]\.\d\d to", row[-1]) for row in large)


def test_a_misconception_stands_there_with_its_count_its_cause_and_who() -> None:
    text = " ".join(Page(page(sample_class())).texts)
    text = " ".join(text.split())
    assert "1. The scores aren't divided by √d_k Scaled dot-product attention 2 of 6 students (33 %)" in text
    assert "Who: Beatriz Núñez Carlos Ruiz" in text


def test_without_times_there_is_no_list_of_the_slowest() -> None:
    assert [row[0] for row in lines(sample_class(), "slowest")[1:]] == ["Carlos Ruiz", "Beatriz Núñez", "Ana Álvarez"]
    assert 'id="slowest"' not in page(replace(sample_class(), seconds={}))


@pytest.mark.parametrize("anonymize", [False, True])
def test_a_class_without_anything_still_has_its_page(anonymize: bool) -> None:
    empty = replace(sample_class(), results=(), attention=(), missing=(), items=(), max_points=0, seconds={})
    Page(page(empty, anonymize=anonymize))
    Page(page(replace(empty, items=sample_class().items, missing=("a",)), anonymize=anonymize))


def test_two_thousand_students_stay_below_three_megabytes() -> None:
    results = class_of(2000, missing=20)
    began = time.process_time()
    text = page(results)
    assert time.process_time() - began < 15  # about 1; much more would be quadratic
    assert len(text.encode("utf-8")) < 3_000_000
    assert text.count('<th scope="row"><bdi>') == 2020 + 10  # each once, and the ten slowest


def test_text_keeps_its_words_and_long_text_says_what_is_missing() -> None:
    assert inert("  two\n words ") == "two words"
    assert inert("é" * 5000) == "é" * 600 + "... (+2400)... (+2000)"
    assert inert("word " * 2000).endswith("word... (+7000)")
    assert inert("a" * 300 + " " + "b" * 300) == "a" * 300 + " " + "b" * 300
    assert inert("\u202e\x00") == "\\u202e\\x00"


def test_an_id_breaks_in_a_narrow_column_behind_what_joins_its_words() -> None:
    """And not in the middle of one, as on a phone (360 px): ``one_multihea/d``."""
    results = sample_class()
    names = ("one_multihead", "ana.ruiz@edu.es", "J. Ruiz", "a_" * 100)
    named = [replace(one, name=name) for one, name in zip(results.results, names, strict=False)]
    written = page(replace(results, results=tuple(named)))
    assert "<bdi>one_<wbr>multihead</bdi>" in written
    assert "<bdi>ana.<wbr>ruiz@<wbr>edu.<wbr>es</bdi>" in written
    assert "<bdi>J. Ruiz</bdi>" in written
    assert "a_<wbr>a_" not in written
