"""Grade Jupyter notebooks that build a Transformer from scratch.

Start reading at :mod:`grader.pipeline`: one notebook in, one report out, as one
straight function.  CONTRIBUTING.md has the map of the packages.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

__version__ = "0.1.0"


def check(*items: str | Iterable[str], lang: str | None = None, folder: str | Path | None = None) -> object:
    """In a notebook: check `items` (all by default) of what its cells have defined so far.

    `folder` is that with the public checks, where the notebook isn't in it.
    """
    from IPython import get_ipython

    shell = get_ipython()
    return _in_notebook().check_live({} if shell is None else shell.user_ns, items, lang, folder, shell)


def load_ipython_extension(shell: object) -> None:
    """``%load_ext grader``: the magic ``%grade``."""
    _in_notebook().register(shell)


def _in_notebook() -> Any:
    # By its name: this is the package that all others are in, and ask for the version.
    return importlib.import_module("grader.student.notebook")
