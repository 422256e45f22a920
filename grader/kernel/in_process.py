"""An `Ask` over code of OURS, in our own process: the real agent and the real wire, but no kernel.

Nothing confines what is asked here.  It's for the course's own code (references, known-wrong variants, the solved
notebooks) and for tests, and NEVER for a student's: that runs in a :class:`~grader.kernel.session.KernelSession`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from grader.inside import wire
from grader.inside.agent import Agent
from grader.kernel.protocol import reply_from, request_for
from grader.model import Ask, Call, Reply

__all__ = ["ask_in_process"]


def ask_in_process(
    *cells: str, names: Mapping[str, Any] | None = None, place: Callable[[str], int | None] = lambda _: None
) -> Ask:
    """An `Ask` over the notebook `cells` (source text, run at once), and over ready-made `names`; of these, `place`
    tells which cell the code of a file name comes from.

    An exception in a cell is raised here: our own code must run.
    """
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(cells, start=1):
        code = compile(textwrap.dedent(source), f"<cell {number}>", "exec", dont_inherit=True)
        exec(code, namespace)  # noqa: S102 - code of ours
    namespace.update(names or {})

    def cell_of(filename: str) -> int | None:
        return int(filename[6:-1]) if filename.startswith("<cell ") else place(filename)

    agent = Agent(namespace, cell_of)
    counter = 0

    def ask(call: Call) -> Reply:
        nonlocal counter
        counter += 1
        request = wire.decode(wire.encode(request_for(call, counter)))
        return reply_from(wire.decode(wire.encode(agent.answer(request))), counter)

    return ask
