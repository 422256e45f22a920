"""The same word for all."""

from __future__ import annotations


def chatbot_family() -> object:
    return "encoder"


def tickets_family() -> object:
    return "encoder"


def translation_family() -> object:
    return "encoder"
