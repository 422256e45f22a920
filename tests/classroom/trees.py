"""Folders, archives and exports as an LMS makes them, built by code: nothing binary lies in the repository."""

from __future__ import annotations

import io
import stat
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.classroom.collection import Attention, AttentionKind, Collection

__all__ = ["found", "held", "mode", "notebook", "told", "write", "zip_bytes"]


def notebook(text: str = "x = 1") -> bytes:
    """A notebook with one cell; other texts, other bytes."""
    return (
        '{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": "'
        + text
        + '"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    ).encode()


def write(root: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def mode(bits: int) -> int:
    """What a zip file keeps of a Unix file's type."""
    return (bits | 0o644) << 16


def zip_bytes(
    members: Mapping[str, bytes] | Iterable[tuple[str | zipfile.ZipInfo, bytes]],
    compression: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """An archive with these members in this order; names stand in it just as they are given."""
    pairs = members.items() if isinstance(members, Mapping) else members
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of duplicate names
        for name, data in pairs:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            if not isinstance(name, zipfile.ZipInfo):
                info.filename = info.orig_filename = name
            if not info.external_attr:
                info.external_attr = mode(stat.S_IFREG)
            info.compress_type = compression
            archive.writestr(info, data)
    return buffer.getvalue()


def found(collection: Collection) -> dict[str, str]:
    """Student's id -> the last part of the source."""
    return {entry.student_id: entry.source.rpartition("/")[2] for entry in collection.collected}


def told(collection: Collection, kind: AttentionKind) -> list[Attention]:
    return [entry for entry in collection.attention if entry.kind is kind]


def held(collection: Collection) -> set[str]:
    return {source for entry in collection.attention if entry.held for source in entry.sources}
