"""A small layer y = f(x; weights), asked alike whether a function is given the weights or a module holds them.

``swiglu(x, W_gate, W_up, W_down)`` and ``SwiGLU(d_model, d_ff)`` are one layer: the checks choose the weights, and here
they are handed over as arguments, or put into the module's parameters (contract, *Weights*: by shape; where several
ways are left, the one under which the reference gives the module's own output, else the likeliest by name and order of
declaration).  What comes back is noted under the function's name, so that a module is held against the known-wrong
variants of the function too.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.modules import SYNONYMS, build
from grader.checks.student import Settled, Student, first_array, settled_by, shape_text, wrong_shape
from grader.compare import Tolerance, compare
from grader.model import (
    Array,
    CallModule,
    ModuleDescription,
    ParameterDescription,
    ReadParameters,
    Reply,
    Returned,
    SetParameters,
    Text,
    Value,
    Verdict,
)

__all__ = ["Layer", "LayerKind", "Weights", "layer_of", "rounded"]

Numbers = NDArray[np.float64]
Weights = Mapping[str, Numbers]

# Only to tell ways of placing the weights apart: a norm's eps changes outputs by less.
_NEAR = Tolerance(2e-3, 2e-3)
_MOST_PLACINGS = 24


@dataclass(frozen=True)
class LayerKind:
    """What the contract says of one layer.

    `function` and `module` are the roles, `constructor` the class's parameters in order (canonical names of
    ``modules.SYNONYMS``).  `shapes` has the shape of each weight as the function takes it, in names of sizes.
    A module may lack the weights in `neutral`, and is then judged with that value.  `hints` are parts of the names that
    modules give to weights of equal shape.  `halves` are two weights that a module may keep side by side in one.
    `width` is a size that the module may choose otherwise than was asked.
    """

    function: str
    module: str
    constructor: tuple[str, ...]
    shapes: Mapping[str, tuple[str, ...]]
    neutral: Mapping[str, float] = field(default_factory=dict)
    hints: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    halves: tuple[str, str] | None = None
    width: str = ""


@dataclass(frozen=True)
class _Place:
    """Where a weight lies: parameter `index`, `turned` (out, in), and which half of it, if it shares it."""

    index: int
    turned: bool = False
    half: int | None = None


_Placing = Mapping[str, _Place]


@dataclass(eq=False)
class Layer:
    """The student's layer at `sizes`.  `module` is None for a function; `absent` are weights that a module lacks.

    `given` is what its constructor was given, by canonical names; `options` are a function's optional arguments.
    `beside` is what the module adds to a parameter: 1 to Gemma's gain, which is kept as the g of 1 + g.
    """

    student: Student
    kind: LayerKind
    sizes: Mapping[str, int]
    module: ModuleDescription | None = None
    handle: str = ""
    placing: _Placing = field(default_factory=dict)
    initial: tuple[Numbers, ...] = ()
    given: Mapping[str, Value] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)
    beside: Mapping[str, float] = field(default_factory=dict)

    @property
    def absent(self) -> tuple[str, ...]:
        return () if self.module is None else tuple(name for name in self.kind.shapes if name not in self.placing)

    @property
    def unplaced(self) -> tuple[ParameterDescription, ...]:
        """The module's parameters that are none of the contract's weights."""
        if self.module is None:
            return ()
        taken = {place.index for place in self.placing.values()}
        return tuple(p for i, p in enumerate(self.module.parameters) if i not in taken)

    def begins(self, name: str) -> Numbers:
        """The weight `name` as the module's constructor leaves it, whatever the module adds to it."""
        return self.initial[self.placing[name].index] + self.beside.get(name, 0.0)

    def weights(self, dice: np.random.Generator, **given: Numbers) -> dict[str, Numbers]:
        """All weights at random but for those `given`; a weight that the module lacks has its neutral value.

        Matrices have the scale 1/√rows.  Vectors are far from 0 and 1, with signs.
        """
        drawn: dict[str, Numbers] = {}
        for name, names in self.kind.shapes.items():
            shape = tuple(self.sizes[size] for size in names)
            if len(shape) == 2:
                value = dice.normal(0, shape[0] ** -0.5, shape)
            else:
                value = dice.uniform(0.4, 1.6, shape) * dice.permutation(np.resize([1.0, -1.0], shape))
            absent = name in self.absent
            drawn[name] = rounded(np.full(shape, self.kind.neutral[name]) if absent else given.get(name, value))
        return drawn

    def __call__(self, x: NDArray[Any], weights: Weights, asked: Text, width: int | None = None) -> Array:
        """The layer of x, of the shape of x, or of (*x.shape, width); else a settled verdict."""
        reply = self.reply(x, weights, asked)
        got = self.student.numbers(first_array(self.student.returned(reply, asked).value), asked)
        shape = x.shape if width is None else (*x.shape, width)
        if got.shape != shape:
            raise wrong_shape(asked, got.shape, shape)
        return replace(got, data=got.data.astype(np.float64))

    def of_tokens(self, x: Numbers, weights: Weights, asked: Text) -> Array:
        """The layer of the tokens x (n, d), which a module is given as a batch of one."""
        if self.module is None:
            return self(x, weights, asked)
        got = self(x[None], weights, asked)
        return replace(got, data=got.data[0])

    def reply(self, x: NDArray[Any], weights: Weights, asked: Text) -> Reply:
        """What comes back, noted as the function's answer."""
        x = rounded(x) if x.dtype.kind == "f" else x
        given = [weights[name] for name in self.kind.shapes]
        if self.module is None:
            return self.student.call(self.kind.function, x, *given, case=str(asked), keywords=self.options)
        self._fill(weights, asked)
        inputs = Array(x.astype(np.float32) if x.dtype.kind == "f" else x, "torch")
        reply = self.student.ask(CallModule(self.handle, (inputs,)))
        noted: tuple[Value, ...] = (Array(x), *map(Array, given))
        self.student.observe(self.kind.function, str(asked), noted, reply)
        return reply

    def _fill(self, weights: Weights, asked: Text) -> None:
        assert self.module is not None
        if not self.module.parameters:
            return
        values = [np.array(value) for value in self.initial]
        for name, place in self.placing.items():
            shape = self.module.parameters[place.index].shape
            data = (weights[name].T if place.turned else weights[name]) - self.beside.get(name, 0.0)
            if place.half is None:
                values[place.index] = data.reshape(shape)
                continue
            # Out of the layer's two outputs side by side, the first or the second half.
            side, extent = (0, data.shape[0]) if place.turned else (1, data.shape[1])
            part = [slice(None), slice(None)]
            part[side] = slice(place.half * extent, (place.half + 1) * extent)
            values[place.index] = values[place.index].reshape(_squeezed(shape))
            values[place.index][tuple(part)] = data
            values[place.index] = values[place.index].reshape(shape)
        reply = self.student.ask(SetParameters(self.handle, tuple(Array(value, "torch") for value in values)))
        if not isinstance(reply, Returned):
            raise settled_by(reply, asked)


def rounded(data: NDArray[Any]) -> Numbers:
    """As float32 holds it, so that every side computes with the very same numbers."""
    exact: Numbers = data.astype(np.float32).astype(np.float64)
    return exact


Right = Callable[..., Any]


def layer_of(
    student: Student,
    kind: LayerKind,
    sizes: Mapping[str, int],
    right: Callable[[], Sequence[Right]],
    probe: Callable[[np.random.Generator], NDArray[Any]],
) -> Layer:
    """The student's layer, as a function or a module.

    `right` gives the functions of x and the weights that are right (the reference's), `probe` an input: with these a
    module's parameters are told apart.  A module without a place for the weights settles the verdict.
    """
    if kind.module not in student.found:
        return Layer(student, kind, sizes)
    key = f"layer-{kind.module}-{sorted(sizes.items())}"
    if key not in student.memo:
        student.memo[key] = _module_layer(student, kind, sizes, right, probe)
    layer: Layer = student.memo[key]
    return layer


def _module_layer(
    student: Student,
    kind: LayerKind,
    sizes: Mapping[str, int],
    right: Callable[[], Sequence[Right]],
    probe: Callable[[np.random.Generator], NDArray[Any]],
) -> Layer:
    values: dict[str, Value] = {_CANONICAL.get(name, name): sizes[name] for name in kind.constructor}
    definition = student.found[kind.module]
    required = {parameter.name for parameter in definition.parameters if parameter.required}
    if required & set(SYNONYMS["dropout"]):
        values["dropout"] = 0.0
    elif kind.width and kind.width not in values and not definition.takes(len(values)):
        values[kind.width] = sizes[kind.width]  # a class that always wants it
    numbers = ", ".join(str(value) for value in values.values())
    asked = Text("{call}", {"call": f"{definition.name}({numbers})"})
    handle, module = build(student, kind.module, tuple(values), values, asked)
    layers = [
        Layer(student, kind, own, module, handle, placing, _initial(student, handle, module, asked), values)
        for own, placing in itertools.islice(_placings(kind, module, sizes), _MOST_PLACINGS)
    ]
    if not layers:
        raise _without_a_place(kind, module, sizes, asked)
    layers = [replace(layer, beside=_beside(layer, probe)) for layer in layers]
    if len(layers) > 1:
        layers.sort(key=lambda layer: not _explained(layer, right(), probe))
    return layers[0]


# The constructor's parameters by the names under which students' own are known (``modules.SYNONYMS``).
_CANONICAL = {"n_max": "context"}


def _explained(layer: Layer, right: Sequence[Right], probe: Callable[[np.random.Generator], NDArray[Any]]) -> bool:
    dice = layer.student.dice("placing")
    x, weights = probe(dice), layer.weights(dice)
    noted = len(layer.student.observations)
    try:
        reply = layer.reply(x, weights, Text("a trial"))
        got = layer.student.numbers(first_array(layer.student.returned(reply, "a trial").value), "a trial")
    except Settled:
        return False
    finally:
        del layer.student.observations[noted:]
    x = rounded(x) if x.dtype.kind == "f" else x
    return any(compare(np.asarray(one(x, **weights)), got.data, _NEAR).same for one in right)


def _beside(layer: Layer, probe: Callable[[np.random.Generator], NDArray[Any]]) -> dict[str, float]:
    """The gains that begin at 0 and act as 1 + g: the layer is blind at -1, and not at 0."""
    begin = {name: layer.initial[place.index] for name, place in layer.placing.items()}
    return {
        name: neutral
        for name, neutral in layer.kind.neutral.items()
        if neutral and name in begin and not begin[name].any()
        if _sees(layer, name, 0.0, probe) and not _sees(layer, name, -neutral, probe)
    }


def _sees(layer: Layer, name: str, value: float, probe: Callable[[np.random.Generator], NDArray[Any]]) -> bool:
    """Does the output depend on the input where the weight `name` has this value?"""
    dice = layer.student.dice("beside")
    weights, noted = layer.weights(dice), len(layer.student.observations)
    weights[name] = np.full(weights[name].shape, value)
    asked = Text("a trial")
    try:
        replies = [layer.student.returned(layer.reply(probe(dice), weights, asked), asked) for _ in range(2)]
        one, other = (layer.student.numbers(first_array(reply.value), asked).data for reply in replies)
    except Settled:
        return False
    finally:
        del layer.student.observations[noted:]
    return one.shape != other.shape or not np.allclose(one, other)


def _initial(student: Student, handle: str, module: ModuleDescription, asked: Text) -> tuple[Numbers, ...]:
    """The parameters as the constructor left them, but biases at 0: what no weight takes the place of stays so."""
    if not module.parameters:
        return ()
    reply = student.returned(student.ask(ReadParameters(handle)), asked)
    parts = reply.value if isinstance(reply.value, tuple) else ()
    found = []
    for described, part in zip(module.parameters, parts, strict=False):
        data = part.data.astype(np.float64) if isinstance(part, Array) else np.zeros(described.shape)
        found.append(np.zeros(described.shape) if _is_bias(described) else data)
    return tuple(found)


def _is_bias(parameter: ParameterDescription) -> bool:
    name = parameter.name.rpartition(".")[2].lower()
    return name.startswith(("b", "sesgo"))


def _placings(
    kind: LayerKind, module: ModuleDescription, sizes: Mapping[str, int]
) -> Iterator[tuple[Mapping[str, int], _Placing]]:
    """The ways to put the weights into the parameters, the likeliest first; each with the sizes that it has."""
    for width in _widths(kind, module, sizes):
        own = {**sizes, kind.width: width} if kind.width else sizes
        options = {name: _options(kind, name, module, own) for name in kind.shapes}
        if any(not places and name not in kind.neutral for name, places in options.items()):
            continue
        named = {name: places for name, places in options.items() if places}
        for choice in itertools.product(*named.values()):
            if _fit_together(choice):
                yield own, dict(zip(named, choice, strict=True))


def _widths(kind: LayerKind, module: ModuleDescription, sizes: Mapping[str, int]) -> list[int]:
    if not kind.width:
        return [0]
    matrices = [_squeezed(p.shape) for p in module.parameters if len(_squeezed(p.shape)) == 2]
    extents = {extent for shape in matrices for extent in shape}
    return sorted(extents, key=lambda e: (e != sizes[kind.width], e == sizes["d_model"], e))


def _options(kind: LayerKind, name: str, module: ModuleDescription, sizes: Mapping[str, int]) -> list[_Place]:
    shape = tuple(sizes[size] for size in kind.shapes[name])
    found: list[_Place] = []
    for index, parameter in enumerate(module.parameters):
        own = _squeezed(parameter.shape)
        linear = parameter.owner_type == "Linear"
        if len(shape) == 1:
            found += [_Place(index)] if own == shape else []
            continue
        found += [_Place(index)] if own == shape and not linear else []
        found += [_Place(index, turned=True)] if own == shape[::-1] else []
        if kind.halves is not None and name in kind.halves:
            both = (shape[0], 2 * shape[1])
            halves = (0, 1) if name == kind.halves[0] else (1, 0)
            found += [_Place(index, False, half) for half in halves if own == both and not linear]
            found += [_Place(index, True, half) for half in halves if own == both[::-1]]
    hints = kind.hints.get(name, ())

    def unlikely(place: _Place) -> bool:
        return not any(hint in module.parameters[place.index].name.lower() for hint in hints)

    return sorted(found, key=unlikely)


def _fit_together(choice: Sequence[_Place]) -> bool:
    """No two in one place, and what shares a parameter lies in it in the same way."""
    for one, other in itertools.combinations(choice, 2):
        if one.index == other.index and (None in (one.half, other.half) or one.half == other.half):
            return False
        if one.index == other.index and one.turned != other.turned:
            return False
    return True


def _squeezed(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(extent for extent in shape if extent != 1)


def _without_a_place(kind: LayerKind, module: ModuleDescription, sizes: Mapping[str, int], asked: Text) -> Settled:
    if module.unregistered:
        return Settled(
            Verdict.WRONG,
            Text(
                "{asked}: torch doesn't see the parameters in {paths}: they sit in a plain Python list or dict. "
                "Use nn.ModuleList or nn.ParameterList.",
                {"asked": asked, "paths": ", ".join(module.unregistered[:3])},
            ),
        )
    needed = ", ".join(
        f"{name} {shape_text(sizes[size] for size in names)}"
        for name, names in kind.shapes.items()
        if name not in kind.neutral
    )
    there = ", ".join(f"{p.name} {shape_text(p.shape)}" for p in module.parameters[:8])
    if not there:
        nothing = Text("{asked}: it has no parameters; {needed} are needed.", {"asked": asked, "needed": needed})
        return Settled(Verdict.WRONG, nothing)
    return Settled(
        Verdict.WRONG,
        Text(
            "{asked}: its parameters are {there}; {needed} don't fit into them, in either orientation.",
            {"asked": asked, "there": there, "needed": needed},
        ),
    )
