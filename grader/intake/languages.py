"""Is a notebook for another language than Python?"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["language_of", "other_language"]

# By the names in `language_info` and `kernelspec`, and by the kernel's own name without its version.
_OTHERS = {
    "r": "R", "ir": "R", "xr": "R", "webr": "R",
    "julia": "Julia",
    "scala": "Scala", "almond": "Scala",
    "java": "Java", "ijava": "Java", "kotlin": "Kotlin", "groovy": "Groovy", "clojure": "Clojure",
    "javascript": "JavaScript", "jslab": "JavaScript",
    "typescript": "TypeScript", "tslab": "TypeScript", "deno": "TypeScript",
    "c": "C", "c++": "C++", "cpp": "C++", "xcpp": "C++",
    "c#": "C#", ".net-csharp": "C#", "f#": "F#", ".net-fsharp": "F#",
    ".net-powershell": "PowerShell", "powershell": "PowerShell",
    "rust": "Rust", "go": "Go", "gophernotes": "Go", "gonb": "Go",
    "ruby": "Ruby", "perl": "Perl", "php": "PHP", "lua": "Lua", "swift": "Swift", "fortran": "Fortran",
    "haskell": "Haskell", "ihaskell": "Haskell", "ocaml": "OCaml", "ocaml-jupyter": "OCaml",
    "octave": "Octave", "matlab": "MATLAB", "stata": "Stata", "sas": "SAS",
    "mathematica": "Mathematica", "wolfram": "Mathematica",
    "bash": "Bash", "sql": "SQL", "xsqlite": "SQL",
}  # fmt: skip


def other_language(metadata: Mapping[str, Mapping[str, str]]) -> str | None:
    """The language of the notebook if it's clearly another one.

    One mention of Python is enough for "not clearly": people copy notebooks and change kernels, and
    the names of kernels are free ("my-env").
    """
    said = _said(metadata)
    if any("python" in name for name in said):
        return None
    return next((_OTHERS[name] for name in said if name in _OTHERS), None)


def language_of(metadata: Mapping[str, Mapping[str, str]]) -> str | None:
    """The language that the notebook gives as its own, if that isn't Python."""
    if any("python" in name for name in _said(metadata)):
        return None
    return metadata.get("language_info", {}).get("name") or metadata.get("kernelspec", {}).get("language")


def _said(metadata: Mapping[str, Mapping[str, str]]) -> list[str]:
    info, spec = metadata.get("language_info", {}), metadata.get("kernelspec", {})
    kernel = re.sub(r"[-_ ]?[0-9][0-9.]*$", "", spec.get("name", ""))  # "julia-1.9", "xcpp17"
    names = (info.get("name", ""), spec.get("language", ""), kernel, spec.get("display_name", ""))
    return [name.casefold() for name in names if name]
