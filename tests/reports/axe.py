"""axe-core, which finds what keeps people from reading a page: where `AXE_CORE` says, else in axe-core-python.

Of that package only the script is used: it drives browsers through other libraries.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from tests.reports.chromium import Tab

__all__ = ["AXE", "serious"]


def _found() -> Path | None:
    spec = find_spec("axe_core_python")
    beside = Path(spec.origin).with_name("axe.min.js") if spec is not None and spec.origin else None
    named = os.environ.get("AXE_CORE")
    return Path(named) if named else beside


AXE = _found()


def serious(tab: Tab) -> list[tuple[str, str]]:
    """The rules that the page breaks, each with the first place, where axe says that it's serious or critical."""
    assert AXE is not None
    tab.evaluate(AXE.read_text(encoding="utf-8"))
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
