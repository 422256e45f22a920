"""In the notebook: live objects, HTML without scripts, and the student's own randomness untouched."""

from __future__ import annotations

import html
import random
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import grader
from grader.student.notebook import Page, check_live
from grader.student.public import PublicChecks
from tests.student.test_check import RIGHT


@pytest.fixture
def shell(public: PublicChecks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A kernel's shell, in the folder that the student was given."""
    shutil.copy(public.path, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    InteractiveShell.clear_instance()
    made = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    try:
        yield made
    finally:
        InteractiveShell.clear_instance()


def define(shell: Any, source: str) -> None:
    assert shell.run_cell("import textwrap; exec(textwrap.dedent(" + repr(source) + "))").success


def test_the_magic_checks_what_is_defined_now(shell: Any) -> None:
    shell.run_line_magic("load_ext", "grader")
    assert "Softmax not yet started" in words(shell.run_line_magic("grade", "softmax"))
    define(shell, RIGHT["numpy"])
    page = shell.run_line_magic("grade", "softmax")
    assert "7 of 7 public checks pass" in words(page)
    assert "Causal" not in words(page)
    define(shell, RIGHT["numpy"].replace("/ e.sum(axis=axis, keepdims=True)", "/ e.sum()"))
    page = shell.run_line_magic("grade", "softmax")
    assert "Likely cause: Divided by the sum of the whole array" in words(page)


def test_the_function_does_the_same(shell: Any) -> None:
    define(shell, RIGHT["numpy"])
    assert "7 of 7 public checks pass" in words(grader.check("softmax"))
    assert "Causal and padding masks not yet started" in words(grader.check())
    assert "Máscaras causal y de padding" in words(grader.check(lang="es"))


def words(page: object) -> str:
    return " ".join(repr(page).split())


def test_the_html_needs_nothing_else_and_obeys_no_student(public: PublicChecks) -> None:
    folder = Path(public.path).parent

    def softmax(z: Any, axis: int = -1) -> Any:
        raise ValueError("<script>alert(1)</script>\x1b[31m")

    page = check_live({"softmax": softmax}, ["softmax"], "en", folder)
    shown = page._repr_html_()
    assert "&lt;script&gt;" in shown
    assert not re.search(r"<script|<link|<style|<img|\bsrc=|\bhref=|\bclass=|\x1b", shown)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_html_says_what_the_text_says(public: PublicChecks, lang: str) -> None:
    """Word for word, but for matrices, which only the HTML draws."""
    folder = Path(public.path).parent
    page = check_live({"softmax": lambda z, axis=-1: 2 * z, "kv_cache_bytes": lambda *_: None}, [], lang, folder)
    shown = re.sub(MATRICES, " ", page._repr_html_())
    text = html.unescape(re.sub(r"<[^>]+>", " ", shown.replace("</span><span", "</span><span")))
    assert "".join(text.split()) == "".join(repr(page).split())


# A caption, tables side by side, and a line below.
MATRICES = r'<div style="margin:.5em 0 .5em 2em;font-size:.9em">.*?</div></div>(?=<div|</div>)'


def test_masks_that_part_are_drawn_side_by_side(public: PublicChecks) -> None:
    names = {"causal_mask": lambda n: np.triu(np.ones((n, n), dtype=bool))}
    shown = check_live(names, ["masks"], "es", Path(public.path).parent)._repr_html_()
    assert "Los valores de causal_mask" in shown
    assert shown.count("<table") == 3  # that of the items, what came back, what was expected
    assert "Se esperaba" in shown
    right = {"causal_mask": lambda n: np.tril(np.ones((n, n), dtype=bool))}
    assert check_live(right, ["masks"], "es", Path(public.path).parent)._repr_html_().count("<table") == 1


def test_one_waits_for_the_other_in_a_notebook_too(shell: Any) -> None:
    """Whose cells are known by the saved file, also where one of them was changed since."""
    unwritten = "def softmax(z, axis=-1):\n    raise NotImplementedError"
    kv_cache = "def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2):\n    return softmax(n_tokens)"
    saved = kv_cache.replace("softmax(n_tokens)", "0")
    notebook(Path("mine.ipynb"), unwritten, saved)
    for source in (unwritten, kv_cache):
        shell.run_cell(source, store_history=True)
    page = words(grader.check())
    assert "KV-cache memory waits for Softmax" in page
    assert "Compared with mine.ipynb as it was saved" in page
    assert "in another way than they were run here: kv_cache_bytes" in page


def notebook(path: Path, *sources: str) -> None:
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(s) for s in sources])))


def test_the_students_own_randomness_goes_on_as_if_nothing_had_been(public: PublicChecks) -> None:
    names = {"softmax": lambda z, axis=-1: z}
    np.random.seed(5)
    random.seed(5)
    expected = np.random.rand(), random.random()
    np.random.seed(5)
    random.seed(5)
    check_live(names, ["softmax"], "en", Path(public.path).parent)
    assert (np.random.rand(), random.random()) == expected


def test_what_is_missing_is_told_on_the_page(public: PublicChecks, tmp_path: Path) -> None:
    """Not as a traceback."""
    nowhere = words(check_live({}, (), "en", tmp_path))
    assert f"no public checks in {tmp_path}" in nowhere
    assert "%grade --folder DIR" in nowhere
    assert "did you mean softmax" in repr(check_live({}, ["sofmax"], "en", Path(public.path).parent))
    assert isinstance(check_live({}, (), "es", tmp_path), Page)


def test_the_checks_of_the_notebooks_own_folder_are_found_from_anywhere(
    shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel runs elsewhere, or a cell went elsewhere; the server may know the notebook's place."""
    elsewhere = tmp_path / "a" / "b" / "c" / "d" / "e"
    elsewhere.mkdir(parents=True)
    shell.run_line_magic("load_ext", "grader")
    define(shell, RIGHT["numpy"])
    monkeypatch.chdir(elsewhere)
    assert "7 of 7 public checks pass" in words(shell.run_line_magic("grade", "softmax"))
    shell.starting_dir = str(elsewhere)
    assert f"no public checks in {elsewhere}" in words(shell.run_line_magic("grade", "softmax"))
    notebook(tmp_path / "mine.ipynb", "x = 1")
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "mine.ipynb"))
    assert "7 of 7 public checks pass" in words(shell.run_line_magic("grade", "softmax"))
    monkeypatch.delenv("JPY_SESSION_NAME")
    assert "7 of 7 public checks pass" in words(shell.run_line_magic("grade", f"softmax --folder '{tmp_path}'"))
    assert "7 of 7 public checks pass" in words(grader.check("softmax", folder=tmp_path))
    assert "7 of 7 public checks pass" in words(grader.check("softmax", folder="../../../../.."))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("softmax --lang fr", "there is no language 'fr': there are en, es"),
        ("softmax --lang", "--lang needs a value: %grade [ITEM ...] [--lang en|es] [--folder DIR]"),
        ("--verbose softmax", "there is no option '--verbose': %grade [ITEM ...]"),
        ("--folder 'x", "a quotation mark isn't closed"),
        ("--help", "%grade [ITEM ...] [--lang en|es] [--folder DIR] checks what the cells"),
        ("-h --lang=es", "%grade [ITEM ...] [--lang en|es] [--folder DIR]"),
        ("--lang=es softmax", "Softmax"),
        ("softmax, masks", "Causal and padding masks"),
    ],
)
def test_a_slip_of_the_magic_is_told_and_its_help_shown(shell: Any, line: str, said: str) -> None:
    shell.run_line_magic("load_ext", "grader")
    assert said in words(shell.run_line_magic("grade", line))


def test_items_may_come_one_by_one_or_as_a_list(shell: Any) -> None:
    define(shell, RIGHT["numpy"])
    for page in (grader.check(["softmax", "masks"]), grader.check("softmax", "masks"), grader.check(("softmax",))):
        assert "Softmax passed" in words(page)
        assert ("Causal and padding masks" in words(page)) is ("7 of 7 public checks pass. The" not in words(page))
    assert "there is no language 'fr'" in words(grader.check("softmax", lang="fr"))


@pytest.mark.parametrize(("item", "said"), [(len, "'len'"), (3, "'3'"), (["softmax", 3], "'3'"), (None, "'None'")])
def test_what_is_no_item_is_told_and_raises_nothing(shell: Any, item: Any, said: str) -> None:
    define(shell, RIGHT["numpy"])
    assert f"there is no item {said}" in words(grader.check(item))


def test_the_function_itself_stands_for_its_name(shell: Any) -> None:
    define(shell, RIGHT["numpy"])
    assert "Softmax passed" in words(grader.check(shell.user_ns["softmax"]))


def test_a_name_of_the_students_language_stands_for_the_item(shell: Any) -> None:
    define(shell, "def mascara_causal(n):\n    pass\n")
    for said in (shell.user_ns["mascara_causal"], "mascara_causal", "Máscara_causal"):
        page = words(grader.check(said))
        assert "masks" in page
        assert "Softmax" not in page


def test_a_name_overwritten_by_its_result_is_no_unwritten_item(shell: Any) -> None:
    define(shell, RIGHT["numpy"])
    define(shell, "softmax = softmax(np.array([0.0, 1.0]))")
    page = words(grader.check("softmax"))
    assert "Softmax not passed 0 / 7" in page
    assert "`softmax` exists, but isn't a function at the end of the notebook" in page
    assert "not yet started" not in page


ENDLESS = """def softmax(z, axis=-1):
    pressed.append(signal.raise_signal(signal.SIGINT))
    while True:
        pass"""


@pytest.mark.parametrize("before", [signal.default_int_handler, signal.SIG_IGN])
def test_one_press_of_the_stop_button_ends_the_whole_check(shell: Any, before: Any) -> None:
    """And it's no fault of the student's; what handled the signal before does so again."""
    kept = signal.signal(signal.SIGINT, before)
    try:
        shell.run_cell("import signal\npressed = []", store_history=True)
        shell.run_cell(ENDLESS, store_history=True)
        page = words(grader.check("softmax"))
        assert "Stopped, as you asked: `softmax` was running, at line 2 of its cell: pressed.append(" in page
        assert "Nothing had been judged until then." in page
        assert shell.user_ns["pressed"] == [], "it ended where it was"
        assert "KeyboardInterrupt" not in page
        assert signal.getsignal(signal.SIGINT) is before
    finally:
        signal.signal(signal.SIGINT, kept)


def test_what_was_judged_before_the_stop_is_told(shell: Any) -> None:
    endless = "def kv_cache_bytes(n_tokens, n_layers, d_model):\n    [go_on() for _ in range(3)]"
    go_on = "import signal\ndef go_on():\n    signal.raise_signal(signal.SIGINT)\n    while True: pass"
    notebook(Path("mine.ipynb"), "x = 1", go_on, endless)
    define(shell, RIGHT["numpy"])
    for source in (go_on, endless):
        shell.run_cell(source, store_history=True)
    page = words(grader.check("softmax", "kv_cache"))
    assert "Stopped, as you asked: `go_on` was running, at cell 2, line" in page
    assert "Judged until then: Softmax (passed)." in page


def test_an_interruption_that_the_students_own_code_raises_is_theirs(shell: Any) -> None:
    shell.run_cell("def softmax(z, axis=-1):\n    raise KeyboardInterrupt('mine')", store_history=True)
    page = words(grader.check("softmax"))
    assert "KeyboardInterrupt" in page
    assert "Stopped" not in page
