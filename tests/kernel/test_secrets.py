"""A submission that looks everywhere for what it shouldn't know finds nothing.

A canary is ``CAN`` ``ARY`` and sixteen hexadecimal digits; the submission has only the pattern, in two parts, so
that whatever matches was leaked to it.
"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.kernel.launch import INSIDE_FILES
from grader.model import CallFunction, Limits, Returned
from grader.sandbox import BACKENDS, bubblewrap
from tests.kernel.conftest import StartSession

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(bubblewrap.unavailable() is not None, reason="without namespaces nothing is promised"),
]

SNOOP = """
import gc, os, re, sys, time, inspect, numpy as np
PATTERN = re.compile(b"CAN" + b"ARY[0-9a-f]{16}")
OWN = re.compile(b"class Verdict|def matches_" + b"reference|import grader|grader[.]model|transformer-gra" + b"der")

def matches(data, pattern=PATTERN):
    return {found.decode() for found in pattern.findall(data)}

def read(path, limit=1 << 22):
    try:
        with open(path, "rb") as file: return file.read(limit)
    except (OSError, ValueError): return b""

def files(seconds=6):
    # names of all files but of the installed libraries, contents of what is small
    found, names, until = set(), [], time.time() + seconds
    for top, folders, entries in os.walk("/"):
        if top in ("/proc", "/sys"): folders.clear(); continue
        if os.path.basename(top) == "site-packages": folders[:] = [name for name in folders if "grader" in name]
        folders[:] = [name for name in folders if name not in ("share", "include", "__pycache__", "test", "idlelib")]
        for entry in entries:
            path = os.path.join(top, entry)
            names.append(path)
            try: small = os.path.getsize(path) < 300_000
            except OSError: continue
            if small and not top.startswith(("/usr/lib", "/dev")) and time.time() < until:
                found |= matches(read(path))
    ours = ("rubric.yaml", "softmax.py", "verdict.py", ".ipynb")
    return sorted(found), [name for name in names if name.endswith(ours)]

def processes():
    found, pids = set(), []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        pids.append(pid)
        for name in ("environ", "cmdline", "stat", "mountinfo", "maps"):
            found |= matches(read(f"/proc/{pid}/{name}"))
        for link in ("cwd", "root", "exe"):
            try: found |= matches(os.readlink(f"/proc/{pid}/{link}").encode())
            except OSError: pass
        try: descriptors = os.listdir(f"/proc/{pid}/fd")
        except OSError: descriptors = []
        for descriptor in descriptors:
            try: found |= matches(os.readlink(f"/proc/{pid}/fd/{descriptor}").encode())
            except OSError: pass
        try:
            with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
                for line in read(f"/proc/{pid}/maps").decode().splitlines():
                    low, high = (int(end, 16) for end in line.split()[0].split("-"))
                    if "r" in line.split()[1] and high - low < 1 << 28 and ".so" not in line:
                        memory.seek(low)
                        try: found |= matches(memory.read(high - low))
                        except (OSError, OverflowError, ValueError): continue
        except OSError: pass
    return sorted(found), pids

def python():
    found = set()
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None) or ""
        if "site-packages" not in path and "/lib/python3" not in path:
            found |= matches(repr(vars(module)).encode("utf-8", "replace"))
    for thing in gc.get_objects():
        if type(thing) in (dict, list, tuple):
            for part in (thing.values() if type(thing) is dict else thing):
                if type(part) is str: found |= matches(part.encode("utf-8", "replace"))
                if type(part) is bytes: found |= matches(part)
    frame = sys._getframe()
    while frame:
        found |= matches(repr(list(frame.f_locals)).encode())
        frame = frame.f_back
    return sorted(found), sorted(name for name in sys.modules if name.partition(".")[0] == "gra" + "der")

def environment(): return dict(os.environ)
def arguments():
    return [sys.argv, sys.orig_argv, sys.path, os.getcwd(), os.listdir("."), os.listdir(os.environ["TMPDIR"])]
def descriptors():
    found = []
    for descriptor in os.listdir("/proc/self/fd"):
        try: found.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        except OSError: pass
    return found
def own_sources():
    folder = os.path.dirname(sys.modules["_inside.agent"].__file__)
    names = sorted(os.listdir(folder))
    return [names, sorted(matches(b"".join(read(f"{folder}/{name}") for name in names), OWN))]
def planted(): return sorted(matches(b"CAN" + b"ARY0123456789abcdef"))
"""

CANARIES = [f"CANARY{secrets.token_hex(8)}" for _ in range(4)]


@pytest.fixture(scope="module")
def snoop(start_session: StartSession, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Asks a snooping notebook, after canaries were planted where ours lie: files, environment, heap, arguments."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "rubric.yaml").write_text(CANARIES[0])
    planted = Path(grader.__file__).parent / "__pycache__" / "canary.txt"  # in the checkout, out of git's sight
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(CANARIES[1])
    os.environ["CANARY_TOKEN"] = CANARIES[2]
    heap = [CANARIES[3].encode() * 3 for _ in range(100)]
    try:
        session = start_session(SNOOP, limits=Limits(cell_seconds=20, notebook_seconds=60, call_seconds=30))

        def ask(name: str) -> Any:
            reply = session.ask(CallFunction(name))
            assert isinstance(reply, Returned), reply
            return reply.value

        yield ask
    finally:
        del os.environ["CANARY_TOKEN"]
        planted.unlink()
        assert heap


def test_the_search_would_find_a_canary(snoop: Any) -> None:
    assert snoop("planted") == ("CANARY0123456789abcdef",)


def test_no_file_has_a_canary(snoop: Any) -> None:
    """Nor is any file of the course's to be seen by its name."""
    assert snoop("files") == ((), ())


def test_no_process_has_a_canary(snoop: Any) -> None:
    """In memory, environment, command line, mounts or descriptors; two processes are all there are."""
    found, pids = snoop("processes")
    assert set(found) <= {"CANARY0123456789abcdef"}, "what the first test made"
    assert len(pids) == 2


def test_nothing_in_python_has_a_canary(snoop: Any) -> None:
    """Modules, objects, frames; and no module of the grader's is loaded."""
    found, modules = snoop("python")
    assert set(found) <= {"CANARY0123456789abcdef"}, "what the first test made"
    assert modules == ()


def test_the_environment_is_an_allow_list(snoop: Any) -> None:
    environment = snoop("environment")
    assert "PATH" in environment
    assert not any("grade" in f"{name}{value}".lower() for name, value in environment.items() if name != "PATH")
    known = {"PATH", "HOME", "USER", "LOGNAME", "LANG", "TMPDIR", "TERM", "MPLBACKEND", "PWD", "LC_CTYPE"}
    prefixes = ("OMP_", "OPENBLAS_", "MKL_", "NUMEXPR_", "PYTHON", "IPYTHON", "JUPYTER_", "XDG_", "HF_", "TORCH")
    others = {name for name in environment if name not in known and not name.startswith(prefixes)}
    # What IPython and torch set themselves.
    assert {name for name in others if not name.startswith(("PIP_", "MPL", "KINETO", "TPU", "CLICOLOR"))} <= {
        "FORCE_COLOR",
        "CLICOLOR_FORCE",
        "PAGER",
        "GIT_PAGER",
        "PYDEVD_USE_FRAME_EVAL",
    }


def test_arguments_and_folders_tell_nothing(snoop: Any) -> None:
    """The folder that the notebook runs in is empty, and so is the temporary one."""
    *_, folder, entries, temporary = snoop("arguments")
    assert folder == "/home/student/notebook"
    assert entries == ()
    assert set(temporary) <= set(Path(sys.prefix).parts), "where a virtual environment lies there, the way to it"


def test_no_descriptor_of_ours_is_open(snoop: Any) -> None:
    """Sockets, pipes, event and poll objects, devices: nothing with a name on the host's disk."""
    odd = [
        target for target in snoop("descriptors") if not target.startswith(("socket:", "pipe:", "anon_inode:", "/dev/"))
    ]
    assert [target for target in odd if not target.startswith("/proc/")] == []


def test_only_the_agents_files_are_there(snoop: Any) -> None:
    names, mentions = snoop("own_sources")
    assert set(names) == set(INSIDE_FILES)
    assert [mention for mention in mentions if mention != "grader.model"] == [], (
        "docstrings may point to the other side"
    )


CARDS = """
import glob, os
def cards():
    opened = []
    for path in (*glob.glob("/dev/nvidia*"), *glob.glob("/dev/dri/*"), "/dev/nvidia0", "/dev/nvidiactl", "/dev/kfd"):
        for flags in (os.O_RDWR, os.O_RDONLY):
            try: os.close(os.open(path, flags)); opened.append(path)
            except OSError: pass
    return opened
"""


@pytest.mark.parametrize("backend", ["bubblewrap", "landlock"])
def test_a_graphics_card_cant_be_opened(start_session: StartSession, backend: str) -> None:
    """Nor taken by one notebook from the next: only what is timed on one has it, in a process of its own."""
    reason = BACKENDS[backend].unavailable()
    if reason is not None:
        pytest.skip(f"{backend}: {reason}")
    assert start_session(CARDS, backend=backend).ask(CallFunction("cards")) == Returned(())
