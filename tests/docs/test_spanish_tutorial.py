"""docs/compruebalo-tu-mismo.md: what a student reads there is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from grader.kernel.in_process import ask_in_process
from grader.model import Cell, Execution, Submission
from grader.reports.lines import plain_text
from grader.student.check import judging_of
from grader.student.page import lines
from grader.student.public import PublicChecks
from tests.student.conftest import public  # noqa: F401 - a fixture

PAGE = Path(__file__).parents[2] / "docs" / "compruebalo-tu-mismo.md"
AS_PRINTED = "def softmax(z, axis=-1):\n    return np.exp(z) / np.exp(z).sum(axis=axis, keepdims=True)"


def test_the_report_of_the_softmax_as_it_is_printed(public: PublicChecks) -> None:  # noqa: F811
    """Line for line what `grade check --only softmax` says of it in Spanish."""
    shown = re.search(r"^\$ \S*grade check .*?\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert shown is not None
    sources = ("import numpy as np", AS_PRINTED)
    cells = tuple(Cell(number, source) for number, source in enumerate(sources, start=1))
    with np.errstate(all="ignore"):  # it overflows, which is the point
        checked = judging_of(public)(
            ask_in_process(*sources),
            Submission("transformer.es.ipynb", "", cells, {}),
            Execution("none", (), (), 0.0, True),
            ("softmax",),
        )
    said = "\n".join(map(plain_text, lines(checked, "es", 80)))
    assert shown[1].strip() == said.strip()
