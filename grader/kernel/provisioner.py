"""Confined kernels for any Jupyter client: nbclient, nbconvert, a notebook server.

    JUPYTER_DEFAULT_PROVISIONER_NAME=confined jupyter nbconvert --to notebook --execute theirs.ipynb

`jupyter_client` finds it by its entry point.  A kernel of it is forked from a zygote as the grader's are, and as
confined, and everything that a client may want of a kernel works: outputs, interrupts, restarts.

The grader itself doesn't take this way.  What a client subscribes to, a notebook can flood and forge; a client waits a
fifth of a second for silence when a kernel starts, looks once a second whether it has ended, and asks it to shut down.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
import threading
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning import KernelProvisionerBase
from traitlets import Bool, Unicode

from grader import sandbox
from grader.errors import KernelUnavailable
from grader.kernel.launch import KernelRecipe, listen
from grader.kernel.warm import WarmKernel, Zygote, start_warm
from grader.model.rubric import Limits

__all__ = ["NAME", "ConfinedProvisioner"]

NAME = "confined"
PORTS = ("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port")  # as in `grader.inside.client_kernel`

_zygotes: dict[tuple[str, bool], Zygote] = {}
_lock = threading.Lock()


class ConfinedProvisioner(KernelProvisionerBase):  # type: ignore[misc]
    """Forks a confined kernel from a zygote, which is started with the first and ends with this process.

    As with `grader.kernel.launch.start`, the thread that starts the first kernel must live as long as all of them.  A
    kernelspec may set `sandbox` and `torch` under ``metadata.kernel_provisioner.config``.
    """

    sandbox = Unicode("auto", help="How to confine kernels: auto, bubblewrap, landlock, uid or none.").tag(config=True)
    torch = Bool(True, help="Are kernels forked with torch imported?").tag(config=True)

    _kernel: _ClientKernel | None = None

    async def pre_launch(self, **options: Any) -> dict[str, Any]:
        """The command is ours: whatever a kernelspec names as one isn't run."""
        return {**await super().pre_launch(**options), "cmd": []}

    async def launch_kernel(self, cmd: list[str], **_: Any) -> KernelConnectionInfo:
        assert not cmd
        zygote = _zygote(self.sandbox, self.torch)
        kernel = _ClientKernel(zygote, zygote.recipe, Limits(output_mib=1 << 20))
        kernel.wait_until_ready()
        self._kernel = kernel
        address = kernel.shell_address[0]
        ports: dict[str, Any] = {name: number for number, name in enumerate(PORTS, start=1)}
        signed: dict[str, Any] = {"key": kernel.key.encode(), "signature_scheme": "hmac-sha256"}
        self.connection_info: KernelConnectionInfo = {"transport": "ipc", "ip": address, **signed, **ports}
        return self.connection_info

    @property
    def has_process(self) -> bool:
        return self._kernel is not None

    async def poll(self) -> int | None:
        """None while it runs; else its exit status, or 1 where nobody knows."""
        if self._kernel is None:
            return 0
        return self._kernel.status if self._kernel.ended else None

    async def wait(self) -> int | None:
        while self._kernel is not None and not self._kernel.ended:
            await asyncio.sleep(0.01)
        return await self.poll()

    async def send_signal(self, signum: int) -> None:
        if signum and self._kernel is not None:
            self._kernel.send(signal.Signals(signum))

    async def kill(self, restart: bool = False) -> None:  # noqa: ARG002 - the same for both
        """It, and all that it has started."""
        if self._kernel is not None:
            self._kernel.kill()

    async def terminate(self, restart: bool = False) -> None:
        await self.kill(restart)

    async def cleanup(self, restart: bool = False) -> None:
        await self.kill(restart)
        self._kernel = None


class _ClientKernel(WarmKernel):
    """A fork that listens for a client on five sockets."""

    def __init__(self, zygote: Zygote, recipe: KernelRecipe, limits: Limits) -> None:
        super().__init__(zygote, recipe, limits)
        self.key = secrets.token_hex(32)

    def _listeners(self) -> list[socket.socket]:
        made = []
        for number in range(1, len(PORTS) + 1):
            made.append(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            listen(made[-1], (self.shell_address[0], number))
        return made

    def _request(self) -> dict[str, object]:
        return {**super()._request(), "key": self.key}

    def _without_fork(self, problem: str, _seconds: float) -> None:
        raise KernelUnavailable(f"no kernel could be forked: {problem}")


def _zygote(level: str, torch: bool) -> Zygote:
    with _lock:
        if (level, torch) not in _zygotes or _zygotes[level, torch].problem:
            _zygotes[level, torch] = start_warm(sandbox.choose(level), preload_torch=torch)
        return _zygotes[level, torch]
