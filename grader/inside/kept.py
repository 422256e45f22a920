"""Objects of the student's that stay here between two questions, under a handle."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Mapping

__all__ = ["Kept", "attribute_of", "files_below", "method_of"]

MOST_FILES = 500


class Kept:
    """What was built or returned so far, by handle, and a folder for the files that the student's code writes."""

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}
        self.folder: Any = None

    def __getitem__(self, handle: str) -> Any:
        if handle not in self.objects:
            raise KeyError("an object that was made in an earlier call is no longer there")
        return self.objects[handle]

    def __setitem__(self, handle: str, value: Any) -> None:
        self.objects[handle] = value

    def with_parts(self, handle: str, value: Any) -> None:
        """Keep `value`, and what a tuple, a list or a dict holds under names of their own."""
        self.objects[handle] = value
        if isinstance(value, (list, tuple)):
            parts: Mapping[Any, Any] = dict(enumerate(value[:16]))
        else:
            parts = value if isinstance(value, dict) else {}
        for key, part in list(parts.items())[:64]:
            self.objects[f"{handle}.{key}"] = part

    def scratch(self, file: str) -> str:
        if self.folder is None:
            self.folder = tempfile.TemporaryDirectory(prefix="scratch-")
        return os.path.join(self.folder.name, os.path.basename(file))

    def places(self) -> dict[str, str]:
        """The folders where the student's code may have written, by name."""
        return {"scratch": os.path.dirname(self.scratch("file")), "here": os.getcwd()}

    def set_aside(self, files: Mapping[str, list[str]], back: bool) -> int:
        """Rename `files` (relative names by place) so that they aren't found, or `back` again; how many were there."""
        places, count = self.places(), 0
        for place, names in files.items():
            for name in names:
                path = os.path.join(places[place], name)
                aside = os.path.join(os.path.dirname(path), f".aside-{os.path.basename(path)}")
                try:
                    os.replace(*((aside, path) if back else (path, aside)))
                except OSError:
                    continue
                count += 1
        return count


def files_below(folder: str) -> dict[str, list[int]]:
    """The files in `folder` and the folders in it: their sizes in bytes, and when each last changed, in ns."""
    found: dict[str, list[int]] = {}
    for directory, folders, names in os.walk(folder):
        if directory != folder or len(found) >= MOST_FILES:
            folders.clear()  # no deeper
        for name in names[:MOST_FILES]:
            path = os.path.join(directory, name)
            try:
                status = os.stat(path)
            except OSError:  # gone meanwhile, or a link to nowhere
                continue
            found[os.path.relpath(path, folder)[:200]] = [status.st_size, status.st_mtime_ns]
    return found


def method_of(value: Any, names: list[str]) -> Any:
    """The first method of `names` that `value` has."""
    for name in names:
        if name == "__call__":
            if callable(value):
                return value
        elif callable(getattr(value, name, None)):
            return getattr(value, name)
    raise AttributeError(f"{type(value).__name__!r} object has no method {' or '.join(map(repr, names))}")


def attribute_of(value: Any, names: list[str]) -> Any:
    """The first attribute of `names` that `value` has; a name may be dotted."""
    for name in names:
        if name == "__len__":
            if hasattr(type(value), "__len__"):
                return len(value)
            continue
        found = value
        for part in name.split("."):
            found = getattr(found, part, _ABSENT)
        if found is not _ABSENT:
            return found
    raise AttributeError(f"{type(value).__name__!r} object has no attribute {' or '.join(map(repr, names))}")


_ABSENT = object()
