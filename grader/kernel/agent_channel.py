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
from grader.kernel.patience import INTERRUPTED_SECONDS, Patience
from grader.kernel.protocol import reply_from, request_for
from grader.model import Call, NoReply, Raised, Reply, Returned, Verdict

__all__ = ["ask_agent"]

STALE_BYTES = 64 << 20  # more than this from a process that wasn't asked is a flood
CHUNK = 1 << 20
# How often it's asked whether who should answer is still there.
LOOK_SECONDS = 0.25


class _Late(Exception):
    """The time is over."""


class _Flood(Exception):
    """More came than anyone asked for."""


def ask_agent(
    channel: socket.socket,
    call: Call,
    patience: Patience,
    how_it_ended: Callable[[], str],
    has_ended: Callable[[], bool],
    bounds: wire.Bounds = wire.Bounds(),
    interrupted: Callable[[], bool] = lambda: False,
) -> Reply:
    """The answer to `call`; every way in which it can fail to come is a `NoReply`.

    The kernel `has_ended` may be all that tells: what it has started holds its end of the socket open.  Who is late is
    `interrupted`, if that can be, and may then go on.
    """
    question = secrets.randbits(52)
    frame = wire.encode(request_for(call, question))
    try:
        _discard(channel)
        _send(channel, frame, patience, has_ended)
        answer = wire.read_frame(lambda count: _receive(channel, count, patience, has_ended), bounds)
        return reply_from(wire.decode(answer, bounds), question)
    except _Late:
        # Half a frame may have come: what comes now can be read from its beginning, or the process has to go.
        stopped = interrupted() and _answers(channel, question, has_ended, bounds)
        return NoReply(Verdict.TIMED_OUT, f"({patience.seconds:g} s)", stopped)
    except _Flood:
        return NoReply(Verdict.FLOODED)
    except wire.TooLarge as error:
        return NoReply(Verdict.FLOODED, str(error))
    except wire.WireError as error:
        return NoReply(Verdict.UNREADABLE, str(error))
    except (OSError, EOFError):
        return NoReply(Verdict.CRASHED, how_it_ended())


def _answers(channel: socket.socket, question: int, has_ended: Callable[[], bool], bounds: wire.Bounds) -> bool:
    """Whether who was interrupted says so.  What else the answer says doesn't count: it's too late."""
    patience = Patience(INTERRUPTED_SECONDS)
    try:
        answer = wire.read_frame(lambda count: _receive(channel, count, patience, has_ended), bounds)
        return isinstance(reply_from(wire.decode(answer, bounds), question), Raised | Returned)
    except (_Late, wire.WireError, OSError, EOFError):
        return False


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


def _send(channel: socket.socket, frame: bytes, patience: Patience, has_ended: Callable[[], bool]) -> None:
    """Send all of `frame`.  What arrives meanwhile is read away, so that both sides can't wait for each other."""
    rest = memoryview(frame)
    seen = 0
    while rest:
        readable, writable = _wait(channel, patience, has_ended, writing=True)
        if writable:
            rest = rest[channel.send(rest[:CHUNK]) :]
        elif readable:
            part = channel.recv(CHUNK)
            seen += len(part)
            if not part:
                raise EOFError
            if seen > STALE_BYTES:
                raise _Flood


def _receive(channel: socket.socket, count: int, patience: Patience, has_ended: Callable[[], bool]) -> bytes:
    data = bytearray()
    while len(data) < count:
        _wait(channel, patience, has_ended, writing=False)
        part = channel.recv(min(CHUNK, count - len(data)))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


def _wait(
    channel: socket.socket, patience: Patience, has_ended: Callable[[], bool], *, writing: bool
) -> tuple[bool, bool]:
    poll = select.poll()  # select() can't take descriptors from 1024 on
    poll.register(channel, select.POLLIN | (select.POLLOUT if writing else 0))
    ended = False
    while not (events := poll.poll(1000 * _look_seconds(patience, ended))):
        if ended:  # and what it had sent by then has been read
            raise EOFError
        ended = has_ended()
        if not ended and patience.left <= 0:
            raise _Late
    able = events[0][1]
    return bool(able & ~select.POLLOUT), bool(able & select.POLLOUT)


def _look_seconds(patience: Patience, ended: bool) -> float:
    if ended:
        return 0.0
    # What is left altogether is dear to find out, and asked for only once the time is up by the wall's clock.
    return min(LOOK_SECONDS, max(0.0, patience.until - time.monotonic()) or max(0.0, patience.left))
