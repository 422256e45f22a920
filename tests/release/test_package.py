"""The teacher's package: what is built is complete, and what is installed runs by itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import grader

ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(path.parents[1].name for path in (ROOT / "grader" / "locale").glob("*/LC_MESSAGES/grader.mo"))


def run(*command: str | Path, folder: Path) -> str:
    """With no way back to this checkout but through the environment's own Python."""
    done = subprocess.run(
        command, cwd=folder, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel and an sdist, of a copy: a build leaves its own folders beside the source."""
    copy = tmp_path_factory.mktemp("source") / "checkout"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "grader", copy / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", copy.parent / "dist", copy, folder=copy)
    return copy.parent / "dist"


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh virtual environment with nothing of ours but the wheel; the dependencies are those that are here."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    (wheel,) = built.glob("*.whl")
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index",
        "--no-compile", "--disable-pip-version-check", wheel, folder=folder)  # fmt: skip
    # As a plain path, whose own .pth files aren't read: an editable installation's would lead back to the checkout.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


def test_the_wheel_has_its_types_its_catalogues_and_its_pages(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert "grader/py.typed" in names
    assert CATALOGUES, "no catalogue to look for"
    for language in CATALOGUES:
        assert f"grader/locale/{language}/LC_MESSAGES/grader.mo" in names
    source = built.parent / "checkout"
    here = {str(path.relative_to(source)) for path in (source / "grader").rglob("*") if path.is_file()}
    assert sorted(here - names) == [], "files that an installation would lack"
    assert f"-{grader.__version__}-" in wheel.name


def test_nothing_of_the_course_is_in_it(built: Path) -> None:
    """Whoever installs the package has no answers."""
    (wheel,) = built.glob("*.whl")
    (sdist,) = built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive, tarfile.open(sdist) as source:
        names = [*archive.namelist(), *source.getnames()]
    for word in ("reference_solutions", "assignments/", "solved", ".ipynb"):
        assert not [name for name in names if word in name], word


def test_the_sdist_builds_the_same_package(built: Path) -> None:
    """`build` makes the wheel from the sdist, so what the sdist lacks, the wheel lacks."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
        told = archive.extractfile(f"{names[0].partition('/')[0]}/PKG-INFO")
        assert told is not None
        assert f"\nVersion: {grader.__version__}\n" in told.read().decode()
    assert any(name.endswith("/LICENSE") for name in names)
    assert any(name.endswith("/grader/py.typed") for name in names)


def test_the_installed_program_says_how_it_is_used(installed: Path) -> None:
    assert run(installed / "bin" / "grade", "--help", folder=installed).startswith("Usage: grade ")


def test_the_installed_module_is_the_wheels_and_says_its_version(installed: Path) -> None:
    python = installed / "bin" / "python"
    assert run(python, "-m", "grader", "--version", folder=installed).split()[-1] == grader.__version__
    where = run(python, "-c", "import grader; print(grader.__file__)", folder=installed).strip()
    assert Path(where).is_relative_to(installed)
