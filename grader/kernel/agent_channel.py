"""Questions to the agent in the student's process, over a socket pair of our own.

A frame goes out, a frame comes back, under our clock and our bounds.  Each question
has an id that can't be guessed, and what stands in the socket before it is asked is thrown away, so that
an answer that was sent before the question can't be taken for one.
"""

from __future__ import annotations

import secrets
import select
import socket
import time
from collections.abc import Callable

from grader.inside import wire
from grader.kernel.patience import Patience
from grader.kernel.protocol import reply_from, request_for
from grader.model import Call, NoReply, Reply, Verdict

__all__ = ["ask_agent"]

STALE_BYTES = 64 << 20  # more than this from a process that wasn't asked is a flood
CHUNK = 1 << 20


class _Late(Exception):
    """The time is over."""


class _Flood(Exception):
    """More came than anyone asked for."""


def ask_agent(
    channel: socket.socket,
    call: Call,
    patience: Patience,
    how_it_ended: Callable[[], str],
    bounds: wire.Bounds = wire.Bounds(),
) -> Reply:
    """The answer to `call`; every way in which it can fail to come is a `NoReply`."""
    question = secrets.randbits(52)
    frame = wire.encode(request_for(call, question))
    try:
        _discard(channel)
        _send(channel, frame, patience)
        answer = wire.read_frame(lambda count: _receive(channel, count, patience), bounds)
        return reply_from(wire.decode(answer, bounds), question)
    except _Late:
        return NoReply(Verdict.TIMED_OUT, f"({patience.seconds:g} s)")
    except _Flood:
        return NoReply(Verdict.FLOODED)
    except wire.TooLarge as error:
        return NoReply(Verdict.FLOODED, str(error))
    except wire.WireError as error:
        return NoReply(Verdict.UNREADABLE, str(error))
    except (OSError, EOFError):
        return NoReply(Verdict.CRASHED, how_it_ended())


def _discard(channel: socket.socket) -> None:
    """Read away what came unasked."""
    seen = 0
    try:
        while part := channel.recv(CHUNK):
            seen += len(part)
            if seen > STALE_BYTES:
                raise _Flood
    except BlockingIOError:
        return
    raise EOFError


def _send(channel: socket.socket, frame: bytes, patience: Patience) -> None:
    """Send all of `frame`.  What arrives meanwhile is read away, so that both sides can't wait for each other."""
    rest = memoryview(frame)
    seen = 0
    while rest:
        readable, writable = _wait(channel, patience, writing=True)
        if writable:
            rest = rest[channel.send(rest[:CHUNK]) :]
        elif readable:
            part = channel.recv(CHUNK)
            seen += len(part)
            if not part:
                raise EOFError
            if seen > STALE_BYTES:
                raise _Flood


def _receive(channel: socket.socket, count: int, patience: Patience) -> bytes:
    data = bytearray()
    while len(data) < count:
        _wait(channel, patience, writing=False)
        part = channel.recv(min(CHUNK, count - len(data)))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


def _wait(channel: socket.socket, patience: Patience, *, writing: bool) -> tuple[bool, bool]:
    poll = select.poll()  # select() can't take descriptors from 1024 on
    poll.register(channel, select.POLLIN | (select.POLLOUT if writing else 0))
    while not (events := poll.poll(max(0.0, patience.until - time.monotonic()) * 1000)):
        if (left := patience.left) <= 0:
            raise _Late
        if events := poll.poll(left * 1000):
            break
    able = events[0][1]
    return bool(able & ~select.POLLOUT), bool(able & select.POLLOUT)
