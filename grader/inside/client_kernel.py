"""A kernel for any Jupyter client: ipykernel's own, whose five sockets the other side has bound.

The grader's own kernel is `kernel`.  This one is for notebooks that are run by other tools, in the same
confinement (``grader.kernel.provisioner``): it sends its outputs, takes interrupts and
shuts itself down when it's asked.
"""

from __future__ import annotations

import os
from typing import Any

import zmq
from ipykernel.heartbeat import Heartbeat
from ipykernel.kernelapp import IPKernelApp

__all__ = ["PORTS", "client_app"]

# By the order of their descriptors; what an address of the ``ipc`` transport calls its port is the place in it.
PORTS = ("shell", "iopub", "stdin", "control", "hb")


def client_app(options: dict[str, Any]) -> Any:
    """The kernel, ready to start, on the descriptors ``listening``; messages are signed with ``key``."""
    for descriptor in (options["channel"], *options["listening"]):
        os.set_inheritable(descriptor, False)
    os.makedirs(options["sockets"], mode=0o700, exist_ok=True)
    App.descriptors = options["listening"]
    ports = {f"{name}_port": number for number, name in enumerate(PORTS, start=1)}
    address = os.path.join(options["sockets"], "k")
    # What is written to the descriptors themselves goes where the grader counts it.
    app = App.instance(transport="ipc", ip=address, capture_fd_output=False, ignore_cwd=True, **ports)
    app.session.key = options["key"].encode()
    app.config.HistoryManager.enabled = False
    app.initialize([])
    # It would try for ever to reach a shell socket that has no path in here.
    app.debug_shell_socket.close(linger=0)
    return app


def _listen(socket: Any, app: App | None, ip: str, port: int) -> None:
    socket.setsockopt(zmq.USE_FD, (app or App).descriptors[port - 1])
    socket.bind(f"ipc://{ip}-{port}")


class _Heartbeat(Heartbeat):  # type: ignore[misc]
    def _try_bind_socket(self) -> None:
        _listen(self.socket, None, self.ip, self.port)


class App(IPKernelApp):  # type: ignore[misc]
    descriptors: list[int]

    def _bind_socket(self, s: Any, port: int) -> int:
        _listen(s, self, self.ip, port)
        return port

    def init_heartbeat(self) -> None:
        self.heartbeat = _Heartbeat(zmq.Context(), (self.transport, self.ip, self.hb_port))
        self.heartbeat.start()

    def parse_command_line(self, argv: Any = None) -> None:
        """There's none."""

    def load_config_file(self, *_: Any, **__: Any) -> None:
        """There's none, in a home folder that is empty."""

    def init_connection_file(self) -> None:
        """None is needed: the sockets are there."""

    def write_connection_file(self, **_: Any) -> None:
        """See above."""
