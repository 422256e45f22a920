"""Frames of plain data: a JSON header and raw array bytes, bounded in every direction.

::

    b"GRW1" | u32 header bytes | u32 number of blobs | u64 length of each blob | header | blobs

In the header a sequence is a JSON list, a mapping ``{"m": {...}}``, an array
``{"a": [blob, dtype, [shape], library]}`` and an object that isn't plain data ``{"o": type name}``.
JSON because both sides have it and it can name no class; raw bytes because base64 of 50 MB
took half a minute.  Both sides use this module; the grader's side trusts nothing that it reads:
every length, count, depth and shape is checked before memory is taken for it, and anything
out of order is a :class:`WireError`.
"""

from __future__ import annotations

import json
import math
import re
import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Callable

import numpy as np

__all__ = [
    "Bounds",
    "Opaque",
    "Tensor",
    "TooLarge",
    "WireError",
    "decode",
    "encode",
    "name_of",
    "read_frame",
    "without_surrogates",
]

MAGIC = b"GRW1"
PREFIX = struct.Struct(">4sII")

DTYPES = {
    name: np.dtype(name)
    for name in [
        "bool",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ]
}


class WireError(ValueError):
    """The bytes aren't a frame that we accept."""


class TooLarge(WireError):
    """The frame says of itself that it's larger than we accept; none of it has been read."""


@dataclass(frozen=True)
class Bounds:
    """How much of anything is accepted in one frame."""

    header_bytes: int = 4 << 20
    blobs: int = 4096
    total_bytes: int = 64 << 20
    depth: int = 32
    nodes: int = 200_000
    digits: int = 4000


@dataclass(frozen=True, eq=False)
class Tensor:
    """An array in transit: `library` is ``numpy`` or ``torch``, `dtype` its name on the sender's side."""

    data: np.ndarray[Any, Any]
    library: str
    dtype: str


_NUMBERS = frozenset((int, float))


@dataclass(frozen=True)
class Opaque:
    """An object that isn't plain data, by the name of its type."""

    type_name: str


def encode(tree: Any) -> bytes:
    """The frame for a tree of None, bool, int, float, str, list/tuple, dict, `Tensor` and `Opaque`."""
    blobs: list[bytes] = []
    header = json.dumps(_pack(tree, blobs, 0), ensure_ascii=True, separators=(",", ":")).encode("ascii")
    lengths = struct.pack(f">{len(blobs)}Q", *map(len, blobs))
    return b"".join([PREFIX.pack(MAGIC, len(header), len(blobs)), lengths, header, *blobs])


@lru_cache(maxsize=64)
def name_of(dtype: np.dtype[Any]) -> str:
    """NumPy puts the name together anew each time, for 7 µs."""
    return dtype.name


def _pack(tree: Any, blobs: list[bytes], depth: int) -> Any:
    if depth > 64:
        raise WireError("nested too deeply")
    if tree is None or tree is True or tree is False:
        return tree
    kind = type(tree)
    if kind is int or kind is float or kind is str:
        return tree
    if kind is list or kind is tuple:
        if _NUMBERS.issuperset(map(type, tree)):  # hundreds of token ids, say
            return list(tree)
        return [_pack(part, blobs, depth + 1) for part in tree]
    if kind is dict:
        return {"m": {str(key): _pack(part, blobs, depth + 1) for key, part in tree.items()}}
    if kind is Tensor:
        blobs.append(np.ascontiguousarray(tree.data).tobytes())
        return {"a": [len(blobs) - 1, name_of(tree.data.dtype), list(tree.data.shape), tree.library, tree.dtype]}
    if kind is Opaque:
        return {"o": tree.type_name}
    raise WireError(f"not plain data: {kind.__name__}")


def read_frame(read_exactly: Callable[[int], bytes], bounds: Bounds = Bounds()) -> bytes:
    """One whole frame from a stream; `read_exactly(n)` gives n bytes or raises.

    Lengths are checked before anything of that length is read.
    """
    prefix = read_exactly(PREFIX.size)
    magic, header_bytes, count = PREFIX.unpack(prefix)
    if magic != MAGIC:
        raise WireError("not a frame")
    if header_bytes > bounds.header_bytes or count > bounds.blobs:
        raise TooLarge("frame header too large")
    raw_lengths = read_exactly(8 * count)
    total = header_bytes + sum(struct.unpack(f">{count}Q", raw_lengths))
    if total > bounds.total_bytes:
        raise TooLarge(f"{total} bytes")
    return prefix + raw_lengths + read_exactly(total)


def decode(frame: bytes, bounds: Bounds = Bounds()) -> Any:
    """The tree in `frame`: sequences become tuples, arrays `Tensor` over memory of our own."""
    if len(frame) < PREFIX.size:
        raise WireError("frame cut off")
    magic, header_bytes, count = PREFIX.unpack_from(frame)
    if magic != MAGIC or header_bytes > bounds.header_bytes or count > bounds.blobs:
        raise WireError("not a frame that is accepted")
    start = PREFIX.size + 8 * count
    if len(frame) < start:
        raise WireError("frame cut off")
    lengths = struct.unpack_from(f">{count}Q", frame, PREFIX.size)
    if start + header_bytes + sum(lengths) != len(frame):
        raise WireError("frame lengths don't add up")
    header = frame[start : start + header_bytes]
    blobs, at = [], start + header_bytes
    for length in lengths:
        blobs.append(memoryview(frame)[at : at + length])
        at += length
    try:
        text = header.decode("ascii")
        # A parser that asks us about every integer takes three times as long: only where one may be too long.
        long = any(len(digits) > bounds.digits for digits in re.findall("[0-9]+", text))
        tree = json.loads(text, parse_int=_bounded_int(bounds.digits)) if long else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError(f"bad header: {type(error).__name__}") from None
    return _Unpacker(blobs, bounds).unpack(tree, 0)


def without_surrogates(text: str) -> str:
    """`text` with ``?`` for lone surrogates, which no file and no terminal can take later."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _bounded_int(digits: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if len(text) > digits:
            raise WireError("integer with too many digits")
        return int(text)

    return parse


class _Unpacker:
    def __init__(self, blobs: list[memoryview], bounds: Bounds) -> None:
        self.blobs, self.bounds, self.nodes = blobs, bounds, 0
        self.taken: set[int] = set()

    def unpack(self, tree: Any, depth: int) -> Any:
        self.nodes += 1
        if depth > self.bounds.depth or self.nodes > self.bounds.nodes:
            raise WireError("value too deep or too long")
        if isinstance(tree, list):
            if _NUMBERS.issuperset(map(type, tree)) and depth < self.bounds.depth:
                self.nodes += len(tree)
                if self.nodes > self.bounds.nodes:
                    raise WireError("value too deep or too long")
                return tuple(tree)
            return tuple([self.unpack(part, depth + 1) for part in tree])
        if isinstance(tree, str):
            return without_surrogates(tree)
        if not isinstance(tree, dict):
            return tree
        if len(tree) != 1:
            raise WireError("unknown tag")
        (tag, body), *_ = tree.items()
        if tag == "m" and isinstance(body, dict):
            return {without_surrogates(key): self.unpack(part, depth + 1) for key, part in body.items()}
        if tag == "o" and isinstance(body, str):
            return Opaque(without_surrogates(body[:200]))
        if tag == "a" and isinstance(body, list) and len(body) == 5:
            return self.tensor(*body)
        raise WireError("unknown tag")

    def tensor(self, blob: Any, dtype: Any, shape: Any, library: Any, original: Any) -> Tensor:
        if type(blob) is not int or not 0 <= blob < len(self.blobs):
            raise WireError("array without its bytes")
        # A blob of 200 MB named by a thousand arrays would be copied a thousand times.
        if blob in self.taken:
            raise WireError("two arrays with the same bytes")
        self.taken.add(blob)
        if not isinstance(dtype, str) or dtype not in DTYPES:
            raise WireError("array of an unknown dtype")
        if library not in ("numpy", "torch") or not isinstance(original, str):
            raise WireError("array of an unknown library")
        if not isinstance(shape, list) or len(shape) > 16:
            raise WireError("array of an impossible shape")
        for extent in shape:
            # A shape like (0, 10**12) has no bytes, but many operations would allocate by it.
            if type(extent) is not int or not 0 <= extent <= 2**31:
                raise WireError("array of an impossible shape")
        if math.prod(shape) * DTYPES[dtype].itemsize != len(self.blobs[blob]):
            raise WireError("array shape and bytes disagree")
        data = np.frombuffer(self.blobs[blob], dtype=DTYPES[dtype]).reshape(shape).copy()
        return Tensor(data, library, without_surrogates(original[:32]))
