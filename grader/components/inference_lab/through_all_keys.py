"""Wrong in its values, and tiles even so: what shows that a function brings each query together with each key.

Only that makes it worth asking how much memory the function needs.  A list of known mistakes, whose numbers it might
give, wouldn't do: it would end where a student's slip isn't on it, and one of them, in which only the last tile is
left, has the same numbers as a window that never saw the others.  So the function is asked for what no slip in the
online softmax takes away:

- in a single tile, how much each query takes of each value is a matrix of higher rank than what sums over the keys give
  (a mean, a product Kᵀ V, linear attention), and changes with the queries and the keys;
- in several tiles, each key and its value have a say in each output.  They are made NaN: 0 times NaN is NaN, so that
  even what a slip multiplies by 0 later on shows that it was computed, and what was never looked at shows nothing;
- of many queries and keys, the first tile of queries gives what it gives alone, the outputs differ from one another,
  and the first key, the last one and one between have a say in each of them.

A loop that overwrites its output in each tile leaves no trace of the others: from outside it is a window.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Student, first_array
from grader.compare import compare, numbers, tolerance_for
from grader.model import Array, CallFunction, Reply, Returned

__all__ = ["meets_all_keys", "of_own_tiles", "output_in"]

Numbers = NDArray[np.float64]

# 3 + 1 is the rank of what is linear in a query and a key of 3 features.  In a thousand draws, the next singular value
# was at least 1e-3 times the first for all divisors from 1 to n_k, and for sums over the keys at most 2e-8 in float32.
FEATURES, QUERIES, KEYS = 3, 10, 12
LEAST_SINGULAR_VALUE = 1e-4


def output_in(reply: Reply) -> Array | None:
    """The output (n_q, d_v) in a reply."""
    got = numbers(first_array(reply.value)) if isinstance(reply, Returned) else None
    return got if isinstance(got, Array) and got.data.ndim == 2 else None


def meets_all_keys(student: Student, call: CallFunction) -> bool:
    """`call` asks for several tiles of few keys."""
    n_k = len(_data(call.args[1]))
    return _weighs_each_pair(student, call.name) and _has_a_say(student, call, range(n_k))


def of_own_tiles(student: Student, call: CallFunction, first: int) -> Numbers | None:
    """(n_q, d_v), what the student's own code gives for the many queries and keys of `call`; None for less than that.

    `first` queries, no more than a tile, are asked alone too: code that's only right about few is found out.
    """
    got, alone = output_in(student.ask(call)), output_in(student.ask(_with(call, 0, _data(call.args[0])[:first])))
    if got is None or alone is None or not np.isfinite(got.data).all():
        return None
    output = got.data.astype(np.float64)
    if not compare(alone.data.astype(np.float64), got.data[:first], tolerance_for(got.dtype)).same:
        return None
    if not (np.abs(np.diff(output, axis=0)).max(axis=1) > 1e-6).all():  # as many copies of one average
        return None
    n_k = len(_data(call.args[1]))
    between = int(student.dice("through_all_keys.between").integers(1, n_k - 1))
    return output if _has_a_say(student, call, (0, between, n_k - 1)) else None


def _weighs_each_pair(student: Student, name: str) -> bool:
    dice = student.dice("through_all_keys.weights")
    Q, K = dice.normal(0, 1, (QUERIES, FEATURES)), dice.normal(0, 1, (KEYS, FEATURES))
    weights, again, of_others, to_others = (
        _weights(student, name, queries, keys) for queries, keys in ((Q, K), (Q, K), (-Q, K), (Q, K[::-1]))
    )
    if weights is None or again is None or of_others is None or to_others is None or not np.allclose(weights, again):
        return False
    if any(np.allclose(weights, other, atol=1e-3) for other in (of_others, to_others)):
        return False
    rows = weights / np.maximum(np.linalg.norm(weights, axis=1, keepdims=True), 1e-9)
    singular = np.linalg.svd(rows, compute_uv=False)
    return bool(singular[FEATURES + 1] > LEAST_SINGULAR_VALUE * singular[0])


def _weights(student: Student, name: str, Q: Numbers, K: Numbers) -> Numbers | None:
    """(n_q, n_k), read off values that are unit vectors: as many at a time as there are features, as in `Q` and `K`."""
    columns = []
    for start in range(0, KEYS, FEATURES):
        values = np.eye(KEYS)[:, start : start + FEATURES]
        args = tuple(student.array(part) for part in (Q, K, values))
        got = output_in(student.ask(CallFunction(name, (*args, KEYS))))
        if got is None or got.shape != (QUERIES, FEATURES) or not np.isfinite(got.data).all():
            return None
        columns.append(got.data.astype(np.float64))
    return np.concatenate(columns, axis=1)


def _has_a_say(student: Student, call: CallFunction, keys: Iterable[int]) -> bool:
    """Has each of `keys`, with its value, one in each output?"""
    n_q = len(_data(call.args[0]))
    for key in keys:
        changed = call
        for part in (1, 2):
            rows = _data(call.args[part]).copy()
            rows[key] = np.nan
            changed = _with(changed, part, rows)
        got = output_in(student.ask(changed))
        if got is None or len(got.data) != n_q or not np.isnan(got.data).any(axis=1).all():
            return False
    return True


def _with(call: CallFunction, part: int, rows: NDArray[np.floating]) -> CallFunction:
    """`call` with other `rows` for its Q, K or V."""
    old = call.args[part]
    assert isinstance(old, Array)
    args = (*call.args[:part], Array(np.ascontiguousarray(rows), old.library, old.dtype), *call.args[part + 1 :])
    return replace(call, args=args)


def _data(value: object) -> NDArray[np.floating]:
    assert isinstance(value, Array)
    data: NDArray[np.floating] = value.data
    return data
