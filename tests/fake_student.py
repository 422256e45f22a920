"""A student in our own process: the real agent and the real wire, but no kernel.

Most tests of checks and components use it; the tests in ``tests/kernel`` show that a kernel
answers the same.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from grader.inside import wire
from grader.inside.agent import Agent
from grader.kernel.protocol import reply_from, request_for
from grader.model import Ask, Call, Reply

__all__ = ["fake_student"]


def fake_student(*cells: str, names: Mapping[str, Any] | None = None) -> Ask:
    """An `Ask` over the notebook `cells` (source text), or over ready-made `names`."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(cells, start=1):
        exec(compile(textwrap.dedent(source), f"<cell {number}>", "exec"), namespace)
    namespace.update(names or {})

    def cell_of(filename: str) -> int | None:
        return int(filename[6:-1]) if filename.startswith("<cell ") else None

    agent = Agent(namespace, cell_of)
    counter = 0

    def ask(call: Call) -> Reply:
        nonlocal counter
        counter += 1
        request = wire.decode(wire.encode(request_for(call, counter)))
        return reply_from(wire.decode(wire.encode(agent.answer(request))), counter)

    return ask
