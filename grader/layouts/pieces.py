"""A module's parameters as linear maps, norms and tables, before anyone says which is which."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from grader.layouts.weights import Floats
from grader.model import ModuleDescription

__all__ = [
    "Matrix",
    "Norm",
    "Parameter",
    "Pieces",
    "Unplaced",
    "Vector",
    "as_vector",
    "from_vector",
    "parameters_of",
    "pieces_of",
    "unplaced_of",
]


@dataclass(frozen=True, eq=False)
class Parameter:
    """`index` is its place in ``parameters()``; `kind` the class of its `owner` if that is torch's."""

    index: int
    owner: str
    name: str
    data: Floats
    kind: str = ""

    @property
    def path(self) -> str:
        return f"{self.owner}.{self.name}".lstrip(".")


Pairing: TypeAlias = "Callable[[list[Parameter], list[tuple[Parameter, Floats]]], dict[int, Vector]]"


@dataclass(frozen=True, eq=False)
class Vector:
    data: Floats
    index: int


@dataclass(frozen=True, eq=False)
class Matrix:
    """A linear map.  `out_in` is True where torch fixes the orientation, None where it's the student's own.

    `heads` marks a tensor with an axis of its own for heads: `data` is then (heads, d, k), whatever the order was.
    """

    data: Floats
    index: int
    bias: Vector | None = None
    out_in: bool | None = None
    heads: bool = False

    def maps(self, n_in: int, n_out: int, *, split_output: bool = True) -> list[Floats]:
        """The ways to take it as an (n_in, n_out) matrix, the likelier first; none if the shape forbids it.

        `split_output` says which side of a tensor with heads they lie on: True for q, k, v, False for the output.
        """
        if self.heads:
            h, d, k = self.data.shape
            if split_output:
                return [self.data.transpose(1, 0, 2).reshape(d, h * k)] if (n_in, n_out) == (d, h * k) else []
            return [self.data.transpose(0, 2, 1).reshape(h * k, d)] if (n_in, n_out) == (h * k, d) else []
        natural = [self.data] if self.out_in is not True and self.data.shape == (n_in, n_out) else []
        turned = [self.data.T] if self.data.shape == (n_out, n_in) else []
        return natural + turned

    def bias_of(self, n_out: int) -> Floats | None:
        """Its bias as (n_out,): zeros if it has none, None if what it has doesn't fit."""
        if self.bias is None:
            return np.zeros(n_out)
        return self.bias.data if self.bias.data.size == n_out else None


@dataclass(frozen=True, eq=False)
class Norm:
    """A layer norm's gain and bias; `sure` where torch or the names say which is which."""

    gain: Vector | None
    bias: Vector | None
    sure: bool = True


@dataclass(frozen=True, eq=False)
class Pieces:
    """In the order of declaration.  `tables` are embeddings or whatever may be one."""

    matrices: tuple[Matrix, ...] = ()
    norms: tuple[Norm, ...] = ()
    tables: tuple[Matrix, ...] = ()
    loose: tuple[Vector, ...] = ()
    norms_in_order: bool = False  # they're alike, so that exchanging them makes no other reading


def parameters_of(module: ModuleDescription, values: Sequence[Floats]) -> tuple[Parameter, ...]:
    """`values` by position, with their names and whether torch's own classes hold them."""
    kinds = {m.path: m.type_name for m in module.submodules if m.from_library}
    found = []
    for i, (described, value) in enumerate(zip(module.parameters, values, strict=True)):
        owner, _, name = described.name.rpartition(".")
        # A ParameterList or ParameterDict is its owner's way of writing W_0, W_1 ...
        while kinds.get(owner) in ("ParameterList", "ParameterDict"):
            owner, _, outer = owner.rpartition(".")
            name = f"{outer}_{name}"
        found.append(Parameter(i, owner, name.lower(), np.asarray(value, dtype=np.float64), kinds.get(owner, "")))
    return tuple(found)


def pieces_of(parameters: Sequence[Parameter], d_model: int, n_heads: int) -> list[Pieces]:
    """The ways to group `parameters`.  There's more than one where biases and norms lie loose beside matrices."""
    found: dict[tuple[object, ...], Pieces] = {}
    for pairing in (_by_name, _by_neighbour, _by_rank):
        pieces = _grouped(parameters, d_model, n_heads, pairing)
        found.setdefault(_identity(pieces), pieces)
    return list(found.values())


@dataclass(frozen=True, eq=False)
class Unplaced:
    """`vectors` lie loose in a class of the student's, any of them a bias or a norm's; `pieces` is all the rest."""

    pieces: Pieces
    vectors: tuple[Vector, ...]


def unplaced_of(parameters: Sequence[Parameter], d_model: int, n_heads: int) -> Unplaced:
    """The parameters with no vector taken as anything on account of its name or of its neighbours.

    A matrix and a vector alone in a class belong together, two vectors alone are a norm.
    """
    loose: list[Vector] = []
    for members in _by_owner(parameters).values():
        if members[0].kind in _LIBRARY or members[0].kind.endswith("Norm"):
            continue
        found = [(p, as_vector(p.data, d_model, n_heads)) for p in members]
        if len(members) > 2:
            loose += [Vector(data, p.index) for p, data in found if data is not None]
    taken = {vector.index for vector in loose}
    rest = [p for p in parameters if p.index not in taken]
    return Unplaced(_grouped(rest, d_model, n_heads, _by_name), tuple(loose))


def as_vector(data: Floats, d_model: int, n_heads: int) -> Floats | None:
    """A parameter that is one vector: 1-D, or a bias with heads of its own, (h, k) and now and then (k, h)."""
    bare = data.reshape([e for e in data.shape if e != 1] or [1])
    k = d_model // n_heads
    if bare.ndim == 1:
        return bare
    if bare.ndim == 2 and sorted(bare.shape) == sorted((n_heads, k)):
        return (bare.T if bare.shape == (k, n_heads) else bare).reshape(-1)
    return None


def from_vector(vector: Floats, shape: tuple[int, ...], d_model: int, n_heads: int) -> Floats:
    """The parameter of `shape` that :func:`as_vector` takes as `vector`."""
    k = d_model // n_heads
    transposed = tuple(e for e in shape if e != 1) == (k, n_heads)
    return (vector.reshape(n_heads, k).T if transposed else vector).reshape(shape)


def _identity(pieces: Pieces) -> tuple[object, ...]:
    matrices = tuple((m.index, m.bias.index if m.bias else None) for m in pieces.matrices)
    norms = tuple((n.gain and n.gain.index, n.bias and n.bias.index) for n in pieces.norms)
    return matrices, norms


@dataclass
class _Group:
    """What is being collected.  `weights` and `vectors` are those of one owner that isn't torch's."""

    matrices: list[Matrix] = field(default_factory=list)
    norms: list[tuple[int, Norm]] = field(default_factory=list)
    tables: list[Matrix] = field(default_factory=list)
    loose: list[Vector] = field(default_factory=list)


def _grouped(parameters: Sequence[Parameter], d_model: int, n_heads: int, pairing: Pairing) -> Pieces:
    group = _Group()
    for members in _by_owner(parameters).values():
        if members[0].kind in _LIBRARY:
            _LIBRARY[members[0].kind](members, group)
        elif members[0].kind.endswith("Norm"):
            _library_norm(members, group)
        else:
            _own(members, d_model, n_heads, pairing, group)
    return Pieces(
        tuple(sorted(group.matrices, key=lambda m: m.index)),
        tuple(norm for _, norm in sorted(group.norms, key=lambda pair: pair[0])),
        tuple(sorted(group.tables, key=lambda m: m.index)),
        tuple(group.loose),
    )


def _by_owner(parameters: Sequence[Parameter]) -> dict[str, list[Parameter]]:
    owners: dict[str, list[Parameter]] = {}
    for parameter in parameters:
        owners.setdefault(parameter.owner, []).append(parameter)
    return owners


def _library_linear(members: list[Parameter], group: _Group) -> None:
    weight = next((p for p in members if p.name.endswith("weight")), None)
    bias = next((p for p in members if p.name.endswith("bias")), None)
    if weight is None:  # shared with another module, which torch lists it with
        group.loose += [Vector(bias.data, bias.index)] if bias is not None else []
        return
    data = weight.data.reshape(weight.data.shape[:2]) if weight.data.size == np.prod(weight.data.shape[:2]) else None
    if data is not None:  # a convolution wider than one token is no linear map of tokens
        group.matrices.append(Matrix(data, weight.index, _vector(bias), out_in=True))


def _vector(parameter: Parameter | None) -> Vector | None:
    return None if parameter is None else Vector(parameter.data, parameter.index)


def _library_norm(members: list[Parameter], group: _Group) -> None:
    gain = next((p for p in members if p.name == "weight"), None)
    bias = next((p for p in members if p.name == "bias"), None)
    group.norms.append((members[0].index, Norm(_vector(gain), _vector(bias))))


def _library_table(members: list[Parameter], group: _Group) -> None:
    group.tables.append(Matrix(members[0].data, members[0].index, out_in=None))


_LIBRARY = {
    "Linear": _library_linear,
    "NonDynamicallyQuantizableLinear": _library_linear,
    "Conv1d": _library_linear,
    "MultiheadAttention": _library_linear,  # in_proj_weight and in_proj_bias; out_proj is a module of its own
    "LayerNorm": _library_norm,
    "RMSNorm": _library_norm,
    "Embedding": _library_table,
}


def _own(members: list[Parameter], d_model: int, n_heads: int, pairing: Pairing, group: _Group) -> None:
    """Parameters of a class of the student's (or in a ParameterList): raw matrices, tensors and vectors."""
    weights: list[tuple[Parameter, list[Matrix]]] = []
    vectors: list[tuple[Parameter, Floats]] = []
    for p in members:
        vector = as_vector(p.data, d_model, n_heads)
        data = p.data.reshape([e for e in p.data.shape if e != 1] or [1])
        if vector is not None:
            vectors.append((p, vector))
        elif matrices := list(_as_matrices(data, p.index, d_model, n_heads)):
            weights.append((p, matrices))
    paired = pairing([p for p, _ in weights], vectors)
    taken = {vector.index for vector in paired.values()}
    for p, matrices in weights:
        bias = paired.get(p.index)
        if bias is not None and len(matrices) > 1 and bias.data.size % len(matrices) == 0:
            parts = np.split(bias.data, len(matrices))
            group.matrices += [
                Matrix(m.data, m.index, Vector(part, bias.index), m.out_in, m.heads)
                for m, part in zip(matrices, parts, strict=True)
            ]
        else:
            group.matrices += [Matrix(m.data, m.index, bias, m.out_in, m.heads) for m in matrices]
    left = [(p, Vector(data, p.index)) for p, data in vectors if p.index not in taken]
    _own_norms(left, d_model, group)


def _as_matrices(data: Floats, index: int, d_model: int, n_heads: int) -> Iterator[Matrix]:
    """A raw parameter as one or more linear maps: 2-D, (h, d, k) in any order, or q, k, v on an axis of their own."""
    if data.ndim == 2:
        yield Matrix(data, index)
        return
    for axis, extent in enumerate(data.shape):
        rest = data.shape[:axis] + data.shape[axis + 1 :]
        stacks = data.ndim == 4 or rest == (d_model, d_model)
        if stacks and extent in (2, 3, 4) and (data.ndim == 3 or extent != n_heads):
            for part in np.moveaxis(data, axis, 0):
                yield from _as_matrices(part, index, d_model, n_heads)
            return
    if data.ndim == 3 and n_heads in data.shape and d_model in data.shape:
        h, d = data.shape.index(n_heads), data.shape.index(d_model)
        if h != d:
            yield Matrix(data.transpose(h, d, 3 - h - d), index, heads=True)


def _own_norms(left: list[tuple[Parameter, Vector]], d_model: int, group: _Group) -> None:
    """What is left over of vectors of width d_model (or scalars): gains and biases of norms written by hand."""
    fitting = [(p, v) for p, v in left if v.data.size in (1, d_model)]
    group.loose += [v for _, v in left if v.data.size not in (1, d_model)]
    gains = [(p, v) for p, v in fitting if _word(p.name) == "gain"]
    biases = [(p, v) for p, v in fitting if _word(p.name) == "bias"]
    if len(gains) + len(biases) == len(fitting) and len(gains) == len(biases):
        pairs = [(g, b, True) for g, b in zip(gains, biases, strict=True)]
    elif len(gains) == len(fitting):
        group.norms += [(v.index, Norm(v, None)) for _, v in gains]
        return
    elif len(fitting) % 2 == 0:
        pairs = [(fitting[i], fitting[i + 1], False) for i in range(0, len(fitting), 2)]
    else:
        group.loose += [v for _, v in fitting]
        return
    group.norms += [(g.index, Norm(g, b, sure)) for (_, g), (_, b), sure in pairs]


_GAIN = re.compile(r"gain|gamma|scale|escala|alpha|ganancia|weight|peso|^g\d*$|^a_?\d*$|γ|^w\d*$")
_BIAS = re.compile(r"bias|beta|shift|sesgo|desplaza|^b_?\d*$|β")


def _word(name: str) -> str:
    """Does a norm's vector sound like a gain or like a bias?"""
    if _BIAS.search(name):
        return "bias"
    return "gain" if _GAIN.search(name) else ""


# Pairing: which vector is the bias of which matrix, in a class where both lie side by side.


def _by_name(weights: list[Parameter], vectors: list[tuple[Parameter, Floats]]) -> dict[int, Vector]:
    """``W_q`` with ``b_q``, ``weight`` with ``bias``; a lone pair whatever it's called."""
    if len(weights) == 1 and len(vectors) == 1 and _may_pair(weights[0], vectors[0][1]):
        return {weights[0].index: Vector(vectors[0][1], vectors[0][0].index)}
    stems = {_stem(w.name, r"weight|pesos?|^w_?"): w for w in weights}
    pairs = {}
    for p, data in vectors:
        weight = stems.get(_stem(p.name, r"bias|sesgo|^b_?")) if re.search(r"bias|sesgo|^b", p.name) else None
        if weight is not None and _may_pair(weight, data):
            pairs[weight.index] = Vector(data, p.index)
    return pairs


def _by_neighbour(weights: list[Parameter], vectors: list[tuple[Parameter, Floats]]) -> dict[int, Vector]:
    """A vector declared right after a matrix that it fits."""
    by_index = {p.index: (p, data) for p, data in vectors}
    return {
        w.index: Vector(by_index[w.index + 1][1], w.index + 1)
        for w in weights
        if w.index + 1 in by_index and _may_pair(w, by_index[w.index + 1][1])
    }


def _by_rank(weights: list[Parameter], vectors: list[tuple[Parameter, Floats]]) -> dict[int, Vector]:
    """All matrices first, then their biases in the same order."""
    pairs = {}
    rest = list(vectors)
    for w in weights:
        for i, (p, data) in enumerate(rest):
            if _may_pair(w, data):
                pairs[w.index] = Vector(data, p.index)
                del rest[i]
                break
    return pairs


def _stem(name: str, words: str) -> str:
    return re.sub(words, "", name).strip("_")


def _may_pair(weight: Parameter, data: Floats) -> bool:
    # The size of an output: an extent, or all of a tensor's extents but the input's.
    return data.size in weight.data.shape or (weight.data.ndim > 2 and weight.data.size % data.size == 0)
