"""A headless Chromium that loads a page and tells what came of it: its elements, requests, dialogs and messages.

Spoken to by the DevTools protocol through two pipes (``--remote-debugging-pipe``), so that no port is opened and
nothing beside Chromium is needed.  One browser serves many pages.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["CHROMIUM", "Browser", "Tab", "browser"]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 180.0  # of one call, on a machine that does much else
OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-extensions", "--no-first-run", "--hide-scrollbars",
    "--remote-debugging-pipe",
)  # fmt: skip


@dataclass
class Tab:
    """What happened since the page was loaded: `requests` for anything but the page itself, and `dialogs`.

    Those requests that the page's own policy stopped are `stopped`.
    """

    browser: Browser
    session: str
    requests: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    @property
    def reached(self) -> list[str]:
        return [url for url in self.requests if url not in self.stopped]

    def call(self, method: str, **params: Any) -> Any:
        return self.browser.call(method, params, self.session)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page; its policy doesn't bind us."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def elements(self) -> list[list[Any]]:
        """Every element with its attributes, in the document's order."""
        attributes = "Array.from(e.attributes, a => [a.name, a.value])"
        found = self.evaluate(f"Array.from(document.querySelectorAll('*'), e => [e.localName, {attributes}])")
        assert isinstance(found, list)
        return found

    def view(self, width: int, height: int = 900, *, dark: bool = False) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="screen", features=[scheme])

    def picture(self) -> bytes:
        """The whole page as PNG."""
        import base64

        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        return base64.b64decode(data)


class Browser:
    def __init__(self, process: subprocess.Popen[bytes], to: int, back: int) -> None:
        self._process, self._to, self._back = process, to, back
        self._buffer = b""
        self._number = 0
        self._events: list[dict[str, Any]] = []

    @contextmanager
    def page(self, file: Path) -> Iterator[Tab]:
        """`file` in a tab of its own, loaded, with the scripts that it may have run."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        tab = Tab(self, session)
        for domain in ("Page", "Network", "Runtime"):
            tab.call(f"{domain}.enable")
        tab.call("Page.navigate", url=file.as_uri())
        self._until(tab, "Page.loadEventFired")
        tab.evaluate("new Promise(done => setTimeout(done, 50))")  # what the page does after it is loaded
        self._note(tab, file.as_uri())
        yield tab
        self._note(tab, file.as_uri())
        self.call("Target.closeTarget", {"targetId": target})

    def call(self, method: str, params: dict[str, Any], session: str = "") -> Any:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        data = json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while True:
            answer = self._read()
            if answer.get("id") != self._number:
                self._kept(answer)
            elif "error" in answer:
                raise AssertionError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def _kept(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        if event.get("method") == "Page.javascriptDialogOpening":  # else the page waits for ever
            self._number += 1
            reply = {"id": self._number, "method": "Page.handleJavaScriptDialog", "params": {"accept": False}}
            os.write(self._to, json.dumps({**reply, "sessionId": event["sessionId"]}).encode() + b"\0")
            self._number += 1  # its answer is passed over

    def _until(self, tab: Tab, method: str) -> None:
        def there() -> bool:
            return any(e.get("method") == method and e.get("sessionId") == tab.session for e in self._events)

        while not there():
            self._kept(self._read())

    def _note(self, tab: Tab, page: str) -> None:
        urls: dict[str, str] = {}
        for event in self._events:
            if event.get("sessionId") != tab.session:
                continue
            if event.get("method") == "Network.requestWillBeSent":
                url = urls[event["params"]["requestId"]] = event["params"]["request"]["url"]
                tab.requests += [] if url == page else [url]
            elif event.get("method") == "Network.loadingFailed" and event["params"].get("blockedReason") == "csp":
                tab.stopped.append(urls.get(event["params"]["requestId"], ""))
            elif event.get("method") == "Page.javascriptDialogOpening":
                tab.dialogs.append(event["params"]["message"])
        self._events.clear()

    def _read(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            if not select.select([self._back], [], [], max(0.0, end - time.monotonic()))[0]:
                raise AssertionError("Chromium doesn't answer")
            data = os.read(self._back, 1 << 20)
            if not data:
                raise AssertionError(f"Chromium ended ({self._process.poll()})")
            self._buffer += data
        message, _, self._buffer = self._buffer.partition(b"\0")
        found = json.loads(message)
        assert isinstance(found, dict)
        return found


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Chromium with a fresh profile in `folder`."""
    read_ours, write_theirs = os.pipe()
    read_theirs, write_ours = os.pipe()

    def arranged() -> None:
        # Chromium reads from 3 and writes to 4.  Via high numbers: one of the two may be 3 or 4 already.
        first, second = os.dup2(read_theirs, 200), os.dup2(write_theirs, 201)
        os.dup2(first, 3)
        os.dup2(second, 4)
        os.set_inheritable(3, True)
        os.set_inheritable(4, True)

    process = subprocess.Popen(
        [str(CHROMIUM), *OPTIONS, f"--user-data-dir={folder / 'profile'}", "about:blank"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=arranged, close_fds=False, start_new_session=True,
    )  # fmt: skip
    os.close(read_theirs)
    os.close(write_theirs)
    try:
        yield Browser(process, write_ours, read_ours)
    finally:
        with contextlib.suppress(OSError):
            os.close(write_ours)
        try:
            process.wait(10)  # it ends when the pipe does
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()
        os.close(read_ours)
