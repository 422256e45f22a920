"""A course made, released and collected by the real nbgrader, graded by us, and its gradebook filled with our points.

    python3 -m venv nb && nb/bin/pip install nbgrader
    python -m benchmarks.interop.nbgrader_course nb/bin/python

Every step is nbgrader's own command; three students hand in, one of them twice.  It ends with an error where a student,
a submission or a point is not what nbgrader has.
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

from grader.lms.scores import read_scores

COURSE, ASSIGNMENT = "transformers", "transformer"
NOTEBOOKS = Path(__file__).parents[2] / "assignments" / "transformer"
STUDENTS = {
    "ana": ("Ana", "Álvarez", "solved.en.ipynb"),
    "bea.nunez@example.edu": ("Bea", "Núñez, de la Peña", "starter.en.ipynb"),
    "s00123": ("Carlos", "Ruiz", "starter.en.ipynb"),
}
ONLY, MOST = "softmax,kv_cache", 12
# Run by the venv's Python: our table into the gradebook, as grades that a person gave.
FILL = """
import csv, sys
from nbgrader.api import Gradebook
with Gradebook("sqlite:///" + sys.argv[1]) as gradebook:
    for row in csv.DictReader(open(sys.argv[2], encoding="utf-8", newline="")):
        assert gradebook.find_student(row["student_id"])
        submission = gradebook.find_submission(row["assignment"], row["student_id"])
        (grade,) = [grade for notebook in submission.notebooks for grade in notebook.grades if grade.max_score]
        grade.manual_score = float(row["score"])
    gradebook.db.commit()
"""


def main() -> int:
    python = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        course = _course(python, top)
        for student, (_, _, notebook) in STUDENTS.items():
            _hands_in(python, top, student, notebook)
        _hands_in(python, top, "s00123", "solved.en.ipynb")  # again: the later one counts
        _nbgrader(python, course, "collect", ASSIGNMENT)
        _nbgrader(python, course, "autograde", ASSIGNMENT, "--no-execute")
        out = top / "out"
        _grade("class", str(course / "submitted"), "-o", str(out), "--only", ONLY, "--seed", "1", "--lang", "en")
        _grade("export", "nbgrader", str(out), "-o", str(top / "ours.csv"))
        _run([str(python), "-c", FILL, str(course / "gradebook.db"), str(top / "ours.csv")], course)
        _nbgrader(python, course, "export", "--to", str(top / "theirs.csv"))
        _compare(top / "ours.csv", top / "theirs.csv")
        _grade("verify", str(course / "submitted"), "--against", str(top / "theirs.csv"), "--only", ONLY, "--seed", "1")
    return 0


def _course(python: Path, top: Path) -> Path:
    (top / "exchange").mkdir()
    (top / "exchange").chmod(0o777)
    _nbgrader(python, top, "quickstart", COURSE)
    course = top / COURSE
    shutil.rmtree(course / "source" / "ps1")
    source = course / "source" / ASSIGNMENT
    source.mkdir()
    starter = json.loads((NOTEBOOKS / "starter.en.ipynb").read_text(encoding="utf-8"))
    for number, cell in enumerate(one for one in starter["cells"] if one["cell_type"] == "code"):
        # A cell that students write in and a person grades.
        cell["metadata"]["nbgrader"] = {
            "grade": True, "solution": True, "locked": False, "task": False, "points": 0 if number else MOST,
            "grade_id": f"part-{number}", "schema_version": 3, "cell_type": "code",
        }  # fmt: skip
    (source / "transformer.ipynb").write_text(json.dumps(starter), encoding="utf-8")
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"\nc = get_config()\nc.CourseDirectory.course_id = {COURSE!r}\n")
        config.write(f"c.Exchange.root = {str(top / 'exchange')!r}\n")
    for student, (first, last, _) in STUDENTS.items():
        _nbgrader(python, course, "db", "student", "add", student, f"--first-name={first}", f"--last-name={last}")
    _nbgrader(python, course, "generate_assignment", ASSIGNMENT)
    _nbgrader(python, course, "release_assignment", ASSIGNMENT)
    return course


def _hands_in(python: Path, top: Path, student: str, notebook: str) -> None:
    """In a home of the student's own: fetched, changed, submitted."""
    home = top / "homes" / student
    home.mkdir(parents=True, exist_ok=True)
    shutil.copy(top / COURSE / "nbgrader_config.py", home)
    if not (home / ASSIGNMENT).exists():
        _nbgrader(python, home, "fetch_assignment", ASSIGNMENT, f"--course={COURSE}")
    file = home / ASSIGNMENT / "transformer.ipynb"
    released: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    written = json.loads((NOTEBOOKS / notebook).read_text(encoding="utf-8"))
    own_cells = released["cells"][-len(written["cells"]) :]  # nbgrader puts the course's header before them
    for cell, own in zip(own_cells, written["cells"], strict=True):
        cell["source"] = own["source"]
    file.write_text(json.dumps(released), encoding="utf-8")
    _nbgrader(python, home, "submit", ASSIGNMENT, f"--course={COURSE}", f"--student={student}")


def _compare(ours: Path, theirs: Path) -> None:
    """By our own reader: nbgrader writes no quotation marks, so a comma in a name breaks its table for others."""
    assert ours.read_text(encoding="utf-8").partition("\n")[0].strip() == theirs.read_text().partition("\n")[0].strip()
    left, right = ({one.line.ids[0]: one for one in read_scores(file)} for file in (ours, theirs))
    assert set(left) == set(right) == set(STUDENTS), (set(left), set(right))
    scores = {}
    for student, one in left.items():
        other = right[student]
        assert one.score is not None
        assert other.score is not None
        assert (float(one.score), one.maximum) == (float(other.score), other.maximum), (one, other)
        scores[student] = float(one.score)
    assert scores["ana"] == scores["s00123"] > scores["bea.nunez@example.edu"], scores
    print(f"nbgrader's table and ours have the same columns, students and points: {scores}")


def _nbgrader(python: Path, folder: Path, *arguments: str) -> None:
    _run([str(python), "-m", "nbgrader", *arguments], folder, f"{python.parent}{os.pathsep}{os.environ['PATH']}")


def _grade(*arguments: str) -> None:
    _run([sys.executable, "-m", "grader", *arguments], Path.cwd())


def _run(command: list[str], folder: Path, path: str = os.environ["PATH"]) -> None:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PATH": path, "JUPYTER_CONFIG_DIR": str(folder / "no-jupyter")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    print("$", " ".join(part if len(part) < 200 else "..." for part in command[1:]))
    if done.returncode:
        raise SystemExit(f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}\nended with {done.returncode}")


if __name__ == "__main__":
    raise SystemExit(main())
