"""What a file is that isn't a notebook, so that a student reads "this is a PDF" and not "invalid JSON"."""

from __future__ import annotations

import re

from grader.model import Text

__all__ = ["kind_of_bytes", "kind_of_text"]

_ARCHIVE = Text("Unpack it, and hand in the .ipynb file inside.")
_EXPORT = Text("Hand in the .ipynb file itself, not an export of it.")
_DOWNLOAD = Text("Download the notebook again (in Jupyter: File > Download; in Colab: File > Download > .ipynb).")
_WRONG_FILE = Text("Look for the file that ends in .ipynb where you save your notebooks.")

_MAGIC: tuple[tuple[bytes, Text, Text], ...] = (
    (b"%PDF-", Text("a PDF"), _EXPORT),
    (b"{\\rtf", Text("an RTF document"), _EXPORT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Text("an Office document"), _EXPORT),
    (b"\x1f\x8b", Text("a gzip archive"), _ARCHIVE),
    (b"BZh", Text("a bzip2 archive"), _ARCHIVE),
    (b"\xfd7zXZ\x00", Text("an xz archive"), _ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", Text("a 7z archive"), _ARCHIVE),
    (b"Rar!\x1a\x07", Text("a RAR archive"), _ARCHIVE),
    (b"\x89PNG\r\n", Text("a PNG image"), _WRONG_FILE),
    (b"\xff\xd8\xff", Text("a JPEG image"), _WRONG_FILE),
    (b"GIF8", Text("a GIF image"), _WRONG_FILE),
    (b"SQLite format 3\x00", Text("an SQLite database"), _WRONG_FILE),
    (b"\x93NUMPY", Text("a NumPy array file"), _WRONG_FILE),
    # macOS puts one beside each file of a zip archive, under the file's name with "._" before it.
    (b"\x00\x05\x16\x07", Text("a hidden companion file of macOS"), Text("Hand in the file without '._' in its name.")),
    (
        b"version https://git-lfs.github.com/spec/",
        Text("a Git LFS pointer"),
        Text("Fetch the notebook itself with: git lfs pull"),
    ),
)
_IN_ZIP: tuple[tuple[bytes, Text, Text], ...] = (
    (b"word/document.xml", Text("a Word document"), _EXPORT),
    (b"xl/workbook.xml", Text("a spreadsheet"), _WRONG_FILE),
    (b"ppt/presentation.xml", Text("a presentation"), _WRONG_FILE),
    (b"application/vnd.oasis.opendocument.", Text("an OpenDocument file"), _EXPORT),
    (b"", Text("a zip archive"), _ARCHIVE),
)

# Looked for at the start of a line among the first 20 000 characters; each alternative is linear.
_PYTHON = re.compile(
    r"^(?:import [A-Za-z_]|from [A-Za-z_.][\w.]* import |def [A-Za-z_]\w*\(|class [A-Za-z_]\w*[:(]"
    r"|#!.{0,60}python|# ?%%|# In\[)",
    re.MULTILINE,
)


def kind_of_bytes(data: bytes) -> Text | None:
    """The message for a file that shows by its first bytes that it's something else."""
    for magic, kind, advice in _MAGIC:
        if data.startswith(magic):
            return _instead(kind, advice)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return next(_instead(kind, advice) for sign, kind, advice in _IN_ZIP if sign in data)
    return None


def kind_of_text(text: str) -> Text | None:
    """The message for text that isn't JSON and shows what it is instead."""
    start = text[:20_000].lstrip("\ufeff \t\r\n")
    lower = start[:200].lower()
    if lower.startswith(("<!doctype html", "<html", "<head", "<body", "<script")) or "<html" in lower:
        return _instead(Text("an HTML page (perhaps a login or preview page)"), _DOWNLOAD)
    if lower.startswith("<"):
        return _instead(Text("an XML file"), _DOWNLOAD)
    if _PYTHON.search(start):
        return _instead(Text("a Python script"), _EXPORT)
    return None


def _instead(kind: Text, advice: Text) -> Text:
    return Text("This is {kind}, not a notebook. {advice}", {"kind": kind, "advice": advice})
