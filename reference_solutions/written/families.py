"""Which family of Transformers suits which task (exercise 6.6).

Devlin et al., "BERT" (2018); Radford et al., "Improving Language Understanding by Generative Pre-Training" (2018);
Raffel et al., "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer" (2019).
"""

from __future__ import annotations


def chatbot_family() -> str:
    """It continues a dialogue token by token."""
    return "decoder"


def tickets_family() -> str:
    """One pass gives a vector of the whole text, and a small classifier reads it: cheap enough for millions."""
    return "encoder"


def translation_family() -> str:
    """One text is read whole, another one is written."""
    return "encoder-decoder"
