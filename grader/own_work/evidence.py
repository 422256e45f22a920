"""What was found of library calls, and how a student is told."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model import LibraryCall, Text

__all__ = ["Evidence"]


@dataclass(frozen=True)
class Evidence:
    """What running and what reading the code showed.

    `violations` are forbidden calls that were seen while the code ran; `unseen` says what kept the witnesses from
    seeing everything.  `reached` are such calls in code that the graded names lead to: read, not seen to run, so they
    cost nothing by themselves.  It may be the branch for the other library, or one that is switched off.
    """

    violations: tuple[LibraryCall, ...] = ()
    unseen: tuple[str, ...] = ()
    reached: tuple[LibraryCall, ...] = ()

    def message(self) -> Text | None:
        if self.violations:
            return self._seen()
        if self.reached:
            return self._read(self.reached[0])
        if self.unseen:
            return Text(
                "Whether this part is built without the library's version could not be checked ({what}). "
                "It costs nothing; your teacher may have a look.",
                {"what": ", ".join(self.unseen)},
            )
        return None

    def _seen(self) -> Text:
        # One call is seen under several names, what an nn.MultiheadAttention itself calls among them.  What stands in
        # the code is the one that was read at that place; else it's a public one.
        first = min(self.violations, key=lambda call: (call.name.count("._") + call.name.count("_C."), call.name))
        written = [call for call in self.reached if (call.cell, call.line) == (first.cell, first.line)]
        first = written[0] if written else first
        if first.cell is None or first.line is None:
            return Text(
                "Your function is `{name}` under another name, which is what this part asks you to build yourself.",
                {"name": first.name},
            )
        return Text(
            "Cell {cell}, line {line} calls `{name}`, which is what this part asks you to build yourself.",
            {"cell": first.cell, "line": first.line, "name": first.name},
        )

    def _read(self, call: LibraryCall) -> Text:
        place: dict[str, str | int | float | Text] = {
            "cell": call.cell or 0,
            "line": call.line or 0,
            "name": call.name,
        }
        if self.unseen:
            return Text(
                "Whether this part is built without the library's version could not be checked ({what}), but cell "
                "{cell}, line {line} uses `{name}`, which is what this part asks you to build yourself. "
                "It costs nothing; your teacher may have a look.",
                place | {"what": ", ".join(self.unseen)},
            )
        return Text(
            "Cell {cell}, line {line} uses `{name}`, which is what this part asks you to build yourself. "
            "No call of it was seen when your code was tried, so it costs nothing; your teacher may have a look.",
            place,
        )
