"""Writes ``samples.md``: the report that each sample submission gets.  Run it as ``python docs/samples.py``.

The reports are real: each sample is graded in a confined kernel, with one seed so that the page stays the same.
"""

from __future__ import annotations

import re
from pathlib import Path

from grader.model import GradeReport
from grader.pipeline import grade
from grader.reports import FORMATS

CHECKOUT = Path(__file__).parents[1]
SAMPLES = CHECKOUT / "assignments" / "transformer" / "samples"
PAGE = Path(__file__).with_name("samples.md")
SEED = 1

INTRODUCTION = """\
# The sample submissions and their reports

These are the notebooks of `assignments/transformer/samples/`, graded with `--seed 1`. The page is written by
`python docs/samples.py`; a test compares it with what the grader says today.
"""

DESCRIPTIONS = {
    "perfect_en.ipynb": ("en", "An English, NumPy-first submission in which everything is right."),
    "perfect_es.ipynb": ("es", "A Spanish, PyTorch-first submission in which everything is right."),
    "mistakes_en.ipynb": (
        "en",
        "Several real mistakes, one in each of six components, and a cell that stops with an error.",
    ),
    "unfinished_es.ipynb": ("es", "Half of the functions are missing or not written yet."),
}


def report_of(sample: str) -> GradeReport:
    return grade(SAMPLES / sample, rubric=CHECKOUT / "rubric.yaml", seed=SEED)


def section(sample: str) -> str:
    """The page's part on one sample; the time it took is left out, since it's never the same."""
    language, description = DESCRIPTIONS[sample]
    text = FORMATS["terminal"](report_of(sample), language)
    text = re.sub(r"\n(Time|Tiempo) .*", "", text)
    option = "" if language == "en" else " --lang es"
    command = f"grade assignments/transformer/samples/{sample} --seed {SEED}{option}"
    return f"## {sample}\n\n{description}\n\n```console\n$ {command}\n{text.rstrip()}\n```\n"


def page() -> str:
    return "\n".join([INTRODUCTION, *map(section, DESCRIPTIONS)])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
