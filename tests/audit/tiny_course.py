"""A course of one item, sound but for what a test plants in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from grader.audit import AuditReport, audit
from grader.audit.course import Course, open_course
from grader.audit.files import audit_files, audit_points
from grader.audit.misconceptions import audit_misconceptions
from grader.audit.mutation import audit_mutants
from grader.audit.notebooks import audit_notebook, notebooks_of
from grader.audit.references import audit_reference
from grader.audit.rows import Kind, Row
from grader.audit.trivial_answers import audit_trivial_answers
from grader.components import Component

__all__ = ["FINE", "TinyCourse"]

RUBRIC = """
format: 1
assignment: tiny
title: {en: Tiny, es: Pequeño}
items:
  - id: softmax
    title: {en: Softmax, es: Softmax}
    component: softmax
    points: 100
    checks:
      - {id: values, share: 3}
      - {id: any_axis, share: 1}
      - {id: sums_to_one, share: 1}
      - {id: shift_invariant, share: 1}
      - {id: stable, share: 2}
      - {id: minus_infinity, share: 1}
      - {id: input_untouched, share: 1}
"""

SOFTMAX = '''
import numpy as np


def softmax(z, axis=-1):
    """Right."""
    exponentials = np.exp(z - z.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
'''

DOCSTRING = '''"""
en: {id} in English
es: {id} en español

done: What was done.
why: Why it matters.
try: What to try.

hecho: Lo que se hizo.
por_que: Por qué importa.
prueba: Qué probar.

fails: {fails}
{more}
"""
'''

# A misconception that is as it should be.
FINE = (
    "import numpy as np\ndef softmax(z, axis=-1):\n    e = np.exp(z)\n    return e / e.sum(axis=axis, keepdims=True)\n"
)
FINE_FAILS = "stable"


class TinyCourse:
    """Written into `folder`; each method plants something, `audited` tells what the audit says."""

    def __init__(self, folder: Path, rubric: str = RUBRIC, softmax: str = SOFTMAX) -> None:
        self.folder = folder
        self.references = folder / "reference_solutions" / "tiny"
        misconceptions = self.references / "misconceptions"
        (misconceptions / "softmax").mkdir(parents=True)
        (folder / "rubric.yaml").write_text(rubric, encoding="utf-8")
        (self.references / "softmax.py").write_text(softmax, encoding="utf-8")
        for package in (
            self.references,
            self.references / "misconceptions",
            self.references / "misconceptions/softmax",
        ):
            (package / "__init__.py").touch()
        self.misconception("no_max_subtraction", FINE, FINE_FAILS)

    def misconception(self, name: str, code: str, fails: str, more: str = "", docstring: str = DOCSTRING) -> None:
        text = docstring.format(id=name, fails=fails, more=more)
        path = self.references / "misconceptions" / "softmax" / f"{name}.py"
        path.write_text(f"{text}\n{code}", encoding="utf-8")

    def notebook(self, name: str, *cells: str) -> None:
        path = self.folder / "assignments" / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        parts: list[Mapping[str, object]] = [
            {"cell_type": "code", "id": f"c{i}", "metadata": {}, "outputs": [], "execution_count": None, "source": cell}
            for i, cell in enumerate(cells)
        ]
        body = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": parts}
        path.write_text(json.dumps(body), encoding="utf-8")

    def audited(self, quick: bool = True, seed: int = 1, jobs: int = 1) -> AuditReport:
        return audit(self.folder / "rubric.yaml", seed=seed, quick=quick, jobs=jobs)

    def rows(self, *kinds: Kind) -> Mapping[str, Row]:
        """The rows of these kinds by subject, without auditing anything else."""
        course = open_course(self.folder / "rubric.yaml", (), seed=1)
        rows: list[Row] = []
        for kind in kinds:
            if kind in ("solved", "starter"):
                rows += [audit_notebook(course, path, _silent) for path in notebooks_of(course)]
            elif kind in ("rubric", "file"):
                rows += AUDITS_OF_COURSE[kind](course)
            else:
                rows += [row for component in course.components for row in AUDITS[kind](course, component)]
        return {row.subject: row for row in rows if row.kind in kinds}

    def faults(self, *kinds: Kind) -> set[str]:
        """The subjects of the faults of these kinds."""
        return {subject for subject, row in self.rows(*kinds).items() if not row.ok}


def _silent(what: str) -> None:
    """Progress that nobody sees."""


AUDITS_OF_COURSE: Mapping[Kind, Callable[[Course], Iterable[Row]]] = {"rubric": audit_points, "file": audit_files}

AUDITS: Mapping[Kind, Callable[[Course, Component], Iterable[Row]]] = {
    "reference": audit_reference,
    "misconception": lambda course, component: audit_misconceptions(course, component, _silent),
    "alike": lambda course, component: audit_misconceptions(course, component, _silent),
    "trivial": lambda course, component: audit_trivial_answers(course, component, _silent),
    "mutant": lambda course, component: audit_mutants(course, component, _silent),
}
