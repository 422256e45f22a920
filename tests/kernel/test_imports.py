"""A cell that doesn't get to its end takes no other cell along: what it imports is there all the same."""

from __future__ import annotations

import pytest

from grader.kernel.imports import as_code, imports_after
from grader.model import CallFunction, Level, Limits, Returned
from tests.kernel.conftest import StartSession


@pytest.mark.parametrize(
    ("source", "line", "found"),
    [
        ("import numpy as np\nimport torch\nx = (1", 0, ("import numpy as np", "import torch")),
        ("import a\nimport gone\nimport b", 2, ("import b",)),
        ("from a import (\n    b,  # one\n    c as d,\n)\nfrom e import \\\n    f", 0,
         ("from a import b, c as d", "from e import f")),
        ("import a; import b; stop()", 0, ("import a", "import b")),
        ("from a import *", 0, ("from a import *",)),
        ("from a import (b,\nimport c", 0, ("import c",)),  # the bracket is what the cell can't be read for
        ("improt a\nimport b", 0, ("import b",)),
        ("def f():\n    import a\nif True:\n    import b", 0, ()),
        ("from here to there\nimport\nimportant = 1\nfrom __future__ import annotations", 0, ()),
        ("%%time\nimport a\nx = (", 0, ("import a",)),
        ("%%writefile other.py\nimport a", 0, ()),
        ("", 0, ()),
        ("import a", 7, ()),
    ],
)  # fmt: skip
def test_the_import_statements_of_a_cell_are_found(source: str, line: int, found: tuple[str, ...]) -> None:
    assert imports_after(source, line) == found


def test_a_hostile_cell_keeps_nobody_busy() -> None:
    """A line, a statement and their number are bounded."""
    assert imports_after("import a, " + "(" * 100_000, 0) == ()
    assert imports_after("from a import (" + "\n" * 1_000_000, 0) == ()
    assert len(imports_after("import a\n" * 100_000, 0)) == 100
    assert imports_after("import " + ".".join("a" * 5000), 0) == ()


def test_one_that_fails_keeps_no_other_from_being_made() -> None:
    names: dict[str, object] = {}
    exec(as_code(("import no_such_library", "import json", "from math import no_such_name", "import re as r")), names)
    assert {"json", "r"} <= names.keys()


@pytest.mark.kernel
def test_what_a_cell_imports_is_there_for_the_others(start_session: StartSession) -> None:
    """Whether it can't be read, stops at one library, or ends its process; and each is told."""
    session = start_session(
        "import numpy as np\nfrom math import (\n    sqrt,\n)\nx = (1",
        "import os\nimport no_such_library\nimport json",
        "import re\nleft = 1\nos._exit(0)",
        "import time\ntime.no_such_thing",
        "def f(): return [float(np.ones(2).sum()), sqrt(4), json.dumps(1), re.escape('a'), 'left' in globals()]",
    )
    assert session.ask(CallFunction("f")) == Returned((2.0, 2.0, "1", "a", False))
    findings = session.execution.findings  # type: ignore[attr-defined]
    assert [(one.cell, one.details["ending"]) for one in findings if "ending" in one.details] == [
        (1, "raised"), (2, "raised"), (3, "crashed"), (4, "raised"),
    ]  # fmt: skip
    assert [(one.cell, one.level) for one in findings if "ending" not in one.details] == [
        (number, Level.INFO) for number in (1, 2, 3)
    ]


@pytest.mark.kernel
def test_an_import_that_ends_the_process_is_tried_once(start_session: StartSession) -> None:
    session = start_session(
        "%%writefile deadly.py\nimport os\nos._exit(0)",
        "import json\nimport deadly",
        "def f(): return 1",
        limits=Limits(cell_seconds=20, notebook_seconds=60, call_seconds=5),
        restarts=4,
    )
    assert session.ask(CallFunction("f")) == Returned(1)
    findings = session.execution.findings  # type: ignore[attr-defined]
    assert [(one.cell, one.details.get("ending")) for one in findings] == [(2, "crashed")]
