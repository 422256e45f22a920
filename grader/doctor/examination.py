"""One level of isolation, attacked: a finding for each protection."""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from grader.doctor.attacks import ATTACKS
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.kernel.watchdog import memory_of
from grader.model import Call, CallFunction, Cell, Limits, NoReply, Reply, Returned, Submission, Value, Verdict
from grader.sandbox import Confinement

__all__ = ["Finding", "Outcome", "examine"]

LIMITS = Limits(
    cell_seconds=20, notebook_seconds=60, call_seconds=12, memory_mib=300, processes=60, disk_mib=30, cpu_seconds=120
)
PARENT_MEBIBYTES = 64


class Outcome(Enum):
    """`WEAKER` is what this level doesn't promise, and doesn't hold either."""

    HELD = "PASS"
    BROKEN = "FAIL"
    WEAKER = "weaker"


@dataclass(frozen=True)
class Finding:
    """`got` says what got through, or how it was stopped."""

    protection: str
    outcome: Outcome
    got: str
    seconds: float = 0.0


# What a level promises, by protection; the rest is WEAKER where it doesn't hold.  The threat model's table.
EVERYWHERE = ("the grader's memory can't be read", "the time of a question ends", "too much memory is stopped",
              "printing costs the grader no memory", "too many processes are stopped")  # fmt: skip
ISOLATED = ("a secret file can't be read", "no TCP connection", "no UDP packet", "nothing is written outside",
            "no further namespace")  # fmt: skip
PROMISED = {
    "full": None,  # everything
    "landlock": (*EVERYWHERE, *ISOLATED, "no abstract socket", "the grader can't be signalled", "no capability"),
    "uid": (*EVERYWHERE, *ISOLATED, "the grader can't be signalled", "no capability", "no leftover process"),
    "none": EVERYWHERE,
}


class Examination:
    """The parent's side: what was planted, who listens, and how to ask."""

    def __init__(self, confinement: Confinement, folder: Path) -> None:
        self.confinement = confinement
        self.folder = folder
        self.canary = f"CANARY-{secrets.token_hex(8)}"
        self.zygote: Zygote = start_warm(confinement, preload_torch=False)
        self.session = self.fresh()

    def fresh(self) -> KernelSession:
        session = KernelSession(self.zygote.kernel(LIMITS), LIMITS, restarts=30)
        session.run(Submission("doctor", "", (Cell(1, ATTACKS),), {}))
        return session

    def ask(self, name: str, *arguments: Value) -> Reply:
        call: Call = CallFunction(name, arguments)
        return self.session.ask(call)

    def says(self, name: str, *arguments: Value) -> Value:
        """What the attack says; None if it brought no answer."""
        reply = self.ask(name, *arguments)
        return reply.value if isinstance(reply, Returned) else None

    def close(self) -> None:
        self.session.close()
        self.zygote.close()


Attack = Callable[[Examination], str]  # empty: held; else what got through


def secret_file(e: Examination) -> str:
    secret = e.folder / "secret.txt"
    secret.write_text(e.canary, encoding="ascii")
    secret.chmod(0o600)
    return "it was read" if e.canary in str(e.says("read", str(secret))) else ""


def parents_memory(e: Examination) -> str:
    os.environ["DOCTOR_CANARY"] = e.canary
    try:
        kept = e.canary.encode() * 50
        seen = e.says("read_of_process", os.getpid())
        del kept
    finally:
        del os.environ["DOCTOR_CANARY"]
    return "it was read" if isinstance(seen, tuple) and any(part is True for part in seen) else ""


def other_processes(e: Examination) -> str:
    # In a container the grader may be process 1, and so is something in each sandbox: the time of its start (field 22,
    # in ticks since the machine's) tells them apart.
    started = Path("/proc/self/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    return "the grader's was seen" if e.says("sees", os.getpid(), started) is True else ""


def parent_signalled(e: Examination) -> str:
    came: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: came.append(number))
    try:
        e.says("signals", os.getpid())
        time.sleep(0.1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    return "a signal came" if came else ""


@contextlib.contextmanager
def listening(kind: str) -> Iterator[tuple[Value, list[bytes]]]:
    """A listener of ours: its address as plain data, and what came."""
    came: list[bytes] = []
    unix = kind == "abstract"
    with socket.socket(
        socket.AF_UNIX if unix else socket.AF_INET, socket.SOCK_DGRAM if kind == "udp" else socket.SOCK_STREAM
    ) as server:
        address: str | tuple[str, int] = f"\0doctor-{secrets.token_hex(6)}" if unix else ("127.0.0.1", 0)
        server.bind(address)
        server.settimeout(0.1)
        if kind != "udp":
            server.listen()
        done = threading.Event()

        def wait() -> None:
            while not done.is_set():
                with contextlib.suppress(OSError):
                    if kind == "udp":
                        came.append(server.recv(100))
                    else:
                        server.accept()[0].close()
                        came.append(b"connected")

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        yield (address if isinstance(address, str) else tuple(server.getsockname())), came
        time.sleep(0.2)
        done.set()
        thread.join()


def reached(kind: str) -> Attack:
    def attack(e: Examination) -> str:
        with listening(kind) as (address, came):
            e.says("connects", kind, address)
        return "a listener of this machine was reached" if came else ""

    return attack


def written(e: Examination) -> str:
    e.folder.chmod(0o755)
    e.says("writes", str(e.folder))
    return "a file was written" if (e.folder / "written-by-the-notebook").exists() else ""


def capability(e: Examination) -> str:
    return "some are there" if e.says("has_power") is not False else ""


def namespace(e: Examination) -> str:
    return "one was made" if e.says("makes_namespace") is True else ""


def memory(e: Examination) -> str:
    return "all of it was taken" if e.says("eats", 3 * LIMITS.memory_mib) is True else ""


def processes(e: Examination) -> str:
    made = e.says("forks", 3 * LIMITS.processes)
    return f"{made} were made" if isinstance(made, int) and made > LIMITS.processes + 16 else ""


def disk(e: Examination) -> str:
    written_mebibytes = e.says("fills", 10 * LIMITS.disk_mib)
    too_much = isinstance(written_mebibytes, int) and written_mebibytes > LIMITS.disk_mib
    return f"{written_mebibytes} MiB were written" if too_much else ""


def endless(e: Examination) -> str:
    e.session._limits = replace(LIMITS, call_seconds=1)
    try:
        reply = e.ask("loops")
    finally:
        e.session._limits = LIMITS
    return "" if isinstance(reply, NoReply) and reply.verdict is Verdict.TIMED_OUT else "it didn't end"


def flood(e: Examination) -> str:
    before = memory_of(os.getpid())
    e.says("floods")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    grown = max(memory_of(os.getpid()) - before, 0) >> 20
    return f"{grown} MiB more" if grown > PARENT_MEBIBYTES and peak else ""


def leftover(e: Examination) -> str:
    marker = f"75.{secrets.randbelow(10**8):08d}"
    e.says("stays", marker)
    e.session.close()
    time.sleep(0.5)
    left = _running(marker)
    for pid in left:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    e.session = e.fresh()
    return "a process outlived its session" if left else ""


def _running(marker: str) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if marker.encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


ATTACKS_BY_PROTECTION: dict[str, Attack] = {
    "a secret file can't be read": secret_file,
    "the grader's memory can't be read": parents_memory,
    "other processes can't be seen": other_processes,
    "the grader can't be signalled": parent_signalled,
    "no TCP connection": reached("tcp"),
    "no UDP packet": reached("udp"),
    "no abstract socket": reached("abstract"),
    "nothing is written outside": written,
    "no capability": capability,
    "no further namespace": namespace,
    "too much memory is stopped": memory,
    "too many processes are stopped": processes,
    "too much disk is stopped": disk,
    "the time of a question ends": endless,
    "printing costs the grader no memory": flood,
    "no leftover process": leftover,
}


def examine(confinement: Confinement, progress: Callable[[str], None] = lambda _: None) -> list[Finding]:
    """A finding for each protection at the level of `confinement`, by trying."""
    findings = []
    with tempfile.TemporaryDirectory(prefix="doctor-") as folder:
        examination = Examination(confinement, Path(folder))
        try:
            for protection, attack in ATTACKS_BY_PROTECTION.items():
                progress(f"{confinement.level}: {protection}")
                began = time.monotonic()
                got = attack(examination)
                promised = PROMISED[confinement.level]
                missing = Outcome.BROKEN if promised is None or protection in promised else Outcome.WEAKER
                outcome = missing if got else Outcome.HELD
                findings.append(Finding(protection, outcome, got, time.monotonic() - began))
        finally:
            examination.close()
    return findings
