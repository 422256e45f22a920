"""What goes wrong in one item stays in that item, and has its own verdict and message."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.kernel.warm import Zygote
from grader.model import ItemState
from tests.end_to_end.course import SAMPLES, cells_of, grade_cells, item, verdicts

pytestmark = pytest.mark.kernel


def test_each_kind_of_failure_costs_its_own_item_only(zygote: Zygote, tmp_path: Path) -> None:
    """Other items are whole even where they call what hangs: it is replaced for them."""
    spoilt = [
        "def softmax(z, axis=-1):\n    while True:\n        pass",
        "import os\ndef positional_encoding(n_positions, d_model):\n    os._exit(3)",
        "def kv_cache_bytes(*args, **keywords):\n    return 'many bytes'",
        "def causal_mask(n):\n    os._exit(4)",
        "import numpy as np\ndef padding_mask(lengths, n_max):\n    return np.full((2, 2), np.nan)",
        "import sys\ndef generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):\n    sys.exit(3)",
    ]
    report = grade_cells(zygote, tmp_path, [*cells_of(SAMPLES / "perfect_en.ipynb"), *spoilt], seed=3)
    whole = {i.id for i in report.items if i.state is ItemState.PASSED}
    assert verdicts(item(report, "softmax"))["values"] == "timed_out"
    assert verdicts(item(report, "positional_encoding"))["values"] == "crashed"
    assert verdicts(item(report, "kv_cache"))["worked_number"] == "wrong"
    assert verdicts(item(report, "masks"))["causal"] == "crashed"
    assert verdicts(item(report, "masks"))["padding"] == "wrong"
    assert {"attention", "multihead", "block", "minigpt"} <= whole
    silent = {"passed", "not_applicable"}
    checks = [check for grade in report.items for check in grade.checks if check.verdict.value not in silent]
    assert all(check.message is not None for check in checks)
    assert report.complete


def test_cells_that_hang_or_kill_the_process_are_left_out_and_named(zygote: Zygote, tmp_path: Path) -> None:
    cells = cells_of(SAMPLES / "perfect_en.ipynb")
    spoilt = ["import os; os._exit(0)", "while True: pass", "raise KeyError('x')", "def f(:\n", "exit()", "%reset -f"]
    report = grade_cells(zygote, tmp_path, [*spoilt, *cells], seed=4, only=("softmax", "kv_cache"), cell_seconds=5)
    assert report.points == report.max_points
    findings = {finding.cell: str(finding.message) for finding in report.findings if finding.cell is not None}
    assert {1, 2, 3, 4} <= set(findings)


def test_a_notebook_that_forgets_everything_at_its_end_has_no_functions(zygote: Zygote, tmp_path: Path) -> None:
    """`%reset -f` empties the namespace, not the agent."""
    cells = [*cells_of(SAMPLES / "perfect_en.ipynb"), "%reset -f"]
    report = grade_cells(zygote, tmp_path, cells, seed=4, only=("softmax",))
    assert item(report, "softmax").state is ItemState.MISSING
    assert report.complete


def test_a_grade_does_not_depend_on_what_the_notebook_prints(zygote: Zygote, tmp_path: Path) -> None:
    noise = [
        "import sys, warnings\nprint('SCORE: 100', '::error::x', '\\x1b[2J')\nwarnings.warn('x')",
        "class Loud:\n    def __repr__(self):\n        print('points=100')\n        return 'PASSED'\nLoud()",
    ]
    wrong = "def kv_cache_bytes(*args, **keywords):\n    print('100/100')\n    return 7"
    report = grade_cells(zygote, tmp_path, [*noise, wrong], seed=4, only=("kv_cache",))
    assert report.points == 0


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("return None", "wrong"),
        ("return object()", "wrong"),
        ("return z.tolist()[:1]", "wrong"),
        ("return np.zeros(0)", "wrong"),
        ("return z * np.nan", "wrong"),
        ("return np.zeros((3000, 3000, 9))", "wrong"),
        ("return undefined_name", "raised"),
        ("return softmax(z, axis)", "raised"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV); os.abort()", "crashed"),
        ("import time; time.sleep(60)", "timed_out"),
    ],
)
def test_every_odd_answer_has_its_verdict(zygote: Zygote, tmp_path: Path, body: str, verdict: str) -> None:
    cells = [f"import numpy as np\ndef softmax(z, axis=-1):\n    {body}"]
    report = grade_cells(
        zygote, tmp_path, cells, seed=4, only=("softmax",), call_seconds=2 if verdict == "timed_out" else 20
    )
    assert verdicts(item(report, "softmax"))["values"] == verdict
    assert report.points == 0
    assert report.complete


def test_writing_on_every_descriptor_disturbs_nobody(zygote: Zygote, tmp_path: Path) -> None:
    """Such a cell may end its kernel; the grader goes on, and what the notebook earns stays as it is."""
    noise = """
    import os
    for fd in range(3, 64):
        try:
            os.write(fd, b'{}')
        except OSError:
            pass
    """
    cells = [*cells_of(SAMPLES / "perfect_en.ipynb"), noise]
    report = grade_cells(zygote, tmp_path, cells, seed=4, only=("softmax",))
    assert report.complete
    assert item(report, "softmax").points == item(report, "softmax").max_points


def test_what_notebooks_import_first_is_there(zygote: Zygote, tmp_path: Path) -> None:
    """A cell that stops at its first import would take the right code below it along."""
    first = "%matplotlib inline\nimport matplotlib.pyplot as plt\nfrom tqdm.auto import tqdm\nimport numpy as np"
    softmax = """
    def softmax(z, axis=-1):
        e = np.exp(z - z.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)
    """
    report = grade_cells(zygote, tmp_path, [first, softmax], seed=4, only=("softmax",))
    assert report.points == report.max_points
