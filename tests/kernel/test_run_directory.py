"""A kernel's folder goes, whatever was made in it."""

from __future__ import annotations

import os
import subprocess
import sys

from grader.kernel.run_directory import new_run_directory, remove_run_directory


def test_folders_deeper_than_recursion_and_paths_go() -> None:
    """3 000 levels: Python's own removal recurses, and the path of the deepest is longer than the system takes."""
    folder = new_run_directory()
    code = f"import os\nos.chdir({str(folder)!r})\nfor _ in range(3000):\n    os.mkdir('d')\n    os.chdir('d')"
    subprocess.run([sys.executable, "-c", code], check=True)
    remove_run_directory(folder)
    assert not folder.exists()


def test_folders_that_nobody_may_list_go() -> None:
    folder = new_run_directory()
    (folder / "closed" / "inner").mkdir(parents=True)
    (folder / "closed" / "file").write_text("")
    os.chmod(folder / "closed", 0)
    remove_run_directory(folder)
    assert not folder.exists()


def test_a_link_is_removed_and_not_what_it_leads_to() -> None:
    folder, other = new_run_directory(), new_run_directory()
    (other / "kept").write_text("kept")
    (folder / "link").symlink_to(other)
    remove_run_directory(folder)
    assert not folder.exists()
    assert (other / "kept").read_text() == "kept"
    remove_run_directory(other)
