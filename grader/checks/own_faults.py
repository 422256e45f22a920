"""Where a check broke off: the line of the course's own file, which is where its writer must look."""

from __future__ import annotations

import os
import sysconfig
import traceback
from pathlib import Path

from grader.model import Text

__all__ = ["OWN_COURSE", "failed"]

GRADER = str(Path(__file__).parents[1]) + os.sep
LIBRARIES = tuple(sysconfig.get_paths()[kind] + os.sep for kind in ("stdlib", "platstdlib", "purelib", "platlib"))
# The students' edition has the components of its course in this folder of the package; nothing else does.
OWN_COURSE = "own_course"


def failed(error: BaseException) -> Text:
    """What is said of a check that broke off: whose it is, and where.

    Of the exception no more is told than its type: its text may quote what students mustn't see.
    """
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    course = [frame for frame in frames if _is_of_a_course(frame[0])]
    ours = [frame for frame in frames if frame[0].startswith(GRADER)]
    innermost = next((found[-1] for found in (course, ours, frames) if found), None)
    place = [] if innermost is None else [f"{Path(innermost[0]).name}:{innermost[1]}"]
    values = {"type": ", ".join([type(error).__name__, *place])}
    if course:
        return Text(
            "The course's own code failed in this check ({type}), which is no fault of the notebook. Who wrote it must "
            "mend that line.",
            values,
        )
    return Text("The grader itself failed in this check ({type}). Please report it.", values)


def _is_of_a_course(file: str) -> bool:
    return file.startswith(GRADER + OWN_COURSE + os.sep) or not file.startswith((GRADER, *LIBRARIES, "<"))
