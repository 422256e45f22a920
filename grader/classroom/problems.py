"""What can be wrong with a file, a folder or a member of an archive, in words for a teacher."""

from __future__ import annotations

from grader.classroom.collection import AttentionKind, Problem
from grader.intake.visible import visible
from grader.model import Text

__all__ = [
    "Unusable",
    "bomb",
    "changed",
    "damaged",
    "device",
    "duplicate_member",
    "encrypted",
    "lfs_pointer",
    "link",
    "no_such_path",
    "not_a_submission",
    "other_archive",
    "too_deep",
    "too_large",
    "too_many",
    "unknown_compression",
    "unreadable",
    "unsafe_name",
]

_UNPACK = Text("If you trust it, unpack it yourself and give the folder instead.")
_HAND_IN_AGAIN = Text("Ask for it to be handed in again.")
_HAND_IN_PLAIN = Text("Ask for the .ipynb file itself, without an archive around it.")


class Unusable(Exception):
    """`problem` says why something can't be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem.what))
        self.problem = problem


def link() -> Problem:
    what = Text("This is a link to another file. Links are never followed: it could lead to anything on this machine.")
    return Problem(AttentionKind.LINK, what, Text("Ask for the file itself."))


def device() -> Problem:
    what = Text("This isn't a regular file (it is a pipe, a socket or a device).")
    return Problem(AttentionKind.NOT_A_FILE, what, _HAND_IN_AGAIN)


def unreadable(error: Exception) -> Problem:
    reason = visible(getattr(error, "strerror", None) or type(error).__name__, 80)
    what = Text("This file can't be read ({reason}).", {"reason": reason})
    return Problem(AttentionKind.UNREADABLE, what, Text("Check its permissions, or download it again."))


def changed() -> Problem:
    what = Text("This changed into something else while it was being read.")
    return Problem(
        AttentionKind.UNREADABLE, what, Text("Wait until nothing writes there any more, then collect again.")
    )


def no_such_path() -> Problem:
    return Problem(AttentionKind.NO_SUCH_PATH, Text("There is nothing at this path."), Text("Check its spelling."))


def not_a_submission() -> Problem:
    what = Text("This is neither a notebook, a folder nor a zip archive.")
    return Problem(AttentionKind.NO_SUCH_PATH, what, Text("Give .ipynb files, folders, or the zip that your LMS made."))


def too_large(most: int) -> Problem:
    what = Text("This file is too large: over {limit} MiB.", {"limit": most >> 20})
    remedy = Text("Ask for the notebook without its outputs, and without data beside it.")
    return Problem(AttentionKind.TOO_LARGE, what, remedy)


def too_many(most: int) -> Problem:
    what = Text("There are more than {limit} files in here; the rest wasn't looked at.", {"limit": most})
    return Problem(AttentionKind.TOO_LARGE, what, Text("Take out what isn't handed in (data, environments)."))


def bomb() -> Problem:
    what = Text("What this archive unpacks to is out of all proportion to its size, so it was left packed.")
    return Problem(AttentionKind.TOO_LARGE, what, _HAND_IN_PLAIN)


def too_deep(most: int) -> Problem:
    what = Text("This lies too deep: below more than {limit} folders or archives.", {"limit": most})
    return Problem(AttentionKind.TOO_DEEP, what, _HAND_IN_PLAIN)


def damaged() -> Problem:
    what = Text("This archive, or this part of it, is damaged.")
    return Problem(AttentionKind.UNREADABLE, what, Text("Download it again, or ask for it to be handed in again."))


def encrypted() -> Problem:
    what = Text("This needs a password.")
    return Problem(AttentionKind.ENCRYPTED, what, _HAND_IN_PLAIN)


def unknown_compression() -> Problem:
    what = Text("This was packed in a way that isn't opened here (only the usual 'deflate' of zip files is).")
    return Problem(AttentionKind.OTHER_ARCHIVE, what, _UNPACK)


def other_archive() -> Problem:
    what = Text("Of archives, only zip files are opened here.")
    return Problem(AttentionKind.OTHER_ARCHIVE, what, _UNPACK)


def unsafe_name() -> Problem:
    what = Text("The name of this part of an archive leads out of it, or isn't a file name at all; it was left packed.")
    return Problem(AttentionKind.UNSAFE_NAME, what, _HAND_IN_PLAIN)


def duplicate_member() -> Problem:
    what = Text("The archive holds two files of this name; programs differ in which of them they show.")
    return Problem(AttentionKind.DUPLICATE_MEMBER, what, _HAND_IN_PLAIN)


def lfs_pointer() -> Problem:
    what = Text("This is a Git LFS pointer, not the notebook itself.")
    remedy = Text("Fetch the notebook with 'git lfs pull' in a clone that you trust, or ask for the file itself.")
    return Problem(AttentionKind.LFS_POINTER, what, remedy)
