"""Known-wrong variants: read from their files, and run without torch where grading needs them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.components import COMPONENTS
from grader.course import load_misconceptions, load_references
from grader.errors import CourseError

ROOT = Path(__file__).parents[2]
REFERENCES = ROOT / "reference_solutions"


@pytest.mark.parametrize("component", COMPONENTS)
def test_declared_checks_exist(component: str) -> None:
    """What a variant must fail is a check of its component; what it's alike to is a variant beside it."""
    known = load_misconceptions(load_references(REFERENCES, "transformer"), component)
    ids = {misconception.id for misconception in known}
    for misconception in known:
        assert misconception.fails, misconception.id
        assert set(misconception.fails) <= set(COMPONENTS[component].check_ids), misconception.id
        assert set(misconception.alike) <= ids, misconception.id


@pytest.mark.parametrize("component", COMPONENTS)
def test_every_text_is_there_in_both_languages(component: str) -> None:
    """A title is a line; a text is neither empty nor the same in Spanish, and holds no code block."""
    for misconception in load_misconceptions(load_references(REFERENCES, "transformer"), component):
        for text in (misconception.title, misconception.done, misconception.why, misconception.hint):
            english, spanish = str(text), text.in_language["es"]
            assert english.strip(), misconception.id
            assert spanish.strip(), misconception.id
            assert english != spanish, misconception.id
            assert "```" not in english + spanish, misconception.id
        assert len(str(misconception.title)) <= 110, misconception.id


def test_loading_needs_no_torch() -> None:
    """Grading loads every variant, and torch stays out of its process."""
    code = (
        "import sys; from pathlib import Path\n"
        "from grader.course import load_misconceptions, load_references\n"
        f"references = load_references(Path({str(REFERENCES)!r}), 'transformer')\n"
        f"found = [m for c in {list(COMPONENTS)!r} for m in load_misconceptions(references, c)]\n"
        "assert len(found) > 100\n"
        "assert 'torch' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=120)


def test_a_variant_in_torch_runs_only_when_asked() -> None:
    """Its texts are always there, its class is not."""
    references = load_references(REFERENCES, "transformer")
    name = "multihead/heads_in_a_plain_list"
    told = {m.id: m for m in load_misconceptions(references, "multihead")}[name]
    run = {m.id: m for m in load_misconceptions(references, "multihead", with_torch=True)}[name]
    assert not told.functions
    assert set(run.functions) == {"MultiHeadAttention"}
    assert str(told.title) == str(run.title)


def test_suspects_are_known() -> None:
    """Every mistake that a check names by itself is one that the course has a text for."""
    written = re.compile(rf'"((?:{"|".join(COMPONENTS)})/[a-z0-9_]+)"')
    for folder in ("checks", "components"):
        for file in (ROOT / "grader" / folder).rglob("*.py"):
            for name in written.findall(file.read_text(encoding="utf-8")):
                component, _, mistake = name.partition("/")
                paths = list(REFERENCES.glob(f"*/misconceptions/{component}/{mistake}.py"))
                assert paths, f"{file.name} names {name}"


def test_a_missing_section_is_told_with_its_file(tmp_path: Path) -> None:
    """The message says which file, and what to write."""
    folder = tmp_path / "reference_solutions" / "course" / "misconceptions" / "softmax"
    folder.mkdir(parents=True)
    (folder.parents[1] / "softmax.py").write_text("def softmax(z): return z\n")
    (folder / "half.py").write_text('"""\nen: Half\n\ndone: Something.\n"""\n')
    with pytest.raises(CourseError) as caught:
        load_misconceptions(load_references(tmp_path / "reference_solutions", "course"), "softmax")
    (problem,) = caught.value.problems
    assert "half.py" in problem
    assert "hecho" in problem
