"""Asking a student's tokenizer: text to ids and back, in whatever kind of sequence it holds its ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.objects import answer, call_method
from grader.checks.student import Settled, Student, shape_text
from grader.model import Array, CallMethod, Opaque, ReadAttribute, Reply, Text, Value, Verdict

__all__ = ["Coder", "ids_in", "quoted", "shown_ids"]

# What students call the methods, canonical first.
ENCODE = ("encode", "codificar", "encodear", "tokenize", "tokenizar", "texto_a_ids")
DECODE = ("decode", "decodificar", "descodificar", "detokenize", "destokenizar", "ids_a_texto")
SIZE = ("vocab_size", "tam_vocab", "tamano_vocab", "tamaño_vocab", "n_vocab", "size", "V", "__len__")

Ids = NDArray[np.int64]


class Coder:
    """The tokenizer under `handle`."""

    def __init__(self, student: Student, handle: str) -> None:
        self.student = student
        self.handle = handle
        methods = student.found["CharTokenizer"].methods
        # As the student calls them, for the report.
        self.encode_name, self.decode_name = (
            next((name for name in names if name in methods), names[0]) for names in (ENCODE, DECODE)
        )

    def reply_to(self, text: str) -> Reply:
        """What encoding `text` gives, raw: it may have raised."""
        return call_method(self.student, self.handle, ENCODE, text)

    def encode(self, text: str) -> tuple[Ids, Value]:
        """One id for each character of `text`, and the same as the student's method gave it; else settled."""
        asked = Text("{encode} of {text}", {"encode": self.encode_name, "text": quoted(text)})
        value = answer(self.reply_to(text), asked)
        ids = ids_in(value)
        if ids is None:
            raise Settled(
                Verdict.WRONG, Text("{asked}: a sequence of ids, whole numbers, is expected.", {"asked": asked})
            )
        if ids.shape != (len(text),):
            raise Settled(
                Verdict.WRONG,
                Text(
                    "{asked}: one id for each of the {n} characters is expected; the shape is {got}.",
                    {"asked": asked, "n": len(text), "got": shape_text(ids.shape)},
                ),
            )
        return ids, value

    def decode(self, ids: Value, asked: Text) -> Value:
        """What decoding gives for `ids`, which are of the kind that encode gives; else settled."""
        return answer(call_method(self.student, self.handle, DECODE, ids), asked)

    def vocab_size(self) -> Value:
        """The size of the alphabet, an attribute or a method without arguments."""
        asked = Text("vocab_size")
        value = answer(self.student.ask(ReadAttribute(self.handle, SIZE)), asked)
        if isinstance(value, Opaque):  # a method
            value = answer(self.student.ask(CallMethod(self.handle, SIZE[:-1])), asked)
        if isinstance(value, Array) and value.data.size == 1:
            value = value.data.reshape(-1)[0].item()
        return value


def ids_in(value: Value) -> Ids | None:
    """The ids in a list, an array or a tensor; one row of a batch of one is a sequence too."""
    if isinstance(value, Array):
        data = value.data
    elif isinstance(value, tuple):
        parts = [part.data.item() if isinstance(part, Array) and part.data.size == 1 else part for part in value]
        if not all(type(part) is int for part in parts):
            return None
        try:
            data = np.array(parts, dtype=np.int64)
        except OverflowError:
            return None
    else:
        return None
    if data.dtype.kind not in "iu":
        return None
    return (data[0] if data.ndim == 2 and len(data) == 1 else data).astype(np.int64)


def quoted(text: Any) -> str:
    """`text` as Python writes it, on one line and not too long."""
    shown = repr(text)
    return shown if len(shown) <= 50 else f"{shown[:47]}..."


def shown_ids(ids: Sequence[int] | Ids) -> str:
    listed = ", ".join(str(int(i)) for i in ids[:12])
    return f"[{listed}{', ...' if len(ids) > 12 else ''}]"
