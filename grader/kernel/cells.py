"""Run code cells in a started kernel with nbclient.

Cell outputs are never looked at.  Nothing that a cell prints, draws or warns of changes a grade: it's counted (see
`output`) and thrown away, so no flood of it costs us memory, and no forged output can deceive us.  What is
read is one reply a cell, under a byte allowance, and it's believed in nothing that matters: whether a
component is right is found out by asking for it later.

nbclient's fixed waits are left out: for the kernel's silence on start, for output after
a cell, the one-second poll for a dead kernel, and every graceful shutdown.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import zmq.asyncio
from jupyter_client.asynchronous import AsyncKernelClient
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook

from grader.inside.launch import SERVE
from grader.inside.wire import without_surrogates
from grader.kernel.launch import Kernel
from grader.kernel.patience import patience_with, patiently
from grader.kernel.relay import Relay
from grader.model import Cell, Verdict
from grader.model.values import count_of, text_of, unstyled

__all__ = ["CellRun", "CellRunner"]

REPLY_BYTES = 8 << 20  # all that the kernel may send us while one cell runs
DEATH_POLL_SECONDS = 0.2

silent = logging.getLogger("grader.kernel.nbclient")
silent.addHandler(logging.NullHandler())
silent.propagate = False


@dataclass(frozen=True)
class CellRun:
    """How one cell ended.

    `ending` is PASSED (no error was reported), RAISED, or one of the dirty endings after which the kernel has to go.
    `line` counts from 1 within the cell.

    A cell whose time was over is `stopped` if the kernel goes on, as it does in Jupyter after the stop button;
    `function` is then what the cell had called, if it was a function or a class of the notebook, and `hangs_again` one
    for which it had less time than others.
    """

    number: int
    seconds: float
    ending: Verdict
    error_type: str = ""
    error: str = ""
    line: int | None = None
    stopped: bool = False
    function: str = ""
    hangs_again: str = ""


def _known_by(error_type: str) -> str:
    """The name that Python's documentation knows: since 3.13 a cell whose end is missing raises a private subclass."""
    return "SyntaxError" if error_type == "_IncompleteInputError" else error_type


class CellRunner:
    """The grader's side of one kernel while cells run.  Not for use inside a running event loop."""

    def __init__(self, process: Kernel) -> None:
        self._process = process
        self._loop = asyncio.new_event_loop()
        self._context = zmq.asyncio.Context()
        # In force for each socket made from this context, and set before it connects.
        self._context.MAXMSGSIZE = REPLY_BYTES
        self._context.RCVHWM = 16
        self._executed: dict[int, int] = {}
        kernel_ip, port = process.shell_address
        client_ip = str(process.run_directory / "c")
        self._relay = Relay(f"{client_ip}-{port}", f"{kernel_ip}-{port}", REPLY_BYTES)
        self._client = _CellClient(self._relay, process)
        self._loop.run_until_complete(self._connect(client_ip, port))

    async def _connect(self, ip: str, port: int) -> None:
        self._relay.start()
        kc = AsyncKernelClient(context=self._context, transport="ipc", ip=ip, shell_port=port)
        kc.session.key = b""  # whoever can forge a message in the kernel's process has the key anyway
        kc.allow_stdin = False
        kc.start_channels(shell=True, iopub=False, stdin=False, hb=False, control=False)  # noqa: S604 - a channel
        self._client.kc = kc

    def run(self, cell: Cell, seconds: float) -> CellRun:
        """Run one cell for `seconds` at most.  Whatever the kernel sends, it ends in a `CellRun`."""
        began = time.monotonic()
        self._renew()
        patience = patience_with(self._process.allowance, seconds)
        self._client.reply = None
        node = new_code_cell(without_surrogates(cell.source))
        self._client.nb = new_notebook(cells=[node])
        self._executed[len(self._executed) + 1] = cell.number
        content: Mapping[str, Any] = {}
        stopped = Verdict.UNREADABLE
        try:
            work = self._client.async_execute_cell(node, 0)
            self._loop.run_until_complete(patiently(work, patience, self._process.interrupted))
            ending, content = _read(self._client.reply)
        except TimeoutError:
            ending = Verdict.TIMED_OUT
            stopped, content = _read(self._client.reply)
        except (DeadKernelError, asyncio.CancelledError):
            late = patience.left <= 0
            ending = Verdict.FLOODED if self._relay.flooded else Verdict.TIMED_OUT if late else Verdict.CRASHED
        except Exception as error:  # noqa: BLE001 - nbclient raises whatever comes of a malformed message
            silent.debug("cell %s: %r", cell.number, error)
            ending = Verdict.FLOODED if self._relay.flooded else Verdict.UNREADABLE
        return CellRun(
            number=cell.number,
            seconds=time.monotonic() - began,
            ending=ending,
            error_type=_known_by(without_surrogates(text_of(content.get("ename")))[:200]),
            error=unstyled(without_surrogates(text_of(content.get("evalue")))[:2000]),
            line=count_of(content.get("line")),
            stopped=stopped is not Verdict.UNREADABLE,
            function=without_surrogates(text_of(content.get("function")))[:200],
        )

    def _renew(self) -> None:
        self._relay.renew()
        if self._process.allowance is not None:
            self._process.allowance.renew()

    def serve(self, seconds: float) -> bool:
        """Let the kernel's agent take questions from now on.  False if it doesn't within `seconds`."""
        self._renew()
        try:
            return self._loop.run_until_complete(asyncio.wait_for(self._serve(), seconds))
        except (TimeoutError, OSError, DeadKernelError):
            return False

    async def _serve(self) -> bool:
        channel = self._process.channel
        # What stands in the channel so far wasn't written by the agent.
        try:
            while channel.recv(1 << 16):
                pass
        except BlockingIOError:
            pass
        self._client.kc.execute(SERVE + json.dumps(self._executed), silent=True, store_history=False)
        return await asyncio.get_running_loop().sock_recv(channel, 1) == b"S"

    def close(self) -> None:
        self._loop.run_until_complete(_end_all_tasks())
        self._relay.close()
        self._context.destroy(linger=0)
        self._loop.close()


async def _end_all_tasks() -> None:
    """Within the loop: outside of it, gathering no tasks at all makes a future of another loop."""
    pending = asyncio.all_tasks() - {asyncio.current_task()}
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)


class _CellClient(NotebookClient):  # type: ignore[misc]
    """nbclient's way to run a cell, over a kernel that we have started ourselves."""

    def __init__(self, relay: Relay, process: Kernel) -> None:
        super().__init__(new_notebook(), log=silent, allow_errors=True, on_cell_executed=self._keep)
        self.reply: Any = None
        self._relay = relay
        self._process = process

    def _keep(self, execute_reply: Any, **_: Any) -> None:
        self.reply = execute_reply

    def _get_timeout(self, _cell: Any) -> None:
        """Our own clock decides."""

    async def _async_poll_output_msg(self, *_: Any) -> None:
        """Outputs aren't subscribed to."""

    async def _async_poll_kernel_alive(self) -> None:
        while not self._process.ended:
            try:
                await asyncio.wait_for(self._relay.lost.wait(), DEATH_POLL_SECONDS)
                break
            except TimeoutError:
                continue
        self.task_poll_for_reply.cancel()

    async def _async_check_alive(self) -> None:
        """The clock alone decides when a reply doesn't come."""


def _read(reply: Any) -> tuple[Verdict, Mapping[str, Any]]:
    content = reply.get("content") if isinstance(reply, dict) else None
    if not isinstance(content, dict) or content.get("status") not in ("ok", "error", "aborted"):
        return Verdict.UNREADABLE, {}
    return (Verdict.PASSED if content["status"] == "ok" else Verdict.RAISED), content
