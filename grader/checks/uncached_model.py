"""The student's language model with weights of ours: built, filled, and asked without a cache.

A class that wraps a finished model (``CachedMiniGPT(model)``) has the forward of the MiniGPT beside it.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grader.checks.language_model import ORDER
from grader.checks.modules import bind_constructor, build, first_inputs, random_values
from grader.checks.objects import call_method, construct, kept
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student, shape_text
from grader.checks.token_modules import constructor_values
from grader.compare import Comparison, compare, tolerance_for
from grader.model import (
    Array,
    BuildModule,
    CallMethod,
    CallModule,
    Counted,
    Definition,
    ModuleDescription,
    Raised,
    Reply,
    Returned,
    SetParameters,
    Several,
    Text,
    Value,
    Verdict,
)

__all__ = [
    "OFFSETS",
    "ROLE",
    "Model",
    "Numbers",
    "Tokens",
    "asked_to_build",
    "fill",
    "logits_in",
    "model_of",
    "same",
    "untouched",
    "with_values",
    "work_in",
    "work_of",
]

ROLE = "CachedMiniGPT"
_handles = itertools.count(1)

Numbers: TypeAlias = NDArray[np.float64]
Tokens: TypeAlias = NDArray[np.int64]

OFFSETS = {
    "start_pos", "pos", "position", "offset", "start", "posicion", "pos_inicial", "desplazamiento", "past_length",
    "posicion_inicial", "pos_offset", "start_position",
}  # fmt: skip
WRAPPED = {"model", "modelo", "gpt", "minigpt", "base", "lm", "modelo_base", "base_model"}


@dataclass(frozen=True, eq=False)
class Model:
    """The student's model with the weights `values`.

    `plain` is an instance whose uncached forward is asked and that never decodes; each decoding has an instance of its
    own (`fresh`), so that what stays in a cache costs its own check and no other.
    """

    student: Student
    sizes: Sizes
    description: ModuleDescription
    values: tuple[Array, ...]
    _plain: list[str] = field(default_factory=list)

    @property
    def plain(self) -> str:
        """Its handle; made once it's asked for, as many models only decode."""
        if not self._plain:
            handle, _ = _build(self.student, _role_of_forward(self.student), self.sizes)
            fill(self.student, handle, self.sent)
            self._plain.append(handle)
        return self._plain[0]

    @cached_property
    def sent(self) -> tuple[Array, ...]:
        """The weights as they are sent: in float32 where that holds them, which is half as much to be taken in."""
        narrow = [value.data.astype(np.float32) for value in self.values]
        return tuple(
            Array(data, value.library) if np.array_equal(data, value.data) else value
            for value, data in zip(self.values, narrow, strict=True)
        )

    def forward(self, idx: Tokens) -> Numbers:
        """The uncached logits (B, n, V), or (B, 1, V) where forward gives those of the last position alone."""
        if self._plain:
            return self.forward_of(self.plain, idx)
        making, handle = self._making(_role_of_forward(self.student))
        reply = self.student.ask(Several((*making, self.question(handle, idx))))
        if isinstance(reply, Raised):  # in the constructor, or in forward?
            return self.forward_of(self.plain, idx)
        if isinstance(reply, Returned):
            self._plain.append(handle)
            reply = Returned(reply.value[-1] if isinstance(reply.value, tuple) else None)
        return self._logits(reply, idx)

    def forward_of(self, handle: str, idx: Tokens) -> Numbers:
        return self._logits(self.student.ask(self.question(handle, idx)), idx)

    def _logits(self, reply: Reply, idx: Tokens) -> Numbers:
        asked = Text("the model's forward, without a cache, on tokens {shape}", {"shape": shape_text(idx.shape)})
        found = logits_in(self.student.returned(reply, asked).value, len(idx), self.sizes.V)
        if found is None:
            raise Settled(Verdict.WRONG, Text("{asked}: no logits for each token came back.", {"asked": asked}))
        return found

    def question(self, handle: str, idx: Tokens) -> CallModule:
        parameters = self.student.found[ROLE].call_parameters[1:]
        start: dict[str, Value] = {p.name: 0 for p in parameters if p.required and p.name.lower() in OFFSETS}
        return CallModule(handle, (Array(idx, "torch"),), start)

    def last(self, idx: Tokens) -> Numbers:
        """The uncached logits (B, V) of the last position."""
        return self.forward(idx)[:, -1]

    def _making(self, role: str) -> tuple[tuple[BuildModule, SetParameters], str]:
        """The questions that make one more instance with these weights, and its handle."""
        definition, arguments = self.student.found[role], _arguments(self.student, role, self.sizes)
        args, keywords = bind_constructor(definition, ORDER, arguments)
        handle = f"{role}-c{next(_handles)}"
        first = first_inputs(definition, arguments)
        built = BuildModule(handle, definition.name, args, keywords, first_inputs=first, described=False)
        return (built, SetParameters(handle, self.sent)), handle

    def making(self) -> tuple[tuple[BuildModule | SetParameters | CallMethod, ...], str, str] | None:
        """The questions that make a new instance that decodes, as `fresh` does, and the handles.

        None where it can't be made without looking after each.
        """
        wraps = wraps_a_model(self.student.found[ROLE])
        making, module = self._making("MiniGPT" if wraps else ROLE)
        calls = (*making, CallMethod(module, ("eval",)))
        if not wraps:
            return calls, module, module
        # What is lost with its process is known by what is built first.
        if not isinstance(self.student.ask(Several(calls)), Returned):
            return None
        handle = f"{ROLE}-o{next(_handles)}"
        return (BuildModule(handle, self.student.found[ROLE].name, (kept(module),), described=False),), handle, module

    def fresh(self) -> tuple[str, str]:
        """Handles of a new instance that decodes, and of the torch module in it; in evaluation mode."""
        wraps = wraps_a_model(self.student.found[ROLE])
        module, _ = _build(self.student, "MiniGPT" if wraps else ROLE, self.sizes)
        fill(self.student, module, self.sent)
        call_method(self.student, module, ("eval",))
        if not wraps:
            return module, module
        asked = asked_to_build(self.student, self.sizes)
        return construct(self.student, ROLE, kept(module), asked=asked), module


def model_of(student: Student, sizes: Sizes, label: str) -> Model:
    """A model with weights drawn for `label`."""
    description = untouched(student, sizes)[1]
    return Model(student, sizes, description, random_values(description, student.dice(label)))


def untouched(student: Student, sizes: Sizes) -> tuple[str, ModuleDescription]:
    """The handle of an instance of these sizes as its constructor leaves it, and what it's like; made once."""
    key = f"cached.untouched.{sizes}"
    if key not in student.memo:
        student.memo[key] = _build(student, _role_of_forward(student), sizes)
    made: tuple[str, ModuleDescription] = student.memo[key]
    return made


def with_values(model: Model, values: tuple[Array, ...]) -> Model:
    """The same model with other weights."""
    return replace(model, values=values, _plain=[])


def _role_of_forward(student: Student) -> str:
    """Whose forward is the uncached one: its own, or that of the MiniGPT beside it."""
    definition = student.found[ROLE]
    has_forward = definition.is_module and any(p.kind == "positional" for p in definition.call_parameters)
    if has_forward and not wraps_a_model(definition):
        return ROLE
    if "MiniGPT" in student.found and student.found["MiniGPT"].name != definition.name:
        return "MiniGPT"
    raise Settled(
        Verdict.WRONG, Text("`{name}` has no forward without a cache to compare with.", {"name": definition.name})
    )


def _build(student: Student, role: str, sizes: Sizes) -> tuple[str, ModuleDescription]:
    return build(student, role, ORDER, _arguments(student, role, sizes), asked_to_build(student, sizes))


def fill(student: Student, handle: str, values: tuple[Array, ...]) -> None:
    student.returned(student.ask(SetParameters(handle, values)), Text("Filling the model's parameters"))


def wraps_a_model(definition: Definition) -> bool:
    required = [p.name.lower() for p in definition.parameters if p.required and p.kind == "positional"]
    return len(required) == 1 and required[0] in WRAPPED


def asked_to_build(student: Student, sizes: Sizes) -> Text:
    return Text(
        "{name} with vocabulary {V}, width {d}, {h} heads, {L} layers, context {C}",
        {"name": student.found[ROLE].name, "V": sizes.V, "d": sizes.d, "h": sizes.h, "L": sizes.L, "C": sizes.C},
    )


def _arguments(student: Student, role: str, sizes: Sizes) -> dict[str, Value]:
    wanted: dict[str, Value] = dict(zip(ORDER, (sizes.V, sizes.d, sizes.h, sizes.L, sizes.C), strict=True))
    return constructor_values(student.found[role], **wanted)


# -- what comes back ---------------------------------------------------------------------------------


def logits_in(value: Value, batch: int, vocab_size: int) -> Numbers | None:
    """The logits in `value` (alone, in a pair, in a dict) as (batch, n, V); None where there are none."""
    parts: tuple[Value, ...] = tuple(value.values()) if isinstance(value, Mapping) else (value,)
    parts = value if isinstance(value, tuple) else parts
    for part in parts:
        if not (isinstance(part, Array) and part.data.dtype.kind == "f" and part.data.ndim):
            continue
        if part.shape[-1] == vocab_size and part.data.size and part.data.size % (batch * vocab_size) == 0:
            return part.data.astype(np.float64).reshape(batch, -1, vocab_size)
    return None


def work_of(model: Model, idx: Tokens) -> int:
    """The multiplications of the uncached forward of `idx`."""
    asked = Text("the model's forward, without a cache, on tokens {shape}", {"shape": shape_text(idx.shape)})
    return work_in(model.student.returned(model.student.ask(Counted(model.question(model.plain, idx))), asked).value)


def work_in(counted: Value) -> int:
    work = counted.get("multiplications") if isinstance(counted, Mapping) else 0
    return work if isinstance(work, int) else 0


def same(expected: Numbers, got: Numbers) -> Comparison:
    """Two ways through several layers in float32, whose products are added up in another order."""
    return compare(expected, got, tolerance_for("float32", depth=3))
