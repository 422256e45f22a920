"""``grade class`` with real kernels: what it writes, that it goes on where it was stopped, and that nobody pays for
another."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main
from grader.sandbox import BACKENDS

CHECKOUT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(BACKENDS["bubblewrap"].unavailable() is not None, reason="grade class wants full isolation"),
]

RIGHT = """
import numpy as np
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)
"""
WRONG = RIGHT.replace("z - z.max(axis, keepdims=True)", "z")
SPANISH = """
def memoria_kv_cache(tokens, capas, d, b=2, cabezas=None, kv=None):
    if kv is not None:
        return 2 * tokens * capas * (d // cabezas) * kv * b
    return 2 * tokens * capas * d * b
"""
STABLE = ("class.json", "grades.csv", "grades-long.csv")


def hand_in(folder: Path, **submissions: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, source in submissions.items():
        cell: dict[str, Any] = {
            "cell_type": "code",
            "id": "a",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        body = {"cells": [{**cell, "source": source}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (folder / f"{name}.ipynb").write_text(json.dumps(body), encoding="utf-8")
    return folder


def command(folder: Path, output: Path, *options: str) -> list[str]:
    return [str(folder), "-o", str(output), "--only", "softmax,kv_cache", "--seed", "11", "-j", "2", *options]


def run(folder: Path, output: Path, *options: str) -> int:
    argv = [sys.executable, "-m", "grader.cli", "class", *command(folder, output, *options)]
    return subprocess.run(argv, cwd=CHECKOUT, capture_output=True, check=False).returncode


def points(output: Path) -> dict[str, Any]:
    return {file.stem: json.loads(file.read_text())["points"] for file in (output / "students").glob("*.json")}


def written(output: Path) -> dict[str, bytes]:
    return {name: (output / name).read_bytes() for name in STABLE}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A class that was graded in one go."""
    top = tmp_path_factory.mktemp("class")
    folder = hand_in(top / "in", ana=RIGHT, berta=WRONG, carla=SPANISH, diego=RIGHT + SPANISH, eva="x = 1")
    assert run(folder, top / "out") == 0
    return folder, top / "out"


def test_each_student_has_their_points(graded: tuple[Path, Path]) -> None:
    got = points(graded[1])
    assert got["ana"] == 8
    assert 0 < got["berta"] < 8
    assert got["carla"] == 4
    assert got["diego"] == 12
    assert got["eva"] == 0
    assert "berta" in (graded[1] / "class.html").read_text(encoding="utf-8")


def test_the_same_again_grades_nothing_and_writes_the_same(
    graded: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "out"
    shutil.copytree(graded[1], output)
    monkeypatch.setattr("grader.classroom.run.on_this_machine", lambda *_: pytest.fail("something was graded again"))
    assert main(["class", *command(graded[0], output)]) == 0
    assert written(output) == written(graded[1])


def test_killed_at_any_moment_it_goes_on_to_the_same_end(graded: tuple[Path, Path], tmp_path: Path) -> None:
    """SIGKILL to the whole of it, with real kernels; ``test_killed_class.py`` does it twenty times without."""
    output = tmp_path / "out"
    argv = [sys.executable, "-m", "grader.cli", "class", *command(graded[0], output)]
    dice = random.Random(5)
    for _ in range(2):
        started = subprocess.Popen(
            argv, cwd=CHECKOUT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(dice.uniform(1, 9))
        os.kill(started.pid, signal.SIGKILL)
        started.wait()
    assert run(graded[0], output) == 0
    assert written(output) == written(graded[1])
    assert not list((output / "students").glob(".*")), "a temporary file was left"


def test_only_what_has_changed_is_graded_again(graded: tuple[Path, Path], tmp_path: Path) -> None:
    folder, output = tmp_path / "in", tmp_path / "out"
    shutil.copytree(graded[0], folder)
    shutil.copytree(graded[1], output)
    kept = {file: file.stat().st_mtime_ns for file in (output / ".journal").glob("*/*.json")}
    hand_in(folder, berta=RIGHT + "\n")
    assert run(folder, output) == 0
    assert points(output)["berta"] == 8
    files = list((output / ".journal").glob("*/*.json"))
    assert len(files) == len(kept) + 1
    assert all(file.stat().st_mtime_ns == kept[file] for file in files if file in kept)


def test_less_than_full_isolation_is_refused(
    graded: tuple[Path, Path], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["class", *command(graded[0], tmp_path / "out", "--sandbox", "none")]) == 5
    assert b"--allow-weak-isolation" in capfdbinary.readouterr().err


def test_on_a_dask_cluster_it_is_the_same(graded: tuple[Path, Path], tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' isn't installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        assert run(graded[0], tmp_path / "out", "--scheduler", cluster.scheduler_address) == 0
    assert written(tmp_path / "out") == written(graded[1])


def test_a_path_that_leads_nowhere_is_no_class(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["class", *command(tmp_path / "nowhere", tmp_path / "out")]) == 2
    assert b"nowhere" in capfdbinary.readouterr().err


def test_a_student_with_two_notebooks_has_a_row_without_points(tmp_path: Path) -> None:
    """Nobody knows which one counts: neither is graded, and the student isn't lost."""
    hand_in(tmp_path / "in", ana=RIGHT)
    hand_in(tmp_path / "in" / "berta", first=RIGHT, second=WRONG)
    (tmp_path / "in" / "carla").mkdir()
    (tmp_path / "in" / "ana").mkdir()
    (tmp_path / "in" / "ana.ipynb").rename(tmp_path / "in" / "ana" / "ana.ipynb")
    assert run(tmp_path / "in", tmp_path / "out") == 5
    rows = (tmp_path / "out" / "grades.csv").read_text(encoding="utf-8-sig").splitlines()
    by_student = {row.split(",")[0]: row.split(",") for row in rows[1:]}
    assert by_student["ana"][3] == "8"
    assert by_student["berta"][2:4] == ["not_graded", ""]
