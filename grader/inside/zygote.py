"""Forks kernels that have everything imported already.  Started as a plain file, as `launch` is.

A kernel that starts from nothing imports IPython, NumPy and torch for seconds; a fork of a process that has
them is ready in a few hundredths of one.  This process imports them once, runs nothing of anybody's, and forks at
the grader's word.  What it forks never comes back to it: it is confined further (`isolation`), becomes the kernel of
one notebook, and ends with it.

Two rules, learnt from forks that hung: no thread before the fork (OpenMP's and OpenBLAS's are kept from
starting by one thread each), and nothing touches the accelerator.

The argument is the descriptor of a file with a JSON object: ``control`` (a descriptor, SOCK_SEQPACKET), ``torch``,
``modules`` (further ones to import), ``paths``, ``isolation`` (for `isolation.isolate`; null to fork without).  ``R``
is written to the control socket when everything is imported, else ``E`` and the traceback.  A request is one JSON
object in one message:

- ``{"op": "fork"}`` with at least four descriptors: a file that says what is wanted, the agent's channel, one for what
  is printed, and the kernel's listening socket; all five of them, if ``key`` is wanted and with it a kernel for any
  client.  Wanted is ``{"sockets": DIR, "environment": {...}, "folder": DIR, "limits": {...}, "private": {...},
  "restrict": {...}, "steady_memory": BOOL}`` (for `isolation.limit`, what overrides
  the options for `isolation.isolate`, for `restrict.restrict`, and whether to call `launch.keep_memory`).  The answer
  is ``{"pid": N}`` with a descriptor of that process, and one of its namespace's process 1, where it has one.
- ``{"op": "status", "pid": N}``: ``{"status": S}``, as :func:`os.waitstatus_to_exitcode` has it; null while it runs.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
import time
import traceback
import types
from importlib import import_module
from typing import Any

__all__ = ["lasting_threads", "main"]

PACKAGE = "_inside"  # as in launch
LONGEST_REQUEST = 1 << 10
MOST_DESCRIPTORS = 8
REAP_SECONDS = 1.0
THREAD_SECONDS = 2.0


def main(told: str) -> None:
    package = types.ModuleType(PACKAGE)
    package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
    sys.modules[PACKAGE] = package
    launch = import_module(f"{PACKAGE}.launch")
    options = launch.read_options(int(told))
    control = socket.socket(fileno=options["control"])
    os.set_inheritable(options["control"], False)
    try:
        launch.silence()
        _import_everything(options, launch)
        isolation = import_module(f"{PACKAGE}.isolation")
        sys.modules[f"{PACKAGE}.restrict"].adopt_orphans()
        threads = lasting_threads()
        if threads > 1:
            raise RuntimeError(f"{threads} threads are running: a fork would hang")
    except BaseException:
        control.sendall(b"E" + traceback.format_exc()[-8000:].encode("utf-8", "replace"))
        raise
    gc.collect()
    gc.freeze()  # the collector would write to every page that is shared
    control.sendall(b"R")
    _serve(control, launch, isolation, options)
    os._exit(0)  # to take torch apart would keep whoever waits for the end of it for a tenth of a second


def lasting_threads() -> int:
    """How many there are, once those that are about to end have: building its list of fonts, matplotlib has a timer.

    On one core, or on a busy machine, one that was cancelled is still there when the import is through.
    """
    until = time.monotonic() + THREAD_SECONDS
    while sys.platform == "linux":
        count = len(os.listdir("/proc/self/task"))
        if count == 1 or time.monotonic() > until:
            return count
        time.sleep(0.005)
    return 1


def _import_everything(options: dict[str, Any], launch: Any) -> None:
    launch.end_with_parent()
    sys.path.extend(options["paths"])
    import_module(f"{PACKAGE}.restrict")
    launch.import_ipykernel()
    import_module("numpy.random")
    if options["torch"]:
        try:
            launch.spare_dynamo(import_module("torch"))
            import_module(f"{PACKAGE}.witness").know_names()
        except ImportError:  # the notebook's import will say so
            pass
    for name in options["modules"]:
        try:
            import_module(name)
        except ImportError:
            pass


def _serve(control: socket.socket, launch: Any, isolation: Any, options: dict[str, Any]) -> None:
    statuses: dict[int, int] = {}
    running: dict[int, int] = {}  # by process id, a descriptor of the process (a pidfd)
    poll = select.poll()
    poll.register(control, select.POLLIN)
    while True:
        # Whoever has ended is buried at once: a namespace isn't gone before the last process in it is.
        ready = {descriptor for descriptor, _ in poll.poll(REAP_SECONDS * 1000)}
        for handle in _reap(running, statuses):
            poll.unregister(handle)
            os.close(handle)
        if control.fileno() not in ready:
            continue
        message, descriptors, _, _ = socket.recv_fds(control, LONGEST_REQUEST, MOST_DESCRIPTORS)
        if not message:  # the grader has hung up
            return
        for descriptor in descriptors:  # unlike those that Python opens
            os.set_inheritable(descriptor, False)
        request = json.loads(message)
        if request["op"] == "status":
            _answer(control, {"status": statuses.get(request["pid"])})
            continue
        try:
            pid, first = isolation.fork(options["isolation"])
        except OSError as error:
            _answer(control, {"error": str(error)})
            for descriptor in descriptors:
                os.close(descriptor)
            continue
        if pid == 0:
            control.close()
            for handle in running.values():  # they're other notebooks' kernels
                os.close(handle)
            _become_kernel(descriptors, launch, isolation, options["isolation"])
        for descriptor in descriptors:
            os.close(descriptor)
        family = [process for process in (pid, first) if process is not None]
        handles = [os.pidfd_open(process) for process in family]
        running.update(zip(family, handles))
        for handle in handles:
            poll.register(handle, select.POLLIN)
        _answer(control, {"pid": pid}, handles)


def _children() -> set[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return set(map(int, file.read().split()))
    except OSError:
        return set()


def _answer(control: socket.socket, answer: dict[str, Any], descriptors: list[int] | None = None) -> None:
    socket.send_fds(control, [json.dumps(answer).encode()], descriptors or [])


def _reap(running: dict[int, int], statuses: dict[int, int]) -> list[int]:
    """The descriptors of those of `running` that have ended; how they did is in `statuses` then."""
    # What a kernel that has ended left behind becomes ours, where there's no process namespace to end with it.
    for orphan in _children() - set(running):
        try:
            os.kill(orphan, signal.SIGKILL)
            os.waitpid(orphan, 0)
        except OSError:
            continue
    ended = []
    for pid in list(running):
        try:
            found, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:  # see `isolation.fork`; that one notebook's end mustn't be everybody's
            ended.append(running.pop(pid))
            continue
        if found:
            ended.append(running.pop(pid))
            statuses[pid] = os.waitstatus_to_exitcode(status)
    while len(statuses) > 1000:
        statuses.pop(next(iter(statuses)))
    return ended


def _become_kernel(descriptors: list[int], launch: Any, isolation: Any, confine: dict[str, Any] | None) -> None:
    """In the fork; ends with the kernel."""
    told, agent, output, *listening = descriptors
    channel = socket.socket(fileno=agent)
    try:
        request = launch.read_options(told)
        restrict = sys.modules[f"{PACKAGE}.restrict"].restrict
        if confine is not None:
            isolation.isolate({**confine, **request["private"]})
        restrict(request["restrict"])
        launch.end_with_parent()
        if request["steady_memory"]:
            launch.keep_memory()
        os.environ.clear()
        os.environ.update(request["environment"])
        os.makedirs(request["folder"], exist_ok=True)
        os.chdir(request["folder"])
        # Forked from one state, all would draw the same numbers.  Python's own generator sees to itself.
        sys.modules["numpy"].random.seed(None)
        options = {"channel": agent, "listening": listening, "sockets": request["sockets"]}
        if "key" in request:
            app = import_module(f"{PACKAGE}.client_kernel").client_app({**options, "key": request["key"]})
        else:
            app = sys.modules[f"{PACKAGE}.kernel"].kernel_app(options, channel)
        isolation.limit(request["limits"])
        launch.print_to(output)
        channel.sendall(b"R")
        app.start()
    except BaseException:
        try:
            channel.sendall(b"E" + traceback.format_exc()[-8000:].encode("utf-8", "replace"))
        finally:
            os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
