"""Warm kernels: forks of one process that has imported everything (``grader.inside.zygote``).

The first kernel costs what a kernel from nothing costs; each further one, of the same submission after a crash or of
the next submission, is ready in hundredths of a second.  Whatever keeps a fork from being made or confined on this
machine, a kernel from nothing takes its place: warm or cold, the isolation is the same.

`jupyter_client`'s manager isn't used to start one for the grader: it polls for the kernel's end once a second and hands
a connection file around, where we have a descriptor of the process and one of its socket.  For other tools there's
`provisioner`.
"""

from __future__ import annotations

import json
import logging
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.errors import KernelUnavailable
from grader.kernel.allowance import Allowance, resource_limits
from grader.kernel.ending import Ending, pid_of
from grader.kernel.environment import student_environment
from grader.kernel.launch import (
    GONE_SECONDS,
    HOME,
    READY_SECONDS,
    Kernel,
    KernelProcess,
    KernelRecipe,
    Places,
    listen,
    python_argv,
    student_policy,
    tail_of,
    written_down,
)
from grader.kernel.output import Output
from grader.kernel.run_directory import new_run_directory, remove_run_directory
from grader.model.rubric import Limits
from grader.model.verdict import Verdict
from grader.sandbox import Confinement
from grader.sandbox.bubblewrap import WRITABLE_FOR_ROOT
from grader.sandbox.python_installation import extra_paths, readable_paths

__all__ = ["WarmKernel", "Zygote", "start_warm"]

log = logging.getLogger("grader.kernel")

ANSWER_SECONDS = 20.0
PRIVATE_FOLDERS = ("/tmp", HOME, "/dev/shm")  # noqa: S108 - inside the sandbox


def start_warm(
    confinement: Confinement,
    *,
    preload_torch: bool,
    hidden: Iterable[Path] = (),
    modules: Sequence[str] = (),
    devices: Sequence[str] = (),
) -> Zygote:
    """Spawn the process to fork kernels from and return at once.

    `modules` are further ones to import in it, `devices` what its kernels may use (`KernelRecipe`).  As with
    `grader.kernel.launch.start`, the thread that calls must live as long as the kernels shall.
    """
    return Zygote(KernelRecipe(confinement, preload_torch, tuple(hidden), devices=tuple(devices)), modules)


class Zygote:
    """The process that kernels are forked from.  Safe to be used by several threads."""

    def __init__(self, recipe: KernelRecipe, modules: Sequence[str] = ()) -> None:
        self.recipe = recipe
        self.problem = ""  # why it can't be used, once that is known
        self._ready = False
        self._lock = threading.RLock()
        self._run_directory = new_run_directory()
        if sys.platform != "linux":
            self.problem = "warm kernels need Linux"
            return
        places = Places.of(recipe, self._run_directory)
        if not recipe.own_root:
            os.makedirs(places.folder)
            os.makedirs(places.temporary)
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        policy = student_policy(recipe, places, forks=True)
        options = {
            "control": theirs.fileno(),
            "torch": recipe.preload_torch,
            "modules": list(modules),
            "paths": extra_paths(),
            "isolation": _isolation() if recipe.own_root else None,
        }
        try:
            with written_down(options) as told:
                self._process = subprocess.Popen(  # noqa: S603 - our own argv, no shell
                    recipe.confinement.backend.confine(python_argv("zygote.py", told, recipe.own_root), policy),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    close_fds=True,
                    pass_fds=(told, theirs.fileno()),
                    env=dict(policy.environment),
                    cwd="/" if recipe.own_root else places.folder,
                    start_new_session=True,
                )
        except OSError as error:
            self._control.close()
            remove_run_directory(self._run_directory)
            raise KernelUnavailable(f"the student's process can't be started: {error}") from error
        finally:
            theirs.close()
        self._end = weakref.finalize(self, _end_zygote, self._process, self._control, self._run_directory)

    def kernel(self, limits: Limits = Limits(), *, steady_memory: bool = False) -> Kernel:
        """A kernel that is forked when it's first needed; from nothing where there's nothing to fork from."""
        recipe = replace(self.recipe, steady_memory=steady_memory)
        return KernelProcess(recipe, limits) if self.problem else WarmKernel(self, recipe, limits)

    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None:
        """Wait until everything is imported.  Raises `KernelUnavailable` with what was said."""
        with self._lock:
            if self._ready:
                return
            deadline = time.monotonic() + seconds
            errors = self._process.stderr
            assert errors is not None
            said, message = b"", b""
            with selectors.DefaultSelector() as waiting:
                waiting.register(errors, selectors.EVENT_READ)
                waiting.register(self._control, selectors.EVENT_READ)
                while not message:
                    able = [key.fileobj for key, _ in waiting.select(max(0.0, deadline - time.monotonic()))]
                    if errors in able:
                        part = os.read(errors.fileno(), 65536)
                        said = (said + part)[-8000:]
                        if not part:
                            waiting.unregister(errors)
                    elif self._control in able:
                        message = self._control.recv(1 << 14) or b"-"
                    elif not able:
                        message = b"-"
            if message != b"R":
                self.close()
                self.problem = tail_of(said + message[1:]) or "it ended, or took too long"
                raise KernelUnavailable(f"the kernel didn't start. {self.problem}")
            errors.close()
            self._ready = True

    def fork(self, request: Mapping[str, object], descriptors: Sequence[int]) -> tuple[int, list[int]]:
        """The process id of a fresh fork (in the zygote's namespace), and descriptors (pidfds) of it and of process 1
        of its own namespace.

        Raises OSError with the reason if there's none.
        """
        with self._lock, written_down(request) as told:
            answer, received = self._asked({"op": "fork"}, [told, *descriptors])
        if "pid" not in answer or not received:
            raise OSError(str(answer.get("error", "no process came back")))
        return int(answer["pid"]), received

    def status_of(self, pid: int) -> int | None:
        """How the fork `pid` ended; None if it hasn't, or nobody knows any more."""
        try:
            with self._lock:
                answer, _ = self._asked({"op": "status", "pid": pid}, ())
        except OSError:
            return None
        status = answer.get("status")
        return status if isinstance(status, int) else None

    def _asked(self, request: Mapping[str, object], descriptors: Sequence[int]) -> tuple[dict[str, Any], list[int]]:
        # No student's code has a hand in this: the zygote runs none, and its forks don't have the socket.
        self._control.settimeout(ANSWER_SECONDS)
        socket.send_fds(self._control, [json.dumps(request).encode()], list(descriptors))
        message, received, _, _ = socket.recv_fds(self._control, 1 << 14, 2)
        if not message:
            raise EOFError("the process that kernels are forked from has ended")
        return json.loads(message), received

    def close(self) -> None:
        """End it and all that was forked from it.  Idempotent."""
        if hasattr(self, "_end"):
            self._end()
        remove_run_directory(self._run_directory)


def _isolation() -> dict[str, object]:
    shown = [path for path in readable_paths() if any(path.startswith(f"{folder}/") for folder in PRIVATE_FOLDERS)]
    return {
        "private": list(PRIVATE_FOLDERS),
        "shown": shown,
        "covered": list(WRITABLE_FOR_ROOT),
    }


def _end_zygote(process: subprocess.Popen[bytes], control: socket.socket, run_directory: Path) -> None:
    control.close()  # it ends by itself then, and bwrap, its parent, buries it
    try:
        process.wait(GONE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stderr is not None:
        process.stderr.close()
    remove_run_directory(run_directory)


class WarmKernel:
    """A kernel forked from a zygote: a `grader.kernel.launch.Kernel`."""

    def __init__(self, zygote: Zygote, recipe: KernelRecipe, limits: Limits) -> None:
        self.recipe = recipe
        self.limits = limits
        self._zygote = zygote
        self._cold: KernelProcess | None = None
        self._pid: int | None = None
        self._run_directory = new_run_directory()
        self._address = (str(self._run_directory / "k"), 1)
        self._channel, self._theirs = socket.socketpair()
        self._output = Output(limits.output_mib << 20)
        self._ending = Ending(self._channel, self._theirs, self._output, self._run_directory)
        self._end = weakref.finalize(self, self._ending)

    @property
    def channel(self) -> socket.socket:
        return self._channel if self._cold is None else self._cold.channel

    @property
    def shell_address(self) -> tuple[str, int]:
        return self._address if self._cold is None else self._cold.shell_address

    @property
    def run_directory(self) -> Path:
        return self._run_directory if self._cold is None else self._cold.run_directory

    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None:
        """Fork it, and wait for its word that it takes cells.  Raises `KernelUnavailable`."""
        if self._pid is not None or self._cold is not None:
            return
        self._zygote.wait_until_ready(seconds)
        listeners: list[socket.socket] = []
        try:
            listeners = self._listeners()
            self._pid, self._ending.processes = self._zygote.fork(
                self._request(), [self._theirs.fileno(), self._output.theirs, *(one.fileno() for one in listeners)]
            )
            self._theirs.close()
            problem = self._word(ANSWER_SECONDS)
            if not problem:
                roots = list(map(pid_of, self._ending.processes))
                self._ending.allowance = Allowance(self.limits, roots, self._output)
        except (OSError, EOFError) as error:
            problem = str(error)
        finally:
            for listener in listeners:
                listener.close()
        if problem:
            # Not the student's doing: nothing of theirs has run.
            self._zygote.problem = problem
            self._end()
            self._without_fork(problem, seconds)

    def _listeners(self) -> list[socket.socket]:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listen(listener, self._address)
        return [listener]

    def _without_fork(self, problem: str, seconds: float) -> None:
        log.warning("no kernel could be forked (%s); it is started from nothing: slower, and no grade changes", problem)
        self._cold = KernelProcess(self.recipe, self.limits)
        self._cold.wait_until_ready(seconds)

    def _request(self) -> dict[str, object]:
        places = Places.of(self.recipe, self._run_directory)
        if not self.recipe.own_root:
            os.makedirs(places.temporary)
            os.makedirs(places.folder)
        policy = student_policy(self.recipe, places)
        environment = student_environment(places.home, places.temporary)
        return {
            "sockets": places.sockets,
            "environment": environment,
            "folder": places.folder,
            "limits": resource_limits(self.limits, addresses=not self.recipe.devices),
            "steady_memory": self.recipe.steady_memory,
            "restrict": self.recipe.confinement.backend.restriction(policy),
            "private": {"bytes": self.limits.disk_mib << 20, "files": self.limits.files},
        }

    def _word(self, seconds: float) -> str:
        """Empty if it's ready, else what it says."""
        self._channel.settimeout(seconds)
        if self._channel.recv(1) == b"R":
            self._channel.setblocking(False)
            return ""
        said = b""
        while part := self._channel.recv(65536):
            said += part
        return tail_of(said) or "it ended at once"

    @property
    def pid(self) -> int | None:
        """The kernel's process in our own namespace; None before there is one."""
        return pid_of(self._ending.processes[0]) if self._ending.processes else None

    @property
    def ended(self) -> bool:
        if self._cold is not None:
            return self._cold.ended
        return not self._end.alive or self._ending.has_ended(0)

    @property
    def allowance(self) -> Allowance | None:
        return self._ending.allowance if self._cold is None else self._cold.allowance

    @property
    def exceeded(self) -> tuple[Verdict, str] | None:
        if self._cold is not None:
            return self._cold.exceeded
        return None if self._ending.allowance is None else self._ending.allowance.exceeded

    @property
    def status(self) -> int | None:
        """The exit status of a fork that has ended, negative for a signal; None where nobody knows it."""
        return None if self._pid is None else self._zygote.status_of(self._pid)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the fork itself."""
        for process in self._ending.processes[:1]:
            try:
                signal.pidfd_send_signal(process, number)
            except ProcessLookupError:
                continue

    def how_it_ended(self, seconds: float) -> str:
        if self._cold is not None:
            return self._cold.how_it_ended(seconds)
        if self._pid is None or not self._ending.has_ended(seconds):
            return ""
        status = self.status
        if status is None:
            return ""
        try:
            return signal.Signals(-status).name
        except ValueError:
            return f"exit status {status}" if status else ""

    def interrupted(self) -> bool:
        if self._cold is not None or not self._ending.processes:
            return False
        self.send(signal.SIGINT)
        return True

    def again(self) -> Kernel:
        return self._zygote.kernel(self.limits, steady_memory=self.recipe.steady_memory)

    def kill(self) -> None:
        if self._cold is not None:
            self._cold.kill()
        self._end()
