"""Start the student's process.  Standard library only: it is spawned before anything heavy is imported.

``import torch`` takes a second in the student's process; what the grader itself has to
import (NumPy, nbclient) is read meanwhile on the other core.  So :func:`start` comes first in the
pipeline, and this module imports neither of them.

The process gets three descriptors and nothing else of ours: one end of a socket pair, over which its agent
answers questions, a listening socket on which its kernel takes the cells, and a pipe for what it prints.  The grader
binds that socket, so that no folder of the host has to be writable in the sandbox.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Protocol

from grader.errors import KernelUnavailable
from grader.kernel.allowance import Allowance, resource_limits
from grader.kernel.environment import student_environment
from grader.kernel.output import Output
from grader.kernel.run_directory import new_run_directory, remove_run_directory
from grader.model.rubric import Limits
from grader.model.verdict import Verdict
from grader.sandbox import Confinement, Policy
from grader.sandbox.python_installation import extra_paths, own_files, readable_paths

__all__ = [
    "Kernel",
    "KernelProcess",
    "KernelRecipe",
    "Places",
    "mentions_torch",
    "start",
    "student_policy",
]

INSIDE = Path(__file__).parents[1] / "inside"
INSIDE_FILES = tuple(sorted(path.name for path in INSIDE.glob("*.py")))
AGENT_FOLDER = "/run/inside"  # where a sandboxed process sees those files
HOME = "/home/student"
READY_SECONDS = 120.0
GONE_SECONDS = 5.0


def mentions_torch(notebook: bytes) -> bool:
    """Is it worth importing torch before the first cell runs?  A guess from the file's raw bytes."""
    return b"torch" in notebook


@dataclass(frozen=True)
class KernelRecipe:
    """How to start a kernel; kept so that a fresh one can be started after a crash.

    `hidden` are files and folders that the student's process must not see even where they lie in a
    folder that it needs (the course's, the submissions').  With `steady_memory`, memory that it frees isn't handed back
    to the system: for kernels that are timed.  `devices` are nodes of an accelerator that it may use; its driver
    reserves more addresses than there is memory, so these aren't limited then.
    """

    confinement: Confinement
    preload_torch: bool
    hidden: tuple[Path, ...] = ()
    steady_memory: bool = False
    devices: tuple[str, ...] = ()

    @property
    def own_root(self) -> bool:
        """Does the process see folders of its own making, and not the host's?"""
        return self.confinement.backend.OWN_ROOT


class Kernel(Protocol):
    """A kernel that somebody has started, however it was done.

    `channel` is our end of the agent's socket pair; `shell_address` is where Jupyter's client connects to, as
    (ip, port) of the ``ipc`` transport.  Both can be relied on once `wait_until_ready` has returned.  `interrupted`
    does to it what the stop button does in Jupyter; False if it can't.
    """

    @property
    def recipe(self) -> KernelRecipe: ...
    @property
    def channel(self) -> socket.socket: ...
    @property
    def shell_address(self) -> tuple[str, int]: ...
    @property
    def run_directory(self) -> Path: ...
    @property
    def ended(self) -> bool: ...
    @property
    def exceeded(self) -> tuple[Verdict, str] | None: ...
    @property
    def allowance(self) -> Allowance | None: ...
    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None: ...
    def how_it_ended(self, seconds: float) -> str: ...
    def interrupted(self) -> bool: ...
    def again(self) -> Kernel: ...
    def kill(self) -> None: ...


def start(
    confinement: Confinement, *, preload_torch: bool, hidden: Iterable[Path] = (), limits: Limits = Limits()
) -> KernelProcess:
    """Spawn a confined kernel and return at once, before it is ready.

    Call it from a thread that lives as long as the kernel shall: Linux kills the kernel when the
    thread that spawned it ends.  Raises :class:`grader.errors.KernelUnavailable`.
    """
    return KernelProcess(KernelRecipe(confinement, preload_torch, tuple(hidden)), limits)


class KernelProcess:
    """A kernel that starts from nothing: its process, the descriptor of its agent, its private run directory."""

    def __init__(self, recipe: KernelRecipe, limits: Limits = Limits()) -> None:
        if sys.platform == "win32":
            raise KernelUnavailable("Windows has no Unix sockets to reach a kernel by; use WSL 2")
        self.recipe = recipe
        self.limits = limits
        self._allowance: Allowance | None = None
        self.ready = False
        self.run_directory = new_run_directory()
        self.shell_address = (str(self.run_directory / "k"), 1)
        self.channel, theirs = socket.socketpair()
        self._output = Output(limits.output_mib << 20)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listen(listener, self.shell_address)
            self.process = self._spawn(theirs.fileno(), listener.fileno())
        except OSError as error:
            self.channel.close()
            self._output.close()
            remove_run_directory(self.run_directory)
            raise KernelUnavailable(f"the student's process can't be started: {error}") from error
        finally:
            theirs.close()
            listener.close()
        # Also when the grader ends in a way that nobody foresaw.
        self._end = weakref.finalize(
            self, _end, self.process, recipe.own_root, self.channel, self._output, self.run_directory
        )

    def _spawn(self, channel: int, shell: int) -> subprocess.Popen[bytes]:
        own_root = self.recipe.own_root
        places = Places.of(self.recipe, self.run_directory)
        if not own_root:
            os.makedirs(places.folder)
            os.makedirs(places.temporary)
        options: dict[str, object] = {
            "channel": channel,
            "listening": [shell],
            "output": self._output.theirs,
            "sockets": places.sockets,
            "torch": self.recipe.preload_torch,
            "steady_memory": self.recipe.steady_memory,
            "paths": extra_paths(),
            "limits": resource_limits(self.limits) if sys.platform == "linux" else {},
        }
        policy = student_policy(self.recipe, places, mebibytes=self.limits.disk_mib)
        options["restrict"] = self.recipe.confinement.backend.restriction(policy)
        with written_down(options) as told:
            return subprocess.Popen(  # noqa: S603 - our own argv, no shell
                self.recipe.confinement.backend.confine(python_argv("launch.py", told, own_root), policy),
                stdin=subprocess.DEVNULL,
                # Never inherited: a student's raw writes would reach the teacher's terminal.
                stdout=subprocess.DEVNULL,
                # Read until the kernel is ready, for what bwrap or the dynamic linker has to say.
                stderr=subprocess.PIPE,
                close_fds=True,
                pass_fds=(told, channel, shell, self._output.theirs),
                env=dict(policy.environment),
                cwd="/" if own_root else places.folder,
                start_new_session=True,
            )

    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None:
        """Wait for the launcher's word that the kernel can take cells.

        Raises :class:`KernelUnavailable` if it doesn't come: no student's code has run by then, so it's
        never the student's fault.
        """
        if self.ready:
            return
        deadline = time.monotonic() + seconds
        errors = self.process.stderr
        assert errors is not None
        said = b""
        with selectors.DefaultSelector() as waiting:
            waiting.register(errors, selectors.EVENT_READ)
            waiting.register(self.channel, selectors.EVENT_READ)
            while not self.ready:
                able = [key.fileobj for key, _ in waiting.select(max(0.0, deadline - time.monotonic()))]
                if errors in able:
                    # A full pipe would stop the process that we are waiting for.
                    part = os.read(errors.fileno(), 65536)
                    said = (said + part)[-8000:]
                    if not part:
                        waiting.unregister(errors)
                elif self.channel in able:
                    self.ready = self.channel.recv(1) == b"R"
                    if not self.ready:
                        self._unavailable("the kernel didn't start", said + self._drained())
                elif not able:
                    self._unavailable(f"the kernel wasn't ready after {seconds:g} s", said)
        errors.close()
        self.channel.setblocking(False)
        self._allowance = Allowance(self.limits, [self.process.pid], self._output)

    def _unavailable(self, what: str, said: bytes) -> NoReturn:
        self.kill()
        raise KernelUnavailable(f"{what}. {tail_of(said)}".strip())

    def _drained(self) -> bytes:
        """What the launcher has to say of its failure."""
        self.channel.settimeout(2.0)
        text = b""
        try:
            while part := self.channel.recv(65536):
                text += part
        except OSError:
            pass
        return text

    @property
    def ended(self) -> bool:
        """Has the process ended, for whatever reason?"""
        return self.process.poll() is not None

    def how_it_ended(self, seconds: float) -> str:
        """A word on the exit for the report, after `seconds` at most: a signal or an exit status, else nothing."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return ""
        number = -status if status < 0 else status - 128  # bwrap reports a signal as a shell does
        try:
            return signal.Signals(number).name
        except ValueError:
            return f"exit status {status}" if status else ""

    def interrupted(self) -> bool:
        """Never: whose process the kernel itself is, the confinement alone knows."""
        return False

    def again(self) -> KernelProcess:
        """A fresh kernel by the same recipe."""
        return KernelProcess(self.recipe, self.limits)

    def kill(self) -> None:
        """SIGKILL for it and everything that it started; its directory is removed.  Idempotent.

        Never a graceful shutdown: an ``atexit`` of the student's could sleep for ever.
        """
        self._end()
        if self._allowance is not None:
            self._allowance.stop()

    @property
    def allowance(self) -> Allowance | None:
        """Who counts for it, once it's ready."""
        return self._allowance

    @property
    def exceeded(self) -> tuple[Verdict, str] | None:
        """What of its allowance the kernel exceeded, if it ended for that."""
        return None if self._allowance is None else self._allowance.exceeded


@dataclass(frozen=True)
class Places:
    """Where a student's process has its things: inside the sandbox, or below our run directory without one."""

    home: str
    temporary: str
    folder: str
    sockets: str

    @classmethod
    def of(cls, recipe: KernelRecipe, run_directory: Path) -> Places:
        if recipe.own_root:
            return cls(HOME, "/tmp", f"{HOME}/notebook", f"{HOME}/.sockets")  # noqa: S108
        home = str(run_directory / "home")
        return cls(home, str(run_directory / "tmp"), f"{home}/notebook", f"{home}/.s")


def listen(listener: socket.socket, address: tuple[str, int]) -> None:
    """As zmq's client of the ``ipc`` transport will look for it."""
    listener.bind(f"{address[0]}-{address[1]}")
    listener.listen(8)


@contextmanager
def written_down(options: Mapping[str, object]) -> Iterator[int]:
    """`options` as JSON in a file without a name, by its descriptor.

    Neither a command line nor a socket's message takes as much as it can be: all that a process may read, where a
    folder of packages can't be named as a whole.
    """
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps(options).encode())
        file.seek(0)
        yield file.fileno()


def python_argv(file: str, options: int, own_root: bool) -> list[str]:
    """Our own file of ``grader.inside`` as a command; `options` is the descriptor of what is written down for it.

    -I: no PYTHON* variables, no user site, no script's folder on sys.path.
    """
    launcher = f"{AGENT_FOLDER}/{file}" if own_root else str(INSIDE / file)
    return [sys.executable, "-I", "-B", launcher, str(options)]


def student_policy(recipe: KernelRecipe, places: Places, *, forks: bool = False, mebibytes: int = 512) -> Policy:
    return Policy(
        environment=student_environment(places.home, places.temporary),
        home=places.home,
        folder=places.folder,
        readable=readable_paths(),
        files={f"{AGENT_FOLDER}/{name}": str(INSIDE / name) for name in INSIDE_FILES},
        hidden=(*own_files(), *map(str, recipe.hidden)),
        writable=() if recipe.own_root else (places.home, places.temporary),
        private_mebibytes=mebibytes,
        forks=forks,
        devices=recipe.devices,
    )


def _end(
    process: subprocess.Popen[bytes], own_root: bool, channel: socket.socket, output: Output, run_directory: Path
) -> None:
    family = _descendants(process.pid) if process.poll() is None else []
    if not own_root or not family:
        process.kill()
    # Confined, the first of them is process 1 of the namespace: all others end with it, and bwrap, which
    # is its parent, buries it and exits.  Were bwrap killed first, a zombie would remain in
    # containers whose own process 1 buries nobody.
    for pid in family[: 1 if own_root else None]:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    try:
        process.wait(GONE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stderr is not None:
        process.stderr.close()
    wait_for_silence(channel)
    channel.close()
    output.close()
    remove_run_directory(run_directory)


def wait_for_silence(channel: socket.socket) -> None:
    """Until the last process that holds the other end is gone, which is when end of file is read."""
    deadline = time.monotonic() + GONE_SECONDS
    try:
        channel.settimeout(GONE_SECONDS)
        while channel.recv(1 << 20) and time.monotonic() < deadline:
            pass
    except OSError:
        pass


def _descendants(pid: int) -> list[int]:
    """The processes below `pid`, as far as /proc knows; an orphan isn't found."""
    found: list[int] = []
    pending = [pid]
    while pending and len(found) < 10_000:
        try:
            children = Path(f"/proc/{pending[-1]}/task/{pending.pop()}/children").read_text("ascii").split()
        except OSError:
            continue
        found += map(int, children)
        pending += map(int, children)
    return found


def tail_of(said: bytes) -> str:
    """The last lines of what was said, as text that is safe to print."""
    text = said.decode("utf-8", "replace").strip()[-2000:]
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)
