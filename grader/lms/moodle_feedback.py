"""The students' pages as the zip that Moodle takes back (Assignment: "Upload multiple feedback files in a zip").

By the rule of ``mod/assign/feedback/file/importziplib.php``: a name is split at its first four underscores into the
student's name, the participant's number, ``assignfeedback`` and ``file``; what is behind them is the file's own name.
In this flat form every version since 2.x reads it the same.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from grader.classroom.collection import slug_of
from grader.classroom.roster import Roster
from grader.classroom.writing import FEEDBACK
from grader.lms.entering import Sheet
from grader.lms.marks import ClassMarks, Mark
from grader.lms.matching import match
from grader.lms.moodle_worksheet import participant
from grader.model import Text

__all__ = ["Feedback", "feedback_zip"]

_UNSAFE = re.compile(r'[_/\\:*?"<>|\x00-\x1f\x7f]+')
_LONGEST = 80
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same reports give the same bytes


@dataclass(frozen=True)
class Feedback:
    """`left_out` are students who have a result but no file in the zip, with the reason."""

    file: bytes
    count: int
    left_out: Sequence[tuple[Mark, Text]]


def feedback_zip(results: ClassMarks, sheet: Sheet, roster: Roster | None = None) -> Feedback:
    """A page for each student of the worksheet `sheet` who has one: their own edition, as ``grade class`` wrote it."""
    marks = [mark for mark in results.marks if mark.state != "no_submission"]
    matches = match(marks, sheet.lines, roster)
    left_out = list(matches.problems)
    packed = io.BytesIO()
    count = 0
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for mark in marks:
            line = matches.lines.get(mark.student)
            if line is None:
                continue
            page = results.folder / FEEDBACK / f"{slug_of(mark.student)}.html"
            number = participant(line.ids[0])
            if not number or not page.is_file():
                reason = Text("There is no page of this student.") if number else Text("The row has no number.")
                left_out.append((mark, reason))
                continue
            name = _UNSAFE.sub(" ", line.name).strip(" .~")[:_LONGEST].strip() or "-"
            info = zipfile.ZipInfo(f"{name}_{number}_assignfeedback_file_report.html", _EPOCH)
            info.external_attr = 0o644 << 16
            archive.writestr(info, page.read_bytes(), zipfile.ZIP_DEFLATED)
            count += 1
    return Feedback(packed.getvalue(), count, left_out)
