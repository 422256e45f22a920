"""A submission that reads all that it can finds neither a reference nor an expected value."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.pipeline import grade
from tests.end_to_end.course import CHECKOUT, item, write_notebook

pytestmark = pytest.mark.kernel

CANARY = "canary-7d1c9e42"

# Looks for the two halves of the canary, so that the search itself isn't found.
SEARCH = """
import gc, os, stat, sys, types
NEEDLE = "canary-" + "7d1c9e42"
# Python and its packages, some 50 000 files that nobody has planted anything in: on a cold disk they take a minute.
INSTALLED = {"/proc", "/sys", "/usr", sys.prefix, sys.base_prefix}
open("/tmp/control.txt", "w").write(NEEDLE + "-control")

def readable_files():
    for root in ("/proc/self", "/"):
        for folder, folders, files in os.walk(root):
            folders[:] = [f for f in folders if os.path.realpath(os.path.join(folder, f)) not in INSTALLED]
            for name in files:
                path = os.path.join(folder, name)
                try:
                    about = os.stat(path)
                    # /dev/zero has no end, and a pipe waits for ever.
                    if stat.S_ISREG(about.st_mode) and about.st_size < 300_000:
                        yield path, open(path, "rb").read()
                except OSError:
                    pass

def search():
    found = []
    for path, data in readable_files():
        if NEEDLE.encode() in data:
            found.append("file " + path)
    for pid in filter(str.isdigit, os.listdir("/proc")):
        for entry in ("environ", "cmdline", "maps"):
            try:
                if NEEDLE.encode() in open(f"/proc/{pid}/{entry}", "rb").read():
                    found.append(f"proc {pid} {entry}")
            except OSError:
                pass
    frame = sys._getframe()
    while frame is not None:
        for name, value in frame.f_locals.items():
            if type(value) is str and NEEDLE in value and value != NEEDLE:
                found.append("frame " + name)
        frame = frame.f_back
    for value in gc.get_objects():
        if type(value) is dict:
            for key, inner in list(value.items()):
                if type(inner) is str and NEEDLE in inner and inner != NEEDLE:
                    found.append(f"dict {key!r}")
        if isinstance(value, types.ModuleType) and "reference" in (value.__name__ or ""):
            if "canary" in repr(vars(value))[:100000]:
                found.append("module " + value.__name__)
    for key, value in os.environ.items():
        if NEEDLE in value:
            found.append("environment " + key)
    return found

def softmax(z, axis=-1):
    raise ValueError("FOUND " + "; ".join(search())[:1500])
"""


def test_canaries_in_the_course_stay_unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search finds its own control file, and of the planted canaries none."""
    course = tmp_path / "course"
    course.mkdir()
    shutil.copytree(CHECKOUT / "reference_solutions", course / "reference_solutions")
    rubric = (CHECKOUT / "rubric.yaml").read_text(encoding="utf-8")
    (course / "rubric.yaml").write_text(
        f"# {CANARY}\n{rubric.replace('call_seconds: 10', 'call_seconds: 50')}", "utf-8"
    )
    softmax = course / "reference_solutions" / "transformer" / "softmax.py"
    softmax.write_text(softmax.read_text("utf-8") + f'\n\nSECRET = "{CANARY}"\n', "utf-8")
    monkeypatch.setenv("GRADER_SECRET", CANARY)
    notebook = write_notebook(tmp_path / "nosy.ipynb", [SEARCH])
    report = grade(notebook, rubric=course / "rubric.yaml", seed=11, only=("softmax",))
    message = str(item(report, "softmax").checks[0].message)
    assert report.isolation == "full"
    assert "FOUND" in message
    assert "/tmp/control.txt" in message
    assert message.count("file ") == 1
    for place in ("proc ", "frame ", "dict ", "module ", "environment "):
        assert place not in message.partition("FOUND")[2]
