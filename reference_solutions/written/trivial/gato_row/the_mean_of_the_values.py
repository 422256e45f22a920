"""Every word alike."""

from __future__ import annotations


def gato_weights() -> object:
    return [1 / 3, 1 / 3, 1 / 3]


def gato_output() -> object:
    return [1, 1]
