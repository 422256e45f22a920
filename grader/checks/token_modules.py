"""Modules from (B, n, d_model) to (B, n, d_model), with a mask or without: built, filled, called."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.mask_convention import Booleans, convention_of
from grader.checks.modules import SYNONYMS, build, randomise
from grader.checks.student import Settled, Student, first_array, of_shape, settled_by
from grader.checks.token_mixing import Mixer, learn_masks, require_mixing
from grader.layouts.pieces import Parameter, parameters_of
from grader.model import (
    Array,
    CallModule,
    Definition,
    ModuleDescription,
    Raised,
    Reply,
    Returned,
    SetParameters,
    Text,
    Value,
)
from grader.model.definitions import Parameter as Argument

__all__ = ["TokenModule", "constructor_values", "require_attempt", "token_module"]

Numbers = NDArray[np.float64]
_MASK_WORDS = ("mask", "masc", "másc")


@dataclass(frozen=True, eq=False)
class TokenModule:
    """A module of the student's, called in eval mode unless said otherwise.

    `values` are its parameters by position, `module` their names, shapes and owners.
    """

    student: Student
    role: str
    handle: str
    module: ModuleDescription
    values: tuple[Numbers, ...]
    d_model: int
    n_heads: int

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return parameters_of(self.module, self.values)

    @property
    def mixer(self) -> Mixer:
        definition = self.student.found[self.role]
        takes_mask = _mask_name(definition) is not None or len(_positional(definition)) in (2, 4)
        return Mixer(
            self.student,
            self.role,
            "torch",
            self.d_model,
            2,
            takes_mask,
            lambda x, mask, asked: self.called(x, mask, asked).data.astype(np.float64),
        )

    def __call__(self, x: Numbers, allowed: Booleans | None, asked: Text) -> Array:
        """The output for x (B, n, d) where `allowed` says who may attend to whom, in the student's own convention."""
        mask = None if allowed is None else convention_of(self.student).encode(allowed, "torch")
        return self.called(x, mask, asked)

    def called(self, x: Numbers, mask: Array | None, asked: Text, *, training: bool = False, seed: int = 0) -> Array:
        """The same with a mask as the student's module takes it; settled if nothing of x's shape comes back."""
        reply = self._ask(x, mask, training, seed)
        if isinstance(reply, Raised) and mask is None and self._mask_wanted():
            reply = self._ask(x, self._open_mask(x.shape[-2]), training, seed)
        if isinstance(reply, Raised):
            alone = self._one_by_one(x, mask, asked, training, seed)
            if alone is not None:
                return alone
        if not isinstance(reply, Returned):
            raise settled_by(reply, asked)
        got = self.student.numbers(first_array(reply.value), asked)
        return of_shape(got, x.shape, asked)

    def _mask_wanted(self) -> bool:
        return any(p.required and _is_mask(p) for p in self.student.found[self.role].call_parameters)

    def mask_of_all(self, n: int) -> Array | None:
        """A mask that blocks nothing, where the module's forward can't do without one."""
        return self._open_mask(n) if self._mask_wanted() else None

    def _open_mask(self, n: int) -> Array:
        """A mask that blocks nothing, for a forward that can't do without; its convention must be known for that."""
        key = f"open-mask-{self.role}"
        if key not in self.student.memo:
            self.student.memo[key] = True
            learn_masks(self.mixer)
        return convention_of(self.student).encode(np.ones((n, n), dtype=np.bool_), "torch")

    def _one_by_one(self, x: Numbers, mask: Array | None, asked: Text, training: bool, seed: int) -> Array | None:
        """The output of a module that takes (n, d_model) only; None if that fails too."""
        parts = []
        for i, sample in enumerate(x):
            own = mask if mask is None or mask.data.ndim == 2 else Array(mask.data[i].squeeze(), "torch", mask.dtype)
            reply = self._ask(sample, own, training, seed)
            if not isinstance(reply, Returned):
                return None
            parts.append(self.student.numbers(first_array(reply.value), asked))
        if any(part.shape != x.shape[1:] for part in parts):
            return None
        self.student.memo[f"single-{self.role}"] = True
        return Array(np.stack([part.data for part in parts]), "torch", parts[0].dtype)

    def _ask(self, x: Numbers, mask: Array | None, training: bool, seed: int) -> Reply:
        return self.student.ask(self.question(x, mask, training, seed))

    def question(self, x: Numbers, mask: Array | None, training: bool = False, seed: int = 0) -> CallModule:
        """The call for `x` with a mask as the student's module takes it."""
        definition = self.student.found[self.role]
        tensor = Array(x.astype(np.float32), "torch")
        # forward(query, key, value, mask): x attends to itself.
        args: tuple[Value, ...] = (tensor,) * (3 if sum(p.required for p in _positional(definition)) >= 3 else 1)
        keywords: dict[str, Value] = {}
        name = _mask_name(definition)
        if name is not None and (mask is not None or self._mask_wanted()):
            keywords[name] = mask
        elif mask is not None:
            args = (*args, mask)
        return CallModule(self.handle, args, keywords, training=training, seed=seed)

    def set(self, values: dict[int, Numbers], asked: Text) -> None:
        """Overwrite the parameters at these places and set all others back to `self.values`."""
        filled = tuple(Array(values.get(i, kept), "torch") for i, kept in enumerate(self.values))
        reply = self.student.ask(SetParameters(self.handle, filled))
        if not isinstance(reply, Returned):
            raise settled_by(reply, asked)


def token_module(
    student: Student, role: str, d_model: int, n_heads: int, label: str = "", **more: Value
) -> TokenModule:
    """The class in `role` built and filled with random values, else a settled verdict."""
    definition = student.found[role]
    asked = Text("{name}({d}, {h})", {"name": definition.name, "d": d_model, "h": n_heads})
    values = constructor_values(definition, d_model=d_model, n_heads=n_heads, **more)
    handle, module = build(student, role, ("d_model", "n_heads", "n_kv_heads", "dropout"), values, asked)
    filled = randomise(student, handle, module, student.dice(f"parameters-{label}-{d_model}-{n_heads}"), asked)
    numbers = tuple(p.data.astype(np.float64) for p in filled)
    return TokenModule(student, role, handle, module, numbers, d_model, n_heads)


def require_attempt(module: TokenModule) -> None:
    """Settled where forward is still to be written or mixes no tokens: its parameters alone are no answer.

    An exception is a mistake of an attempt, and costs the checks that need what comes back.
    """
    try:
        require_mixing(module.mixer)
    except Settled as settled:
        if settled.raised is None or settled.raised.type_name == "NotImplementedError":
            raise


def constructor_values(definition: Definition, **wanted: Value) -> dict[str, Value]:
    """`wanted`, and what else the constructor can't do without or is better told.

    No dropout: one that eval() doesn't stop has a check of its own.
    """
    values = dict(wanted)
    required = {p.name: p.required for p in definition.parameters}
    if any(name in required for name in SYNONYMS["dropout"]):
        values.setdefault("dropout", 0.0)
    if any(required.get(name) for name in SYNONYMS["context"]):
        values.setdefault("context", 16)
    return values


def _positional(definition: Definition) -> list[Argument]:
    return [p for p in definition.call_parameters if p.kind == "positional"]


def _mask_name(definition: Definition) -> str | None:
    return next((p.name for p in definition.call_parameters if _is_mask(p)), None)


def _is_mask(p: Argument) -> bool:
    return p.kind in ("positional", "keyword_only") and any(word in p.name.lower() for word in _MASK_WORDS)
