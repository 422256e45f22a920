"""docs/own-assignment.md is true: its files make a course of another subject, and its commands do what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from grader.components import COMPONENTS
from grader.components.own import add_own_components
from grader.components.own_form import slips_in
from grader.errors import CourseError

TUTORIAL = Path(__file__).parents[2] / "docs" / "own-assignment.md"
BLOCK = re.compile(r"^```(?:python|yaml)\n# (\S+)\n(.*?)^```$", re.M | re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody has done what the tutorial says: the course in ``signals``, notebooks beside it."""
    top = tmp_path_factory.mktemp("tutorial")
    for name, text in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        path = top / ("" if name.endswith(".ipynb") else "signals") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text)]), path)
        else:
            path.write_text(text, encoding="utf-8")
    return top


def grade(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grader", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def test_the_audit_finds_no_fault_in_the_course_of_the_tutorial(folder: Path) -> None:
    """Reference, mistakes, answers without thought, mutants, notebooks; of a component that the grader came without."""
    for notebook, kind in (("starter", "starter"), ("right", "solved")):
        target = folder / "signals" / "assignments" / "signals" / f"{kind}.en.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / f"{notebook}.ipynb", target)
    done = grade(folder, "audit", "--rubric", "signals/rubric.yaml", "-j", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    shown = re.search(r"```text\n(signals  .*?)```", TUTORIAL.read_text(encoding="utf-8"), re.S)
    assert shown is not None
    without_seconds = re.compile(r"[\d.]+$", re.M)
    for line in without_seconds.sub("", shown[1]).splitlines():
        assert line.rstrip() in done.stdout
    assert "note " not in done.stdout  # both notebooks are looked for where the tutorial puts them


@pytest.mark.kernel
def test_the_wrong_notebook_gets_the_report_that_the_tutorial_shows(folder: Path) -> None:
    done = grade(folder, "wrong.ipynb", "--rubric", "signals/rubric.yaml", "--lang", "en")
    shown = re.search(r"\$ grade wrong.*?\n\[\.\.\.\]\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.S)
    assert shown is not None
    assert done.returncode == 0, done.stderr
    assert shown[1].strip() in done.stdout


@pytest.mark.kernel
def test_right_work_in_another_style_and_language_earns_everything(folder: Path) -> None:
    done = grade(folder, "right.ipynb", "--rubric", "signals/rubric.yaml", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "100 of 100" in done.stdout


def run_installed(at: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """As a student has it: the edition that was released, in a folder of theirs."""
    command = [sys.executable, "-P", "-m", "grader", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(at)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.kernel
def test_students_of_the_tutorials_course_check_themselves_with_what_they_are_given(
    folder: Path, tmp_path: Path
) -> None:
    for notebook, kind in (("starter", "starter"), ("right", "solved")):
        target = folder / "signals" / "assignments" / "signals" / f"{kind}.en.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / f"{notebook}.ipynb", target)
    given = tmp_path / "for-students"
    done = grade(folder, "release", "signals", "--rubric", "signals/rubric.yaml", "-o", str(given))
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(file.name for file in given.glob("*.ipynb")) == ["signals.en.ipynb"]  # there is none in Spanish
    assert "torch" not in (given / "requirements.txt").read_text(encoding="utf-8").split()
    assert "Trabaja" not in (given / "README.md").read_text(encoding="utf-8")

    # What says that it's for a course is told so where that course isn't known.
    done = grade(given, "signals.en.ipynb", "--lang", "en")
    assert done.returncode == 2
    assert "it is for 'signals', and there is no such assignment here" in " ".join(done.stderr.split())

    # The teacher's own grader doesn't know the course's components, and says so: nothing is passed.
    done = grade(given, "check", "signals.en.ipynb", "--lang", "en")
    assert done.returncode == 5, done.stdout
    assert "isn't the one that came with the public checks" in " ".join(done.stdout.split())

    installed = tmp_path / "installed"
    (wheel,) = given.glob("*.whl")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile",
         "--disable-pip-version-check", "--target", str(installed), str(wheel)],
        check=True,
    )  # fmt: skip
    for notebook, code, told in (
        ("starter", 1, "not yet started"),
        ("right", 0, "passed"),
        ("wrong", 1, "The last window is missing"),
    ):
        shutil.copy(folder / f"{notebook}.ipynb", given / "signals.en.ipynb")
        done = run_installed(installed, given, "check", "signals.en.ipynb", "--lang", "en")
        assert (done.returncode, told in done.stdout) == (code, True), done.stdout + done.stderr


def test_a_solution_in_a_component_isnt_released(folder: Path, tmp_path: Path) -> None:
    """Where there is no source, the secrets are what the solved notebook has and the starter hasn't."""
    course = tmp_path / "course"
    shutil.copytree(folder / "signals", course)
    at = course / "assignments" / "signals"
    at.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "right.ipynb", at / "solved.en.ipynb")
    shutil.copy(folder / "starter.ipynb", at / "starter.en.ipynb")
    component = next((course / "components").glob("*.py"))
    solution = "return np.array([np.mean(x[i : i + ancho]) for i in range(len(x) - ancho + 1)])"
    component.write_text(f"{component.read_text(encoding='utf-8')}\n\ndef f(x, ancho):\n    {solution}\n", "utf-8")
    release = ("release", "signals", "--rubric", "course/rubric.yaml", "-o", str(tmp_path / "given"))
    done = grade(tmp_path, *release)
    assert done.returncode == 3, done.stdout
    assert "solved.en.ipynb" in done.stderr

    shutil.copy(folder / "right.ipynb", at / "starter.en.ipynb")  # the two mixed up
    done = grade(tmp_path, *release)
    assert done.returncode == 3, done.stdout
    assert "starter.en.ipynb:1:1: it has all the code of solved.en.ipynb" in " ".join(done.stderr.split())
    assert not (tmp_path / "given").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\n", "faulty.py:1:1: this module defines no COMPONENT"),
        ("\n\nraise ValueError('no')\n", "faulty.py:3:1: ValueError: no"),
        ("\nx = = 1\n", "faulty.py:2:1: SyntaxError"),
        (
            "from grader.components import Component\nCOMPONENT = Component('softmax', ())\n",
            "faulty.py:1:1: there is a component 'softmax' already",
        ),
    ],
)
def test_a_faulty_component_is_told_with_its_file_and_line(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "components").mkdir()
    (tmp_path / "components" / "faulty.py").write_text(text, encoding="utf-8")
    with pytest.raises(CourseError) as caught:
        add_own_components(tmp_path)
    assert told in caught.value.problems[0]


FORM = """
from grader.checks.claim import Claim
from grader.checks.matches_reference import MatchesReference
from grader.components import Component, Form, Role
from grader.model import Text
ROLE = Role("mine", "function", ("x",), 1)
CLAIM = Claim("holds", Text("holds"), lambda student: None)
COMPONENT = Component("mine_{number}", (Form("f", Text("f"), "either", (ROLE,), (CLAIM,)),))
"""


@pytest.mark.parametrize(
    ("right", "slip", "told"),
    [
        ("(CLAIM,)", "(CLAIM)", "the checks of form 'f' aren't a tuple: write (Claim(...),), with the comma"),
        ("(CLAIM,)", "(CLAIM, CLAIM)", "form 'f' has two checks 'holds'"),
        ("(CLAIM,)", "(len,)", "a check of form 'f' is builtin_function_or_method: write a Claim(...)"),
        ("(CLAIM,)", "(CLAIM,), ('held',)", "form 'f' has no check 'held', which is in supporting"),
        ('Text("holds")', '"holds"', "the title of check 'holds' is no Text"),
        ('"either"', '"any"', "form 'f' has the library 'any': write one of numpy, torch, either"),
        ('"function"', '"func"', "role 'mine' is of the kind 'func': write one of function, class, value"),
        ('("x",), 1', '("x",), 1, ("mía")', "the aliases of role 'mine' aren't a tuple"),
        (
            "(CLAIM,)",
            "(MatchesReference('values', Text('v'), 'mean', None, None),)",
            "check 'values' asks the role 'mean', which form 'f' hasn't: write one of mine",
        ),
    ],
)
def test_a_slip_in_a_form_is_told_before_anything_is_graded(right: str, slip: str, told: str, tmp_path: Path) -> None:
    """Nothing else looks at these files; such slips came out as an AttributeError with no file, or not at all."""
    (tmp_path / "components").mkdir()
    (tmp_path / "components" / "mine.py").write_text(FORM.replace(right, slip), encoding="utf-8")
    with pytest.raises(CourseError) as caught:
        add_own_components(tmp_path)
    assert f"mine.py:8:1: {told}" in caught.value.problems[0]


def test_components_that_are_right_have_no_slip() -> None:
    """All of the grader's own, which have every kind of check, role and form."""
    assert {component.id: slips for component in COMPONENTS.values() if (slips := list(slips_in(component)))} == {}
