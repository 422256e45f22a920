"""Frames: what goes in comes out, and nothing but a `WireError` comes of anything else."""

from __future__ import annotations

import json
import math
import random
import resource
import struct
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.inside import wire
from grader.inside.wire import Bounds, Opaque, Tensor, TooLarge, WireError, decode, encode, read_frame
from grader.kernel.protocol import reply_from
from grader.model import NoReply, Raised, Returned

SMALL = Bounds(header_bytes=1 << 16, blobs=16, total_bytes=1 << 20, depth=8, nodes=2000, digits=100)


def frame(header: object, *blobs: bytes) -> bytes:
    """A frame with any header: the bytes themselves, or whatever JSON can write."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    lengths = b"".join(struct.pack(">Q", len(blob)) for blob in blobs)
    return struct.pack(">4sII", b"GRW1", len(text), len(blobs)) + lengths + text + b"".join(blobs)


def same(left: Any, right: Any) -> bool:
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        return (left.library, left.dtype, left.data.dtype, left.data.shape, left.data.tobytes()) == (
            right.library,
            right.dtype,
            right.data.dtype,
            right.data.shape,
            right.data.tobytes(),
        )
    if isinstance(left, list | tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, float) and isinstance(right, float):
        return struct.pack("d", left) == struct.pack("d", right) or (math.isnan(left) and math.isnan(right))
    return type(left) is type(right) and bool(left == right)


tensors = st.builds(
    lambda dtype, shape, library: Tensor(
        np.random.default_rng(0).integers(0, 2, size=shape).astype(wire.DTYPES[dtype]), library, dtype
    ),
    st.sampled_from(sorted(wire.DTYPES)),
    st.lists(st.integers(0, 4), max_size=4),
    st.sampled_from(["numpy", "torch"]),
)
plain = (
    st.none()
    | st.booleans()
    | st.integers(-(10**90), 10**90)
    | st.floats()
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.builds(Opaque, st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
    | tensors
)
trees = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc"), inner, max_size=4)
)


@given(trees)
@settings(max_examples=300)
def test_what_is_encoded_is_decoded(tree: Any) -> None:
    """Bit for bit: NaN and signed zeros, empty and 0-d arrays, integers of any size, names of both libraries."""
    assert same(tree, decode(encode(tree)))


@pytest.mark.parametrize("value", [object(), {1, 2}, b"bytes", 1j, np.zeros(2), np.float64(1.0), type])
def test_only_plain_data_is_encoded(value: object) -> None:
    with pytest.raises(WireError, match="not plain data"):
        encode([value])


def test_a_subclass_of_plain_data_isnt_plain() -> None:
    class Text(str):
        __slots__ = ()

    with pytest.raises(WireError):
        encode(Text("x"))


BAD = {
    "empty": b"",
    "cut in its prefix": encode(1)[:9],
    "cut in its lengths": frame([], b"12345678")[:15],
    "cut in its blob": frame({"a": [0, "uint8", [8], "numpy", ""]}, b"12345678")[:-1],
    "too long": encode(1) + b"x",
    "other magic": b"GRW2" + encode(1)[4:],
    "not ascii": frame("é".encode()),
    "not JSON": frame(b"{'a': 1}"),
    "two documents": frame(b"1 2"),
    "deep JSON": frame(b"[" * 60_000 + b"]" * 60_000),
    "deep": frame(b"[" * 20 + b"]" * 20),
    "many nodes": frame([0] * 3000),
    "long number": frame(b"1" * 5000),
    "unknown tag": frame({"x": 1}),
    "two tags": frame({"m": {}, "o": "x"}),
    "no tag": frame({}),
    "mapping that isn't one": frame({"m": [1]}),
    "type name that isn't text": frame({"o": 1}),
    "array of four parts": frame({"a": [0, "uint8", [0], "numpy"]}, b""),
    "array without bytes": frame({"a": [0, "uint8", [0], "numpy", ""]}),
    "negative blob": frame({"a": [-1, "uint8", [1], "numpy", ""]}, b"1"),
    "blob that is true": frame({"a": [True, "uint8", [1], "numpy", ""]}, b"1", b"2"),
    "bytes named twice": frame([{"a": [0, "uint8", [1], "numpy", ""]}, {"a": [0, "int8", [1], "numpy", ""]}], b"1"),
    "object dtype": frame({"a": [0, "object", [1], "numpy", ""]}, b"12345678"),
    "structured dtype": frame({"a": [0, [["x", "f8"]], [1], "numpy", ""]}, b"12345678"),
    "unknown library": frame({"a": [0, "uint8", [1], "os", ""]}, b"1"),
    "dtype name that isn't text": frame({"a": [0, "uint8", [1], "numpy", 5]}, b"1"),
    "shape and bytes disagree": frame({"a": [0, "float64", [10**13], "numpy", ""]}, b"12345678"),
    "shape that isn't a list": frame({"a": [0, "uint8", 1, "numpy", ""]}, b"1"),
    "negative extents": frame({"a": [0, "uint8", [-1, -1], "numpy", ""]}, b"1"),
    "fractional extent": frame({"a": [0, "uint8", [1.0], "numpy", ""]}, b"1"),
    "extent that is true": frame({"a": [0, "uint8", [True], "numpy", ""]}, b"1"),
    "vast and empty": frame({"a": [0, "uint8", [0, 10**18], "numpy", ""]}, b""),
    "large and empty": frame({"a": [0, "uint8", [0, 2**32], "numpy", ""]}, b""),
    "forty axes": frame({"a": [0, "uint8", [1] * 40, "numpy", ""]}, b"1"),
    "pickle": b"\x80\x04\x95\x1d\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix",
}


@pytest.mark.parametrize("data", list(BAD.values()), ids=list(BAD))
def test_a_bad_frame_is_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        decode(data, SMALL)


@pytest.mark.parametrize(
    ("header_bytes", "lengths"),
    [(1 << 31, []), (10, [1 << 62]), (10, [1 << 19, 1 << 19, 1]), (10, [0] * 17)],
)
def test_sizes_are_refused_before_anything_of_that_size_is_read(header_bytes: int, lengths: list[int]) -> None:
    """A reply that says that it has exabytes costs us twelve bytes of reading, and its list of lengths."""
    prefix = struct.pack(">4sII", b"GRW1", header_bytes, len(lengths)) + struct.pack(f">{len(lengths)}Q", *lengths)
    stream = prefix

    def read_exactly(count: int) -> bytes:
        nonlocal stream
        assert count <= len(stream), "asks for more than the sizes"
        part, stream = stream[:count], stream[count:]
        return part

    with pytest.raises(TooLarge):
        read_frame(read_exactly, SMALL)


def test_a_frame_is_read_from_a_stream_whole() -> None:
    data = encode({"x": Tensor(np.arange(5), "numpy", "int64")})
    stream = data + b"next"
    position = 0

    def read_exactly(count: int) -> bytes:
        nonlocal position
        position += count
        return stream[position - count : position]

    assert read_frame(read_exactly) == data
    assert position == len(data)


def test_lone_surrogates_are_replaced_everywhere() -> None:
    """No report could be written with them."""
    tree = decode(frame({"m": {"a\ud800": ["\udfff", {"o": "\ud800"}]}}))
    assert tree == {"a?": ("?", Opaque("?"))}


def test_arrays_are_memory_of_our_own() -> None:
    tensor = decode(encode(Tensor(np.arange(3.0), "torch", "float32")))
    tensor.data[0] = 7
    assert tensor.data.flags.owndata
    assert tensor.dtype == "float32"


def accepted_or_refused(data: bytes) -> bool:
    """Whether it was accepted; the grader's side makes a reply of it, or says that it's none."""
    try:
        tree = decode(data, SMALL)
    except WireError:
        return False
    walk(tree)
    for question in (123456, 5):
        assert isinstance(reply_from(tree, question), Returned | Raised | NoReply)
    return True


def walk(tree: Any) -> None:
    """Only the types that are promised come out."""
    if type(tree) is tuple:
        for part in tree:
            walk(part)
    elif type(tree) is dict:
        for key, part in tree.items():
            assert type(key) is str
            walk(part)
    elif type(tree) is Tensor:
        assert type(tree.data) is np.ndarray
        assert tree.data.dtype.name in wire.DTYPES
        assert tree.library in ("numpy", "torch")
    else:
        assert tree is None or type(tree) in (bool, int, float, str, Opaque)


SEEDS = [
    encode({"id": 123456, "value": [1, 2.5, None, True, "text", {"a": {"b": []}}]}),
    encode({"id": 5, "value": Tensor(np.arange(12.0).reshape(3, 4), "torch", "bfloat16"), "gradients": [None]}),
    encode([Tensor(np.zeros((0, 3), "f4"), "numpy", "float32"), Tensor(np.ones((), "c8"), "numpy", "complex64")]),
    encode({"raised": {"type_name": "ValueError", "message": "x" * 50, "cell": 3, "line": 4}}),
    frame({"m": {"x": {"o": "object"}, "y": {"a": [0, "int8", [2, 1], "numpy", "int8"]}}}, b"ab"),
]


def mutated(data: bytes, dice: random.Random) -> bytes:
    """One to four changes: bits, bytes, numbers at the places of lengths, pieces cut, doubled or swapped."""
    body = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(body)) if body else 0
        deed = dice.randrange(7)
        if deed == 0 and body:
            body[at] ^= 1 << dice.randrange(8)
        elif deed == 1 and body:
            body[at] = dice.choice(b'[]{}",:0123456789eE.-+truefalsnNaIiy\x00\xff')
        elif deed == 2:
            body[4:8] = struct.pack(">I", dice.choice([0, 1, len(body), 2**16, 2**32 - 1]))
        elif deed == 3:
            body[8:12] = struct.pack(">I", dice.choice([0, 1, 2, 16, 17, 2**32 - 1]))
        elif deed == 4:
            del body[at : at + dice.randint(1, 9)]
        elif deed == 5:
            body[at:at] = body[at : at + dice.randint(1, 20)] * dice.randint(1, 3)
        else:
            body[12:20] = struct.pack(">Q", dice.choice([0, 1, 2**40, 2**64 - 1]))
    return bytes(body)


def test_a_hundred_thousand_mutated_frames_give_plain_data_or_wire_errors() -> None:
    """And neither time nor memory: some seconds for all of them, a few megabytes."""
    dice = random.Random(100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    slowest = 0.0
    accepted = 0
    for _ in range(100_000):
        data = mutated(dice.choice(SEEDS), dice)
        began = time.thread_time()
        accepted += accepted_or_refused(data)
        slowest = max(slowest, time.thread_time() - began)
    assert 1_000 < accepted < 99_000, "the mutations are neither all harmless nor all deadly"
    assert slowest < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 * 1024


TAGGED = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**20)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*wire.DTYPES, "numpy", "torch", "object"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from("maox"), inner, max_size=2)
        | st.tuples(
            st.integers(-1, 2), st.sampled_from(sorted(wire.DTYPES)), inner, st.just("numpy"), st.text(max_size=2)
        ).map(lambda parts: {"a": list(parts)})
    ),
    max_leaves=12,
)


@given(TAGGED, st.lists(st.binary(max_size=40), max_size=3))
@settings(max_examples=600)
def test_any_header_gives_a_wire_error_or_plain_data(header: Any, blobs: list[bytes]) -> None:
    accepted_or_refused(frame(header, *blobs))
