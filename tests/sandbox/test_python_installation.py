"""What of Python a confined process is shown, and that nothing of the grader is among it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import grader
from grader.sandbox import bubblewrap
from grader.sandbox.python_installation import own_files, readable_paths

PACKAGE = Path(grader.__file__).parent


def test_the_environment_is_shown_in_parts() -> None:
    """Never the prefix itself: it may be the course's folder, in which somebody made the environment."""
    shown = readable_paths()
    assert sys.prefix not in shown
    assert sys.base_prefix not in shown
    assert os.path.join(sys.prefix, "lib") in shown
    assert os.path.join(sys.prefix, "bin") in shown


def test_no_place_of_ours_is_shown_but_below_a_hidden_one() -> None:
    """What is shown lies deeper than what is hidden, or elsewhere."""
    for path in readable_paths():
        assert not str(PACKAGE).startswith(f"{path}{os.sep}") or "site-packages" in str(PACKAGE)


def test_the_checkout_of_an_editable_installation_is_hidden() -> None:
    hidden = own_files()
    assert str(PACKAGE.parent) in hidden or str(PACKAGE) in hidden


@pytest.mark.kernel
@pytest.mark.skipif(bubblewrap.unavailable() is not None, reason="nothing is hidden without bubblewrap")
def test_a_normal_installation_is_covered(tmp_path: Path) -> None:
    """The grader among the other packages: they can be imported, its folder and its records are empty."""
    site = tmp_path / "site-packages"
    shutil.copytree(PACKAGE, site / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    record = site / "transformer_grader-0.0.1.dist-info"
    record.mkdir()
    (record / "RECORD").write_text("grader/components/softmax.py")
    (site / "__editable__.transformer_grader-0.0.1.pth").write_text("/the/checkout")
    (site / "neighbour.py").write_text("value = 7")
    script = f"""
        import json, sys
        sys.path.insert(0, {str(site)!r})
        from grader import sandbox
        from grader.kernel.launch import start
        from grader.kernel.session import KernelSession
        from grader.model import CallFunction, Cell, Limits, Submission
        import grader
        assert grader.__file__.startswith({str(site)!r})
        cell = '''
        import os
        def look(site):
            seen = {{}}
            for top, folders, names in os.walk(site):
                for name in names:
                    try: seen[name] = open(os.path.join(top, name)).read()
                    except OSError: seen[name] = ""
            return seen
        def use():
            import neighbour
            return neighbour.value
        '''
        with KernelSession(start(sandbox.choose("bubblewrap"), preload_torch=False), Limits()) as session:
            import textwrap
            session.run(Submission("", "", (Cell(1, textwrap.dedent(cell)),), {{}}))
            seen = session.ask(CallFunction("look", ({str(site)!r},))).value
            print(json.dumps([dict(seen), session.ask(CallFunction("use")).value]))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        {"neighbour.py": "value = 7", "__editable__.transformer_grader-0.0.1.pth": ""},
        7,
    ]
