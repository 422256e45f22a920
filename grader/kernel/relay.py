"""Carries bytes between Jupyter's client and the student's kernel, and counts them.

ZeroMQ bounds the size of a part of a message and the number of messages, but not the number of parts: a
kernel that sends a message of a million parts would fill our memory before we see the first.  So the client
connects to us, we connect to the kernel, and whoever sends more than its allowance is cut off.
"""

from __future__ import annotations

import asyncio
import socket

__all__ = ["Relay"]

CHUNK = 1 << 16


class Relay:
    """Listens at `client_path` for one client and connects it to the kernel's socket at `kernel_path`.

    `lost` is set when the kernel has hung up or was cut off; `flooded` says which.  Nothing moves
    but while the event loop runs.
    """

    def __init__(self, client_path: str, kernel_path: str, allowance: int) -> None:
        self.allowance = self.left = allowance
        self.flooded = False
        self.lost = asyncio.Event()
        self._kernel_path = kernel_path
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.setblocking(False)
        self._listener.bind(client_path)
        self._listener.listen(1)
        self._sockets = [self._listener]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """To be called in a running event loop."""
        self._tasks.append(asyncio.get_running_loop().create_task(self._carry()))

    def renew(self) -> None:
        """A full allowance again: for the next cell."""
        self.left = self.allowance

    def close(self) -> None:
        """Once its tasks have been cancelled with the rest of the loop's."""
        for end in self._sockets:
            end.close()

    async def _carry(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            client, _ = await loop.sock_accept(self._listener)
            self._sockets.append(client)
            kernel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._sockets.append(kernel)
            for end in (client, kernel):
                end.setblocking(False)
            await loop.sock_connect(kernel, self._kernel_path)
            self._tasks.append(loop.create_task(self._outward(client, kernel)))
            while data := await loop.sock_recv(kernel, CHUNK):
                self.left -= len(data)
                if self.left < 0:
                    self.flooded = True
                    break
                await loop.sock_sendall(client, data)
        except OSError:
            pass
        finally:
            self.lost.set()

    async def _outward(self, client: socket.socket, kernel: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            while data := await loop.sock_recv(client, CHUNK):
                await loop.sock_sendall(kernel, data)
        except OSError:
            self.lost.set()
