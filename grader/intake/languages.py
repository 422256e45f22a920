"""Is a notebook for another language than Python?"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from grader.model.python_source import syntax_tree

__all__ = ["language_of", "other_language"]

_MAGIC = re.compile(r"^([^\S\n]*)[%!?].*$", re.M)

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


# What is read here is a stranger's, in our own process: time and memory grow with it.
MOST_CHARACTERS = 300_000


def other_language(metadata: Mapping[str, Mapping[str, str]], sources: Sequence[str]) -> str | None:
    """The language of the notebook with the code cells `sources`, if it's clearly another one.

    What it says of itself may be wrong: people copy notebooks and change kernels, editors write what they had before,
    and the names of kernels are free ("my-env").  So code that can only be Python decides first.  Where there's none,
    one mention of Python is enough for "not clearly", unless there are cells that can't be read as Python.
    """
    said = _said(metadata)
    other = next((_OTHERS[name] for name in said if name in _OTHERS), None)
    if other is None:
        return None
    is_python, all_readable = _as_python(sources)
    says_python = any("python" in name for name in said)
    return None if is_python or (says_python and all_readable) else other


def _as_python(sources: Sequence[str]) -> tuple[bool, bool]:
    """Is something in `sources` Python and nothing else, and can all of it be read as Python?"""
    left = MOST_CHARACTERS
    is_python, all_readable = False, True
    for source in sources:
        if len(source) > left:
            continue
        left -= len(source)
        text = "" if source.lstrip().startswith("%%") else _MAGIC.sub(r"\1pass", source)
        try:
            tree = syntax_tree(text)
        except SyntaxError:
            all_readable = False
            continue
        is_python = is_python or any(map(_is_pythons_own, tree.body))
    return is_python, all_readable


def _is_pythons_own(statement: ast.stmt) -> bool:
    """Python has it and no other language: ``def f(x: Int): Int = x`` in one line is Scala's too."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement.body[0].lineno > statement.lineno
    return isinstance(statement, ast.ImportFrom)


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
