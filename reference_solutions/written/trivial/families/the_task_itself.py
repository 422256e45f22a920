"""The tasks repeated."""

from __future__ import annotations


def chatbot_family() -> object:
    return "chatbot"


def tickets_family() -> object:
    return "tickets"


def translation_family() -> object:
    return "translation"
