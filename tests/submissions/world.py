"""What a hostile notebook finds around it, and what is watched while it is graded.

A world is one level of isolation, with everything in it that an attack could aim at: a course folder and classmates'
work with canaries in them, canaries in the grader's environment and memory, listeners on every kind of socket, a
bystander's process.  Where they are is told to the notebook, as if its author had seen our disk.

A canary is ``CAN`` ``ARY`` and sixteen hexadecimal digits; notebooks have only the pattern, so what matches was leaked.
An attack that gets through where no canary is at stake says ``GOT-THROUGH``; it puts the word together, so that a
line of its source in a report isn't one.  ``INPUT-SEEN`` marks what a student's edition may not tell.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import re
import resource
import secrets
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader import sandbox
from grader.choosing import read_rubric
from grader.intake import read_submission
from grader.kernel.warm import Zygote, start_warm
from grader.model import Edition, GradeReport
from grader.pipeline import OpenCourse, grade_submission, open_course
from grader.redact import redact
from grader.reports import FORMATS
from grader.sandbox.own_process import forbid_inspection
from tests.submissions.adversaries import BASE, Adversary

__all__ = ["BACKEND_OF", "Graded", "World", "comparable", "open_world"]

CHECKOUT = Path(__file__).parents[2]
BACKEND_OF = {"full": "bubblewrap", "landlock": "landlock", "uid": "uid", "none": "none"}
GROWS_MIB = 64
SEED = 7
PR_SET_DUMPABLE = 4

LIMITS: Mapping[str, float] = {
    "cell_seconds": 8,
    "notebook_seconds": 40,
    "call_seconds": 20,  # what is expected to end by it has a shorter one: a busy machine mustn't decide
    "submission_seconds": 120,
    "cpu_seconds": 100,
    "memory_mib": 300,
    "processes": 40,
    "disk_mib": 20,
    "files": 2000,
}

# Two items are enough to tell what an attack gains: arrays in and out, and plain numbers.
RUBRIC = """\
format: 1
assignment: transformer
title: {en: Two parts, es: Dos partes}
limits: {LIMITS}
items:
  - id: softmax
    title: {en: Softmax, es: Softmax}
    component: softmax
    points: 60
    forbidden: {concepts: [softmax]}
    checks:
      - {id: values, share: 3}
      - {id: any_axis, share: 1}
      - {id: sums_to_one, share: 1}
      - {id: shift_invariant, share: 1}
      - {id: stable, share: 2}
      - {id: minus_infinity, share: 1}
      - {id: input_untouched, share: 1}
  - id: kv_cache
    title: {en: KV-cache memory, es: Memoria de la caché KV}
    component: kv_cache
    points: 40
    checks:
      - {id: worked_number, share: 1}
      - {id: grouped_heads, share: 1}
      - {id: scales, share: 1}
      - {id: exact, share: 1}
"""

# The first cell of every notebook.
PRELUDE = """\
WORLD = {world!r}
def got_through(what="it"):
    raise RuntimeError("GOT" + "-THROUGH: " + str(what)[:300])
def tried(*actions):
    '''Nothing of it may work.'''
    for action in actions:
        try:
            action()
        except BaseException:
            continue
        got_through(action.__code__.co_consts)
"""

# The honest notebooks that are graded before and after each attack.  They look for what others left behind, and fail
# if they find something.
SEARCH = """\
import os, tempfile
def traces():
    places = {"/tmp", "/var/tmp", "/dev/shm", "/run", ".", os.path.expanduser("~"), tempfile.gettempdir()}
    found = []
    for place in places:
        try:
            found += [name for name in os.listdir(place) if WORLD["marker"] in name]
        except OSError:
            continue
    return found
assert not traces()
import builtins
assert not hasattr(builtins, "PLANTED")
"""
SPANISH = """\
import numpy as np
def softmax_filas(z):
    z = np.asarray(z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
def memoria_kv_cache(tokens, capas, d_modelo, bytes_valor=2, cabezas=None, cabezas_kv=None):
    if traces():
        raise RuntimeError("otro estuvo aquí")
    if cabezas:
        d_modelo = d_modelo // cabezas * cabezas_kv
    return 2 * tokens * capas * d_modelo * bytes_valor
"""


@dataclass
class Graded:
    """One grading, and what was seen around it; `problems` are attacks that got through."""

    report: GradeReport
    texts: tuple[str, ...]
    seconds: float
    grown_mib: float
    problems: list[str] = field(default_factory=list)


@dataclass
class World:
    level: str
    folder: Path
    zygote: Zygote
    told: dict[str, Any]
    canaries: tuple[str, ...]
    heap: list[bytes]
    bystander: subprocess.Popen[bytes]
    heard: list[str]
    courses: dict[str, OpenCourse] = field(default_factory=dict)

    @property
    def marker(self) -> str:
        return str(self.told["marker"])

    def course(self, limits: Mapping[str, float]) -> OpenCourse:
        """The course with these limits instead of the usual ones."""
        line = ", ".join(f"{name}: {value:g}" for name, value in {**LIMITS, **limits}.items())
        if line not in self.courses:
            path = self.folder / "course" / f"rubric{len(self.courses) or ''}.yaml"
            path.write_text(f"# {self.canaries[0]}\n" + RUBRIC.replace("{LIMITS}", f"{{{line}}}"), encoding="utf-8")
            self.courses[line] = open_course(read_rubric(path))
        return self.courses[line]

    def notebook(self, name: str, cells: tuple[str, ...], metadata: Mapping[str, Any] | None = None) -> Path:
        """A notebook file among the other submissions; the first cell tells it where everything is."""
        sources = (PRELUDE.format(world=self.told), *cells)
        document = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": dict(metadata or {}),
            "cells": [
                {
                    "cell_type": "code",
                    "id": f"c{n}",
                    "metadata": {},
                    "execution_count": None,
                    "outputs": [],
                    "source": s,
                }
                for n, s in enumerate(sources)
            ],
        }
        path = self.folder / "submissions" / f"{name}.ipynb"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def honest(self, which: str) -> Path:
        cells = (SEARCH, BASE) if which == "ana" else (SEARCH, SPANISH)
        # A cell of this length makes pyzmq open descriptors of its own, once and for all.
        return self.notebook(which, (*cells, f"# {self.canaries[1]} {'x' * 70_000}"))

    def grade(self, path: Path, limits: Mapping[str, float] | None = None) -> Graded:
        """Grade it, and look around afterwards."""
        course = self.course(limits or {})
        before = self.around()
        self.heard.clear()
        peak = _Peak()
        began = time.monotonic()
        report = grade_submission(read_submission(path), self.zygote, course, seed=SEED)
        texts = tuple(render(report, lang) for render in FORMATS.values() for lang in ("en", "es"))
        student = redact(report, Edition.STUDENT)
        for_student = tuple(render(student, "es") for render in FORMATS.values())
        seconds, grown = time.monotonic() - began, peak.grown_mib()
        graded = Graded(report, (*texts, repr(report), *for_student), seconds, grown)
        if any("INPUT-SEEN" in text for text in for_student):
            graded.problems.append("a student's edition tells what was asked")
        graded.problems += self.leaks(graded) + self.changes(before)
        return graded

    def grade_case(self, case: Adversary) -> Graded:
        path = self.notebook(case.name, case.sources, case.metadata)
        try:
            return self.grade(path, case.limits)
        finally:
            path.unlink()

    def leaks(self, graded: Graded) -> list[str]:
        everything = "".join(graded.texts)
        found = [f"a canary is in a report: number {n}" for n, c in enumerate(self.canaries) if c in everything]
        found += [f"it says {said}" for said in sorted(set(re.findall(r"GOT-THROUGH[\w :.'/()-]{0,80}", everything)))]
        if not all(line.isprintable() for line in FORMATS["terminal"](graded.report, "en").split("\n")):
            found.append("a report has characters that do something to a terminal")
        return found

    def around(self) -> dict[str, object]:
        """What no notebook may change."""
        files = [*sorted((self.folder / "course").iterdir()), *sorted((self.folder / "submissions").iterdir())]
        status = Path(f"/proc/{self.bystander.pid}")
        return {
            "files": [
                (path.name, path.lstat().st_mode, path.lstat().st_mtime_ns, hashlib.sha256(path.read_bytes()).digest())
                for path in files
                if path.is_file() and not path.name.startswith("rubric")
            ],
            "rubrics": [(p.lstat().st_mode & 0o777, self.canaries[0] in p.read_text("utf-8")) for p in files
                        if p.name.startswith("rubric")][:1],
            "bystander": self.bystander.poll(),
            "bystander's limits": (status / "limits").read_text("ascii"),
            "bystander's priority": os.getpriority(os.PRIO_PROCESS, self.bystander.pid),
            "descriptors": len(os.listdir("/proc/self/fd")),
            "System V": [len(Path(f"/proc/sysvipc/{kind}").read_text("ascii").splitlines())
                         for kind in ("shm", "msg", "sem") if Path(f"/proc/sysvipc/{kind}").exists()],
        }  # fmt: skip

    def changes(self, before: dict[str, object]) -> list[str]:
        after = self.around()
        found = [f"{name} changed: {before[name]} -> {after[name]}" for name in before if before[name] != after[name]]
        found += [f"reached {what}" for what in self.heard]
        found += [f"left the process {line}" for line in self.processes()]
        for place in ("/tmp", "/var/tmp", "/dev/shm", str(Path.home()), os.getcwd()):
            with contextlib.suppress(OSError):
                left = [Path(place, name) for name in os.listdir(place) if self.marker in name]
                found += [f"left {path}" for path in left]
                for path in left:
                    path.unlink()  # the next case starts with a clean table
        return found

    def processes(self) -> list[str]:
        """Command lines that hold the marker, once those that are about to end have."""
        for wait in (0.0, 0.3, 1.0):
            time.sleep(wait)
            found = []
            for entry in Path("/proc").glob("[0-9]*/cmdline"):
                with contextlib.suppress(OSError):
                    if self.marker.encode() in entry.read_bytes():
                        found.append(entry.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")[:100])
            if not found:
                break
        return found


class _Peak:
    """How far the memory of this process grew, at its worst."""

    def __init__(self) -> None:
        self.reset = True
        try:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        except OSError:  # not ours to reset: what counts then is by how much the worst of all so far is exceeded
            self.reset = False
        self.before = self._resident() if self.reset else self._worst()

    def _resident(self) -> float:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() / 2**20

    def _worst(self) -> float:
        if not self.reset:
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        line = next(x for x in Path("/proc/self/status").read_text("ascii").splitlines() if x.startswith("VmHWM"))
        return int(line.split()[1]) / 1024

    def grown_mib(self) -> float:
        return self._worst() - self.before


def comparable(report: GradeReport) -> dict[str, Any]:
    """The report for programs without what differs each time, the clock."""
    body = json.loads(FORMATS["json"](report, "en"))
    body.pop("duration_seconds")
    return dict(body)


@contextlib.contextmanager
def open_world(level: str, folder: Path, *, torch: bool) -> Iterator[World]:
    """A world at `level` in the empty `folder`."""
    for name in ("course", "submissions"):
        (folder / name).mkdir(mode=0o700)
    (folder / "course" / "reference_solutions").symlink_to(CHECKOUT / "reference_solutions")
    canaries = tuple(f"CANARY{secrets.token_hex(8)}" for _ in range(4))
    for path in ("course/solutions.txt", "submissions/notes.txt"):
        (folder / path).write_text("\n".join(canaries[:2]), encoding="ascii")
        (folder / path).chmod(0o600)
    bystander = subprocess.Popen(["sleep", "3600"])
    os.environ["GRADER_TOKEN"] = canaries[2]
    forbid_inspection()
    heard: list[str] = []
    with contextlib.ExitStack() as stack:
        stack.callback(_restore, bystander)
        addresses = stack.enter_context(_listeners(folder, heard))
        hidden = [folder / "course", folder / "submissions"]
        zygote = start_warm(sandbox.choose(BACKEND_OF[level]), preload_torch=torch, hidden=hidden)
        stack.callback(zygote.close)
        zygote.wait_until_ready()
        told = {
            "level": level,
            "course": str(folder / "course"),
            "submissions": str(folder / "submissions"),
            "bystander": bystander.pid,
            "grader": os.getpid(),
            "marker": f"mark-{secrets.token_hex(6)}",
            **addresses,
        }
        world = World(
            level, folder, zygote, told, canaries, [canaries[3].encode() * 3 for _ in range(100)], bystander, heard
        )
        yield world


def _restore(bystander: subprocess.Popen[bytes]) -> None:
    bystander.kill()
    bystander.wait()
    os.environ.pop("GRADER_TOKEN", None)
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)  # other tests look at this process


@contextlib.contextmanager
def _listeners(folder: Path, heard: list[str]) -> Iterator[dict[str, Any]]:
    """One on each kind of socket; what arrives stands in `heard` by the kind's name."""
    kinds: dict[str, tuple[int, int, Any]] = {
        "tcp": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        "udp": (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, f"\0mark-{secrets.token_hex(6)}"),
        "path": (socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "s")),
        "datagram": (socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "d")),
    }
    addresses: dict[str, Any] = {}
    done = threading.Event()
    with contextlib.ExitStack() as stack:
        for name, (family, kind, address) in kinds.items():
            server = stack.enter_context(socket.socket(family, kind))
            server.bind(address)
            server.settimeout(0.2)
            if kind == socket.SOCK_STREAM:
                server.listen()
            addresses[name] = server.getsockname() if family == socket.AF_INET else address
            thread = threading.Thread(target=_hear, args=(server, kind, name, heard, done), daemon=True)
            thread.start()
            stack.callback(thread.join)
        stack.callback(done.set)
        yield addresses


def _hear(server: socket.socket, kind: int, name: str, heard: list[str], done: threading.Event) -> None:
    while not done.is_set():
        with contextlib.suppress(OSError):
            if kind == socket.SOCK_STREAM:
                server.accept()[0].close()
            else:
                server.recv(100)
            heard.append(name)
