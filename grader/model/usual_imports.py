"""The line by which a name usually comes into a notebook: modules by their own name, or by the one that all use.

The abbreviations are those of the libraries' own documentation (``np``: NumPy's user guide; ``nn`` and ``F``: PyTorch's
tutorials; ``plt``, ``pd``, ``sns``, ``tqdm``: Matplotlib, pandas, seaborn, tqdm).
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["missing_import"]

_BY_THEIR_OWN_NAME = (
    "collections",
    "copy",
    "csv",
    "dataclasses",
    "functools",
    "gc",
    "importlib",
    "inspect",
    "io",
    "itertools",
    "json",
    "math",
    "matplotlib",
    "numpy",
    "os",
    "pandas",
    "pickle",
    "random",
    "re",
    "scipy",
    "statistics",
    "string",
    "sys",
    "time",
    "torch",
    "typing",
    "urllib",
    "warnings",
)
_LINES: Mapping[str, str] = {
    **{name: f"import {name}" for name in _BY_THEIR_OWN_NAME},
    "DataLoader": "from torch.utils.data import DataLoader",
    "Dataset": "from torch.utils.data import Dataset",
    "Counter": "from collections import Counter",
    "F": "import torch.nn.functional as F",
    "Path": "from pathlib import Path",
    "defaultdict": "from collections import defaultdict",
    "dataclass": "from dataclasses import dataclass",
    "deepcopy": "from copy import deepcopy",
    "lru_cache": "from functools import lru_cache",
    "nn": "from torch import nn",
    "np": "import numpy as np",
    "optim": "from torch import optim",
    "partial": "from functools import partial",
    "pd": "import pandas as pd",
    "plt": "import matplotlib.pyplot as plt",
    "reduce": "from functools import reduce",
    "sns": "import seaborn as sns",
    "tqdm": "from tqdm.auto import tqdm",
}


def missing_import(name: str) -> str | None:
    """The import that a notebook without `name` usually lacks; None where the name is no module's and no one's."""
    return _LINES.get(name)
