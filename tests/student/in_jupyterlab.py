"""The students' folder in a real JupyterLab, as a new student has it: started, wrong, right, in both languages.

A script, run by hand, since it installs JupyterLab and opens a browser::

    python -m tests.student.in_jupyterlab WORK [--pictures docs/_static]

In WORK it writes the students' folder (``grade release``), and beside it two environments: the student's, with nothing
but the folder's ``requirements.txt``, and one with Playwright, which drives the Chromium that is installed.  Then it
opens each notebook, types what a student types into its cells, runs ``%grade``, and asserts what is shown.  What is
there already from an earlier run is used again.  Pictures of the pages go to the folder of ``--pictures``.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WORDS = {
    "en": {
        "not started": ["not yet started", "public checks pass"],
        "waiting": ["waits for Softmax"],
        "wrong": [
            "The exponential is taken of the scores as they are",
            "In the saved file these are written in another",
        ],
        "right": ["passed", "What was checked is what transformer.en.ipynb has"],
    },
    "es": {
        "not started": ["sin empezar"],
        "waiting": ["espera a Softmax"],
        "wrong": ["Causa probable", "En el archivo guardado"],
        "right": ["superado", "Lo que se ha comprobado es lo mismo que hay en transformer.es.ipynb"],
    },
}
SOFTMAX = {
    "wrong": """\
def softmax(z, axis=-1):
    return np.exp(z) / np.exp(z).sum(axis=axis, keepdims=True)
""",
    "right": """\
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
""",
}
ATTENTION = """\
def {name}(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -2, -1){scaled}
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
"""
SETTINGS = """\
{"@jupyterlab/apputils-extension:themes": {"theme": "JupyterLab %s"},
 "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
 "@jupyterlab/codemirror-extension:plugin": {"defaultConfig": {"autoClosingBrackets": false}},
 "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}
"""


def prepared(work: Path) -> tuple[Path, Path, Path]:
    """The students' folder, in which nobody has typed anything yet, the student's environment and the driver's."""
    folder, student, driver = work / "transformer", work / "student", work / "driver"
    python = sys.executable
    # Outside of the checkout's folder: what is imported must be what was installed.
    quiet = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if not (folder / "README.md").exists():
        subprocess.run([python, "-m", "grader.cli", "release", "transformer", "-o", str(folder)], cwd=ROOT, check=True)
    for there, wanted in ((student, ["-r", "requirements.txt"]), (driver, ["playwright", "pillow"])):
        if not there.exists():
            subprocess.run([python, "-m", "venv", str(there)], check=True)
            pip = [str(there / "bin" / "pip"), "install", "-q", *wanted]
            constraints = ["-c", str(ROOT / "constraints.txt")]
            subprocess.run([*pip, *constraints], cwd=folder, env=quiet, check=True)
    opened = work / "opened"
    shutil.rmtree(opened, ignore_errors=True)
    return shutil.copytree(folder, opened), student, driver


def jupyterlab(folder: Path, student: Path, theme: str) -> tuple[subprocess.Popen[bytes], str]:
    """JupyterLab in the students' folder, and its address."""
    settings = student / "share" / "jupyter" / "lab" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "overrides.json").write_text(SETTINGS % theme)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = folder.parent / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    options = ["--no-browser", "--ServerApp.token=", "--ServerApp.password=", f"--ServerApp.port={port}"]
    server = subprocess.Popen(
        [str(student / "bin" / "jupyter"), "lab", *options, "--allow-root"],
        cwd=folder,
        env={**os.environ, "HOME": str(home), "PATH": f"{student / 'bin'}:{os.environ['PATH']}", "LANG": "C.UTF-8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{address}/api/status", timeout=2).close()
            break
        except OSError:
            time.sleep(0.2)
    return server, address


class Notebook:
    """One notebook, open in JupyterLab."""

    def __init__(self, page: Any, address: str, name: str) -> None:
        self.page = page
        page.goto(f"{address}/lab/tree/{name}?reset")
        page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
        page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', timeout=60_000)

    def cell(self, text: str) -> Any:
        return self.page.locator(".jp-CodeCell").filter(has_text=re.compile(text)).first

    def run(self, cell: Any, source: str | None = None) -> None:
        """Run `cell`, with `source` typed into it where there is one."""
        cell.locator(".cm-content").focus()
        if source is not None:
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.press("Delete")
            self.page.keyboard.insert_text(source)
        before = cell.locator(".jp-InputArea-prompt").inner_text()
        for _ in range(40):  # not every press is taken while the page is still being built
            self.page.keyboard.press("Control+Enter")
            time.sleep(0.5)
            if cell.locator(".jp-InputArea-prompt").inner_text() != before:
                break
        self.page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', timeout=120_000)

    def added(self) -> Any:
        """A new code cell after the last one."""
        self.page.locator(".jp-CodeCell").last.locator(".cm-content").focus()
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("b")
        return self.page.locator(".jp-CodeCell").last

    def save(self) -> None:
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("ControlOrMeta+S")
        time.sleep(1.5)


def shown(book: Notebook, cell: Any, magic: str, wanted: list[str], picture: Path | None) -> None:
    """Run the check, assert what its page says, and keep a picture of it."""
    book.run(cell, magic)
    output = cell.locator(".jp-OutputArea-output").last
    output.wait_for(timeout=120_000)
    text = " ".join(output.inner_text().split())
    for words in wanted:
        assert re.search(words, text), f"{words!r} isn't in: {text}"
    print(f"  {magic!r}: {text[:160]} ...")
    if picture is not None:
        output.screenshot(path=str(picture))
        made_small(picture)


def made_small(picture: Path) -> None:
    """In as many colours as a page has; a full picture takes three times the space."""
    Image = importlib.import_module("PIL.Image")
    # Chosen for all hues that there are: by how common they are, a word's orange becomes red.
    few = Image.open(picture).convert("RGB").quantize(128, method=Image.Quantize.MAXCOVERAGE)
    few.save(picture, optimize=True)


def tried(page: Any, address: str, lang: str, pictures: Path, theme: str) -> None:
    book = Notebook(page, address, f"transformer.{lang}.ipynb")
    print("  open", flush=True)
    for first in ("import math", "@contextmanager"):
        book.run(book.cell(first))
    softmax, attention = book.cell(r"def softmax\("), book.cell(r"def (attention|atencion)")
    book.run(softmax)
    book.run(attention)
    check = book.added()
    words = WORDS[lang]
    name = {"en": "attention", "es": "atencion_producto_escalar"}[lang]
    magic = "%load_ext grader\n%grade softmax attention"

    def picture(state: str) -> Path | None:
        return pictures / f"check-{state}-{lang}{'-dark' if theme == 'Dark' else ''}.png"

    shown(book, check, magic, words["not started"], picture("not-started"))
    book.run(attention, ATTENTION.format(name=name, scaled=" / math.sqrt(K.shape[-1])"))
    shown(book, check, magic, words["waiting"], None)
    book.run(softmax, SOFTMAX["wrong"])
    book.run(attention, ATTENTION.format(name=name, scaled=""))
    shown(book, check, magic, words["wrong"], picture("wrong"))
    book.run(softmax, SOFTMAX["right"])
    book.run(attention, ATTENTION.format(name=name, scaled=" / math.sqrt(K.shape[-1])"))
    book.save()
    shown(book, check, magic, words["right"], picture("right"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--pictures", type=Path, help="by default WORK/pictures")
    parser.add_argument("--theme", choices=["Light", "Dark"], default="Light")
    parser.add_argument("--lang", choices=["en", "es"], action="append")
    options = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("there is no Chromium here")
    work = options.work.absolute()
    work.mkdir(parents=True, exist_ok=True)
    folder, student, driver = prepared(work)
    if Path(sys.prefix) != driver:  # Playwright is there
        os.execv(str(driver / "bin" / "python"), [str(driver / "bin" / "python"), *_script(sys.argv[1:])])
    # Of an environment of its own, so that nothing here depends on it.
    sync_playwright = importlib.import_module("playwright.sync_api").sync_playwright

    pictures = (options.pictures or work / "pictures").absolute()
    pictures.mkdir(parents=True, exist_ok=True)
    server, address = jupyterlab(folder, student, options.theme)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for lang in options.lang or ("en", "es"):
                print(f"{lang}, {options.theme}")
                page = browser.new_page(viewport={"width": 1200, "height": 2400})
                page.set_default_timeout(180_000)  # of a busy machine
                tried(page, address, lang, pictures, options.theme)
                page.close()
            browser.close()
    finally:
        server.terminate()
        server.wait()


def _script(arguments: list[str]) -> list[str]:
    return [str(Path(__file__)), *arguments]


if __name__ == "__main__":
    main()
