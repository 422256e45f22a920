"""The page in a real browser: what Chromium makes of it, and what it asks the network for.

Left out, with a word in the test summary, where there is no Chromium.
"""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grader.model import GradeReport
from grader.reports import FORMATS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import report
from tests.reports.test_html import MARKUP

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: the page isn't tried in a browser")


def opened(folder: Path, html: str) -> tuple[str, set[str]]:
    """The document as Chromium holds it after loading `html`, and the addresses that were asked for."""
    page, log = folder / "page.html", folder / "net.json"
    page.write_text(html, encoding="utf-8")
    done = subprocess.run(
        [
            str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--no-first-run", f"--user-data-dir={folder / 'profile'}",
            f"--log-net-log={log}", "--virtual-time-budget=2000", "--dump-dom", page.as_uri(),
        ],
        capture_output=True, text=True, timeout=90, check=True,
    )  # fmt: skip
    text = log.read_text(encoding="utf-8")
    return done.stdout, {address for address in EVIL if address in text}


EVIL = ("evil.example", "evil.test")
# Each would leave a trace: another title, another element, or a request.
ACTIVE = (
    "<script>document.title='ran'</script>", "<img src=http://evil.test/a onerror=\"document.title='ran'\">",
    "<svg onload=\"document.title='ran'\">", "<style>@import url(http://evil.test/b);</style>",
    "<link rel=stylesheet href=http://evil.test/c>", "<iframe src=http://evil.test/d></iframe>",
    "<body onload=\"document.title='ran'\">", "\"><script>document.title='ran'</script>",
    "</style><script>document.title='ran'</script>", "<meta http-equiv=refresh content='0;url=http://evil.test/e'>",
)  # fmt: skip


class Elements(HTMLParser):
    """The elements of a document with their attributes, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))


def elements(document: str) -> list[tuple[str, list[tuple[str, str | None]]]]:
    parser = Elements()
    parser.feed(document)
    parser.close()
    return parser.found


def full_of_each(texts: list[str]) -> GradeReport:
    reports = [report_full_of(text) for text in texts]
    whole = report(*(item for one in reports for item in one.items))
    return dataclasses.replace(whole, findings=tuple(f for one in reports for f in one.findings)[:40])


def test_hostile_text_adds_no_element_runs_nothing_and_asks_for_nothing(tmp_path: Path) -> None:
    payloads = [*HOSTILE.values(), *MARKUP, *ACTIVE]
    shown, asked = opened(tmp_path, FORMATS["html"](full_of_each(payloads), "en"))
    plain, _ = opened(tmp_path, FORMATS["html"](full_of_each(["softmax"] * len(payloads)), "en"))
    assert elements(shown) == elements(plain)
    assert len(elements(plain)) > 50 * len(payloads)
    assert "<title>ana.ipynb: Transformers from scratch</title>" in shown
    assert not asked


def test_the_browser_would_have_noticed(tmp_path: Path) -> None:
    """Without our escaping and policy, these very payloads run and ask: else the test above couldn't fail."""
    naked = f"<!DOCTYPE html><html><head><title>t</title></head><body>{''.join(ACTIVE[:2])}</body></html>"
    shown, asked = opened(tmp_path, naked)
    assert "<title>ran</title>" in shown
    assert asked == {"evil.test"}


def test_the_policy_alone_stops_scripts_and_requests(tmp_path: Path) -> None:
    html = FORMATS["html"](report(), "en").replace("</main>", "".join(ACTIVE[:6]) + "</main>")
    shown, asked = opened(tmp_path, html)
    assert "<title>ran</title>" not in shown
    assert "onerror" in shown
    assert not asked
