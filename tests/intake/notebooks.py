"""Notebooks as Python objects and bytes, for the tests of reading."""

from __future__ import annotations

import json
from typing import Any

PYTHON = {
    "kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"},
    "language_info": {"name": "python", "version": "3.12.1"},
}


def code(source: Any = "x = 1", **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None, **more}


def markdown(source: Any = "# Título") -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def notebook(*cells: Any, **more: Any) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": PYTHON, "nbformat": 4, "nbformat_minor": 5, **more}


def as_bytes(value: Any) -> bytes:
    """As Jupyter writes it: one space of indentation, UTF-8."""
    return json.dumps(value, indent=1, ensure_ascii=False).encode()


GOOD = as_bytes(
    notebook(
        markdown("# Transformers desde cero 🎓"),
        code(
            [
                "import numpy as np\n",
                "\n",
                "def softmax(z, axis=-1):\n",
                "    e = np.exp(z)\n",
                "    return e / e.sum()",
            ]
        ),
        markdown(["La atención es ", "todo\n"]),
        code("print('ñ')", outputs=[{"output_type": "stream", "name": "stdout", "text": ["ñ\n"]}], execution_count=3),
    )
)
