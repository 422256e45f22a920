"""An assignment made by the real `otter assign`, handed in as the zip that otter's own export writes, graded by us.

    python3 -m venv otter && otter/bin/pip install otter-grader
    python -m benchmarks.interop.otter_course otter/bin/python

Otter isn't there when we grade: its cells fail, which must cost nobody anything.  It ends with an error where a student
or a point is not what it should be.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

RIGHT = """def softmax(z, axis=-1):
    import numpy as np
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""
STUDENTS = {"ana": RIGHT, "bea": RIGHT.replace(" - z.max(axis=axis, keepdims=True)", ""), "carlos": ""}
# Run by the venv's Python in the student's folder, as the last cell of the student's notebook is.
EXPORT = """
import otter
grader = otter.Notebook("transformer.ipynb")
grader.export("transformer.ipynb", pdf=False, run_tests=False, force_save=False)
"""


def main() -> int:
    python = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        (top / "source").mkdir()
        (top / "source" / "transformer.ipynb").write_text(json.dumps(_source()), encoding="utf-8")
        otter = [str(python), "-m", "otter", "assign", "transformer.ipynb", str(top / "dist"), "--no-run-tests"]
        _run(otter, top / "source", python)
        for student, answer in STUDENTS.items():
            _hands_in(python, top, student, answer)
        command = ["class", str(top / "handed-in"), "-o", str(top / "out"), "--only", "softmax", "--seed", "1"]
        _run([sys.executable, "-m", "grader", *command, "--lang", "en"], Path.cwd(), python)
        graded = json.loads((top / "out" / "class.json").read_text(encoding="utf-8"))
        points = {one["student"]: one["points"] for one in graded["students"]}
        most = graded["max_points"]
        assert set(points) == set(STUDENTS), points
        assert points["ana"] == most > points["bea"] > points["carlos"] == 0, points
        print(f"otter's zips, of {most:g} points: {points}")
    return 0


def _hands_in(python: Path, top: Path, student: str, answer: str) -> None:
    home = top / "homes" / student
    shutil.copytree(top / "dist" / "student", home)
    file = home / "transformer.ipynb"
    notebook: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    (cell,) = [one for one in notebook["cells"] if "def softmax" in "".join(one["source"])]
    cell["source"] = answer or cell["source"]
    file.write_text(json.dumps(notebook), encoding="utf-8")
    _run([str(python), "-c", EXPORT], home, python)
    (zipped,) = home.glob("*.zip")
    (top / "handed-in" / student).mkdir(parents=True)
    shutil.copy(zipped, top / "handed-in" / student)


def _source() -> dict[str, Any]:
    """An assignment of one question, as an instructor writes it for `otter assign`."""
    cells = [
        ("raw", "# ASSIGNMENT CONFIG\nname: transformer\nexport_cell:\n  pdf: false"),
        ("markdown", "# Transformers"),
        ("code", "import math"),
        ("raw", "# BEGIN QUESTION\nname: softmax\npoints: 4"),
        ("markdown", "Write softmax."),
        ("raw", "# BEGIN SOLUTION"),
        ("code", RIGHT.replace("    import", "    # BEGIN SOLUTION\n    import") + "    # END SOLUTION"),
        ("raw", "# END SOLUTION"),
        ("raw", "# BEGIN TESTS"),
        ("code", "assert softmax is not None"),
        ("raw", "# END TESTS"),
        ("raw", "# END QUESTION"),
    ]
    code: dict[str, Any] = {"execution_count": None, "outputs": []}
    made: list[dict[str, Any]] = [
        {"cell_type": kind, "metadata": {}, "source": text, **(code if kind == "code" else {})} for kind, text in cells
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4}


def _run(command: list[str], folder: Path, python: Path) -> None:
    path = f"{python.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PATH": path}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    print("$", " ".join(part if len(part) < 200 else "..." for part in command[1:]))
    if done.returncode:
        raise SystemExit(f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}\nended with {done.returncode}")


if __name__ == "__main__":
    raise SystemExit(main())
