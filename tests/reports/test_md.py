"""The Markdown report, as a Markdown parser reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.model import Finding, ItemState, Level, Text, Verdict
from grader.reports import FORMATS
from grader.reports.inert import visible
from grader.reports.markdown import cell, code, escaped, prose
from grader.reports.md import MOST_CHARACTERS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, item, report, sample_report

# Tables and HTML as on GitHub, and links without brackets: more is understood, not less.
PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
ORDINARY = "softmax"
# A value of which nothing is left to see has no code span.
EMPTY = ["empty", "spaces"]


def tokens(markdown: str) -> Iterator[Token]:
    for block in PARSER.parse(markdown):
        yield block
        yield from block.children or []


def structure(markdown: str) -> list[str]:
    return [token.type for token in tokens(markdown)]


def words_outside_code(markdown: str) -> str:
    return "".join(token.content for token in tokens(markdown) if token.type == "text")


def code_spans(markdown: str) -> list[str]:
    return [token.content for token in tokens(markdown) if token.type == "code_inline"]


def paragraph_with(markdown: str) -> list[str]:
    """The text and code of one paragraph."""
    found = structure(markdown)
    assert found[0] == "paragraph_open"
    assert found[-1] == "paragraph_close"
    return [token.content for token in tokens(markdown) if token.type in ("text", "code_inline")]


def rendered(text: str) -> str:
    return FORMATS["md"](report_full_of(text), "en")


@pytest.mark.parametrize("name", [name for name in HOSTILE if name not in EMPTY])
def test_hostile_text_changes_no_structure_and_no_word_of_ours(name: str) -> None:
    """What isn't code is the same, block by block and word by word, as with a harmless name."""
    hostile, ordinary = rendered(HOSTILE[name]), rendered(ORDINARY)
    assert structure(hostile) == structure(ordinary)
    assert words_outside_code(hostile) == words_outside_code(ordinary)
    assert any(visible(HOSTILE[name])[:20] in span for span in code_spans(hostile))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_brings_no_html_link_picture_heading_or_mention(name: str) -> None:
    shown = rendered(HOSTILE[name])
    forbidden = {"html_block", "html_inline", "link_open", "image", "fence", "code_block", "hr", "ordered_list_open"}
    assert not forbidden & set(structure(shown))
    assert "@" not in words_outside_code(shown)
    assert "#" not in words_outside_code(shown)
    assert structure(shown).count("table_open") == 1
    assert structure(shown).count("heading_open") == structure(rendered(ORDINARY)).count("heading_open")
    assert all(line.isprintable() for line in shown.split("\n"))


@pytest.mark.parametrize("name", EMPTY)
def test_a_value_that_shows_nothing_leaves_the_structure_as_it_is(name: str) -> None:
    def blocks(text: str) -> list[str]:
        return [token.type for token in PARSER.parse(rendered(text)) if token.type != "inline"]

    assert blocks(HOSTILE[name])[:40] == blocks(ORDINARY)[:40]


MARKS = st.text(alphabet="`|\\ab @#*_[]()<>!\n-=1.$~&:", max_size=40)


@settings(max_examples=300)
@given(MARKS)
def test_a_code_span_gives_back_what_was_put_in(value: str) -> None:
    shown = visible(value)
    if shown.strip():
        assert paragraph_with(f"before {code(shown)} after") == ["before ", shown, " after"]


@settings(max_examples=300)
@given(MARKS, MARKS)
def test_values_that_touch_never_open_each_others_fences(first: str, second: str) -> None:
    """{shape}{more}: two code spans side by side would be read as one run of backticks."""
    made = prose(Text("It was {first}{second}, said `{first}`.", {"first": first, "second": second}), "en")
    shown = f"It was {visible(first)}{visible(second)}, said {visible(first)}."
    assert "".join(paragraph_with(made)) == shown
    assert structure(made).count("inline") == 1
    assert not set("@#*[<") & set(words_outside_code(made))


@settings(max_examples=300)
@given(MARKS)
def test_a_cell_of_a_table_stays_one_cell(value: str) -> None:
    table = f"| a | b |\n| --- | --- |\n| {cell(value)} | end |"
    assert structure(table).count("tr_open") == 2
    assert structure(table).count("td_open") == 2
    assert words_outside_code(table) == "abend"
    assert code_spans(table) == ([visible(value).replace("|", "\\x7c")] if value.strip() else [])


@settings(max_examples=300)
@given(st.text(alphabet="`|\\ab @#*_[]()<>!-=1.$~&+ ", max_size=40))
def test_words_of_ours_are_shown_as_they_are(text: str) -> None:
    """A title of the course may hold any sign, at the start of a line too."""
    made = prose(Text("", in_language={"en": text.replace("`", "'")}), "en")
    if made:
        shown = "".join(paragraph_with(made))
        assert shown.split() == text.replace("`", "'").split()


def test_code_in_a_message_of_ours_is_code() -> None:
    made = prose(Text("Cell {n} calls `{name}`; `mask == 0` works.", {"n": "5", "name": "torch.softmax"}), "en")
    assert made == "Cell 5 calls `torch.softmax`; `mask == 0` works."


def test_a_single_backtick_of_ours_opens_nothing() -> None:
    assert paragraph_with(prose(Text("a ` b {x}", {"x": "``"}), "en")) == ["a ` b ", "``"]


def test_lines_of_a_message_stay_lines() -> None:
    made = prose(Text("{error}\n    {code}", {"error": "ValueError", "code": "x = y"}), "en")
    assert structure(made) == ["paragraph_open", "inline", "code_inline", "hardbreak", "code_inline", "paragraph_close"]


def test_a_table_has_a_row_for_each_item() -> None:
    found = structure(FORMATS["md"](sample_report(), "en"))
    assert found.count("tr_open") == 1 + len(sample_report().items)
    assert found.count("td_open") == 4 * len(sample_report().items)


def test_what_could_not_be_graded_never_looks_like_a_zero() -> None:
    broken = item("x", {"en": "MiniGPT"}, ItemState.UNGRADABLE, check("v", Verdict.UNGRADABLE, 0, 8))
    shown = FORMATS["md"](report(broken, complete=False), "en")
    assert "**0 of 8**; 8 could not be graded" in shown
    assert "| MiniGPT | not graded | ? / 8 |" in shown
    assert "not complete" in shown
    assert "(-8)" not in shown


def test_a_report_fits_into_a_comment_and_says_what_it_leaves_out() -> None:
    message = Text("{x}\n{x}\n{x}", {"x": "word " * 200})
    items = [
        item(str(n), {"en": f"Item {n}"}, ItemState.FAILED, *(check(f"{c}", Verdict.WRONG, 0, 1, Text("{c}{m}", {
            "c": str(c), "m": message})) for c in range(6)))
        for n in range(30)
    ]  # fmt: skip
    findings = tuple(Finding(Level.ERROR, Text("cell failed"), n) for n in range(1, 31))
    shown = FORMATS["md"](report(*items, findings=findings), "en")
    assert len(shown) < MOST_CHARACTERS + 200
    assert structure(shown).count("tr_open") == 31
    sections = len(re.findall("^#### Item", shown, re.MULTILINE))
    assert 0 < sections < 30
    assert f"... and {30 + 1 - sections} more" in shown


def test_a_title_with_signs_of_markdown_is_a_title() -> None:
    graded = report(item("x", {"en": "*Q* | K <b> # `V`"}, ItemState.FAILED, check("v", Verdict.WRONG)))
    shown = FORMATS["md"](graded, "en")
    assert words_outside_code(shown).count("*Q* | K <b> # `V`") == 2
    assert escaped("a|b") == "a&#124;b"
