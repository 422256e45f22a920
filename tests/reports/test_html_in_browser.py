"""The pages in a real browser: what Chromium makes of them, what they ask the network for, and how they can be read.

Left out, with a word in the test summary, where there is no Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.reports import FORMATS as CLASS_FORMATS
from grader.model import Edition
from grader.redact import redact
from grader.reports import FORMATS
from tests.classroom.reports.sample_class import sample_class
from tests.reports.axe import AXE, serious
from tests.reports.chromium import CHROMIUM, Browser, Tab, browser
from tests.reports.hostile import HOSTILE
from tests.reports.pages import PAGES
from tests.reports.sample_report import report, sample_report
from tests.reports.test_html import MARKUP

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: the pages aren't tried in a browser")

# Each would leave a trace: another title, another element, a request or a dialog.
ACTIVE = (
    "<script>document.title='ran'</script>", "<img src=http://evil.test/a onerror=\"document.title='ran'\">",
    "<svg onload=\"alert('ran')\">", "<style>@import url(http://evil.test/b);</style>",
    "<link rel=stylesheet href=http://evil.test/c>", "<iframe src=http://evil.test/d></iframe>",
    "<body onload=\"document.title='ran'\">", "\"><script>alert('ran')</script>",
    "</style><script>confirm('ran')</script>", "<meta http-equiv=refresh content='0;url=http://evil.test/e'>",
    "</title><script>document.title='ran'</script>",
)  # fmt: skip
PAYLOADS = [text for text in (*HOSTILE.values(), *MARKUP, *ACTIVE) if text.strip()]


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as one:
        yield one


def opened(chromium: Browser, folder: Path, html: str) -> AbstractContextManager[Tab]:
    page = folder / "page.html"
    page.write_text(html, encoding="utf-8")
    return chromium.page(page)


def test_there_are_sixty_payloads() -> None:
    assert len(set(PAYLOADS)) >= 60


@pytest.mark.parametrize("name", PAGES)
def test_hostile_text_adds_no_element_runs_nothing_and_asks_for_nothing(
    chromium: Browser, tmp_path: Path, name: str
) -> None:
    with opened(chromium, tmp_path, PAGES[name](PAYLOADS)) as tab:
        hostile = tab.elements()
        assert tab.evaluate("document.title") != "ran"
    with opened(chromium, tmp_path, PAGES[name](["softmax"] * len(PAYLOADS))) as plain:
        assert _without_breaks(hostile) == _without_breaks(plain.elements())
    assert len(hostile) > len(PAYLOADS)
    assert tab.requests == []
    assert tab.dialogs == []


def _without_breaks(elements: list[Any]) -> list[Any]:
    """Ours stand in names, where these may be broken; without attributes, they can't do anything."""
    return [element for element in elements if element != ["wbr", []]]


def test_the_browser_would_have_noticed(chromium: Browser, tmp_path: Path) -> None:
    """Without our escaping and policy, these very payloads run and ask: else the test above couldn't fail."""
    naked = f"<!DOCTYPE html><html><head><title>t</title></head><body>{''.join(ACTIVE[:8])}</body></html>"
    with opened(chromium, tmp_path, naked) as tab:
        assert tab.evaluate("document.title") == "ran"
    assert {f"http://evil.test/{page}" for page in "abc"} <= set(tab.requests)
    assert tab.dialogs == ["ran", "ran"]


def test_the_policy_alone_stops_scripts_and_requests(chromium: Browser, tmp_path: Path) -> None:
    html = FORMATS["html"](report(), "en").replace("</main>", "".join(ACTIVE[:8]) + "</main>")
    with opened(chromium, tmp_path, html) as tab:
        assert tab.evaluate("document.title") == "ana.ipynb: Transformers from scratch"
        assert tab.evaluate("document.images.length") == 1
    assert tab.dialogs == []
    assert tab.reached == []


SOME = PAYLOADS[::25]
SHOWN = {
    "report for teachers": lambda: FORMATS["html"](sample_report(), "en"),
    "report for students": lambda: FORMATS["html"](redact(sample_report(), Edition.STUDENT), "es"),
    "hostile report": lambda: PAGES["report for teachers"](SOME),
    "class report": lambda: CLASS_FORMATS["html"](sample_class(language="es")),
    "hostile class": lambda: PAGES["class report"](SOME),
    "what has changed": lambda: PAGES["what has changed"](SOME),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_fits_on_a_phone(chromium: Browser, tmp_path: Path, name: str) -> None:
    """Nothing but tables within their own frames can be moved sideways."""
    with opened(chromium, tmp_path, SHOWN[name]()) as tab:
        tab.view(390, 844)
        assert tab.evaluate("document.scrollingElement.scrollWidth") <= 390


@pytest.mark.skipif(AXE is None, reason="no axe-core: whether the pages are accessible isn't tried")
@pytest.mark.parametrize("name", SHOWN)
def test_axe_finds_nothing_serious(chromium: Browser, tmp_path: Path, name: str) -> None:
    """Wide and light, narrow and dark, and with everything unfolded."""
    with opened(chromium, tmp_path, SHOWN[name]()) as tab:
        tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        tab.view(1280)
        found = serious(tab)
        tab.view(390, 844, dark=True)
        assert found + serious(tab) == []


@pytest.mark.skipif(AXE is None, reason="no axe-core: whether the pages are accessible isn't tried")
def test_axe_would_have_found_something(chromium: Browser, tmp_path: Path) -> None:
    html = FORMATS["html"](report(), "en").replace("</main>", '<p style="color:#ccc">faint</p><img></main>')
    with opened(chromium, tmp_path, html) as tab:
        tab.view(1280)
        assert {name for name, _ in serious(tab)} == {"color-contrast", "image-alt"}
