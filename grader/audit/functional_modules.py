"""NumPy functions that answer as a student's ``torch.nn.Module`` would, without torch.

A known-wrong variant of multi-head attention, of a block or of a MiniGPT is one function of the inputs and the weights,
as in the references: ``multi_head_attention(x, weights, n_heads, mask)``, ``pre_ln_block(x, weights, n_heads, mask)``,
``minigpt(idx, weights, n_heads)``.  A smaller layer's takes each weight as an argument of its own: ``swiglu(x, W_gate,
W_up, W_down)``.  Here such a function is given the parameters of a class (separate projections
with biases, Linear weights of (out, in)), torch's initial values and its training mode, and is judged by the same
checks.  Two questions can't be answered so, and get the verdict SKIPPED: fitting, and gradients.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from grader.audit.architectures import ARCHITECTURES, Architecture, Slot
from grader.layouts.weights import Floats
from grader.model import (
    Array,
    Ask,
    BuildModule,
    Call,
    CallModule,
    FitModule,
    Generate,
    Inspect,
    NoReply,
    Raised,
    ReadParameters,
    Reply,
    Returned,
    SetParameters,
    Value,
    Verdict,
)

__all__ = ["FUNCTIONAL_NAMES", "Forward", "ask_functional"]

# forward(x or idx, weights, n_heads, mask) -> output
Forward: TypeAlias = Callable[..., Any]

# By the role of a class: the reference's function for it.
FUNCTIONAL_NAMES: Mapping[str, str] = {
    "MultiHeadAttention": "multi_head_attention",
    "TransformerBlock": "pre_ln_block",
    "MiniGPT": "minigpt",
    "Embeddings": "embeddings",
    "FeedForward": "feed_forward",
    "LayerNorm": "layer_norm",
    "RMSNorm": "rms_norm",
    "SwiGLU": "swiglu",
}


class _FunctionalModule:
    """One built module: what a ``torch.nn.Module`` of that class would hold."""

    def __init__(self, role: str, forward: Forward, arguments: Mapping[str, float], seed: int) -> None:
        self.role = role
        self.forward = forward
        self.n_heads = int(arguments.get("n_heads", 1))
        self.dropout = float(arguments.get("dropout", 0.0))
        self.training = True
        d_model = int(arguments["d_model"])
        if d_model % self.n_heads:
            raise ValueError(f"d_model = {d_model} can't be cut into {self.n_heads} heads of equal size")
        self.slots = ARCHITECTURES[role].slots({name: int(value) for name, value in arguments.items()})
        dice = np.random.default_rng(seed)
        self.values = [_initial(slot, dice) for slot in self.slots]
        self.weights: Any = None

    def describe(self) -> Value:
        paths = {slot.name.rpartition(".")[0]: slot.owner_type for slot in self.slots}
        inside: list[dict[str, Value]] = [
            {"path": path, "type_name": type_name, "from_library": True, "dropout": None}
            for path, type_name in paths.items()
        ]
        if self.dropout:
            inside.append({"path": "drop", "type_name": "Dropout", "from_library": True, "dropout": self.dropout})
        parameters: list[dict[str, Value]] = [
            {"name": slot.name, "shape": slot.shape, "dtype": "float32", "owner_type": slot.owner_type}
            for slot in self.slots
        ]
        return {
            "type_name": self.role,
            "is_module": True,
            "parameters": tuple(parameters),
            "submodules": ({"path": "", "type_name": self.role, "from_library": False, "dropout": None}, *inside),
            "training": self.training,
            "unregistered": (),
        }

    def set(self, values: Sequence[Array]) -> int:
        if len(values) != len(self.slots) or any(
            v.data.shape != slot.shape for v, slot in zip(values, self.slots, strict=False)
        ):
            raise ValueError("the module's parameters have changed in number or shape")
        self.values = [value.data.astype(np.float32) for value in values]
        self.weights = None
        return len(values)

    def __call__(self, args: Sequence[Value], keywords: Mapping[str, Value], seed: int) -> Value:
        names = ARCHITECTURES[self.role].takes
        if len(args) > len(names):
            raise TypeError(f"forward() takes {len(names)} positional arguments but {len(args)} were given")
        given = dict(zip(names, args, strict=False)) | dict(keywords)
        if names[0] not in given or not set(given) <= set(names):
            raise TypeError(f"forward() takes {', '.join(names)}")
        first, *more = (_plain(given.get(name)) for name in names)
        if names[0] == "idx" and np.asarray(first).dtype.kind != "i":
            raise TypeError("expected token ids of an integer type")
        if self.weights is None:
            self.weights = ARCHITECTURES[self.role].weights([value.astype(np.float64) for value in self.values])
        np.random.seed(seed)  # as the agent does, for code that draws from the global generator
        if ARCHITECTURES[self.role].layer:
            output = self.forward(first, *self.weights)
        else:
            output = self.forward(first, self.weights, self.n_heads, *more)
        if self.training and self.dropout:
            output = _dropped(output, self.dropout, np.random.default_rng(seed))
        return _tensors(output)


def _initial(slot: Slot, dice: np.random.Generator) -> Floats:
    if slot.initial == "linear":
        bound = slot.fan_in**-0.5
        drawn = dice.uniform(-bound, bound, slot.shape)
    elif slot.initial == "normal":
        drawn = dice.normal(0, 1, slot.shape)
    else:
        drawn = np.ones(slot.shape) if slot.initial == "ones" else np.zeros(slot.shape)
    return drawn.astype(np.float32)


def _plain(value: Value) -> Any:
    if not isinstance(value, Array):
        return value
    return value.data.astype(np.float64) if value.data.dtype.kind == "f" else value.data


def _dropped(output: Any, rate: float, dice: np.random.Generator) -> Any:
    """Inverted dropout of the output (of the first of a pair)."""
    if isinstance(output, tuple):
        return (_dropped(output[0], rate, dice), *output[1:])
    return output * (dice.random(np.shape(output)) >= rate) / (1 - rate)


def _tensors(value: Any) -> Value:
    """What a torch module would return: floating numbers come out in the module's own float32."""
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        return Array(array.astype(np.float32) if array.dtype.kind == "f" else array, "torch")
    if isinstance(value, tuple | list):
        return tuple(_tensors(part) for part in value)
    return value  # type: ignore[no-any-return]  # None, a number: as it is


def ask_functional(forwards: Mapping[str, Forward], others: Ask) -> Ask:
    """An `Ask` in which each class of `forwards` (by role) is a module; all else is asked of `others`."""
    modules: dict[str, _FunctionalModule] = {}

    def ask(call: Call) -> Reply:
        if isinstance(call, Inspect):
            return _with_classes(others(call), forwards)
        if isinstance(call, BuildModule) and call.class_name in forwards:
            return _settled(lambda: _built(call))
        if isinstance(call, Generate) and call.handle in modules:
            return NoReply(Verdict.SKIPPED, "A functional module generates no text.")
        handle = getattr(call, "handle", None)
        if handle not in modules:
            return others(call)
        module = modules[handle]
        if isinstance(call, SetParameters):
            values = call.values
            return _settled(lambda: module.set(values))
        if isinstance(call, ReadParameters):
            return Returned(tuple(Array(value, "torch") for value in module.values))
        if isinstance(call, FitModule):
            return NoReply(Verdict.SKIPPED, "A functional module can't be fitted.")
        assert isinstance(call, CallModule)
        if call.gradient_of:
            return NoReply(Verdict.SKIPPED, "A functional module has no gradients.")
        return _settled(lambda: _called(module, call), call.args if call.arguments_after else ())

    def _built(call: BuildModule) -> Value:
        arguments = _bound(call.class_name, call.args, call.keywords)
        modules[call.handle] = _FunctionalModule(call.class_name, forwards[call.class_name], arguments, call.seed)
        return modules[call.handle].describe()

    return ask


def _called(module: _FunctionalModule, call: CallModule) -> Value:
    if call.training is not None:
        module.training = call.training
    return module(call.args, call.keywords, call.seed)


def _settled(answer: Callable[[], Value], after: tuple[Value, ...] = ()) -> Reply:
    try:
        with np.errstate(all="ignore"):
            return Returned(answer(), arguments_after=after)
    except Exception as error:  # noqa: BLE001  a known-wrong variant may break in any way
        return Raised(type(error).__name__, str(error)[:2000])


def _bound(role: str, args: Sequence[Value], keywords: Mapping[str, Value]) -> dict[str, float]:
    """The constructor's arguments by name.  TypeError as Python's own."""
    names = [name for name, _ in ARCHITECTURES[role].constructor]
    if len(args) > len(names):
        raise TypeError(f"__init__() takes {len(names)} positional arguments but {len(args)} were given")
    given: dict[str, Value] = dict(zip(names, args, strict=False))
    for name, value in keywords.items():
        if name not in names or name in given:
            raise TypeError(f"__init__() got an unexpected keyword argument '{name}', or got it twice")
        given[name] = value
    bound: dict[str, float] = {}
    for name, default in ARCHITECTURES[role].constructor:
        value = given.get(name, default)
        if not isinstance(value, int | float):
            raise TypeError(f"__init__() needs a number for '{name}'")
        bound[name] = value
    return bound


def _with_classes(reply: Reply, roles: Mapping[str, Forward]) -> Reply:
    body = reply.value if isinstance(reply, Returned) and isinstance(reply.value, Mapping) else {}
    described = body.get("described")
    names = body.get("public_names")
    own = {role: _definition(ARCHITECTURES[role]) for role in roles}
    return Returned(
        {
            "described": {**(described if isinstance(described, Mapping) else {}), **own},
            "public_names": (*(names if isinstance(names, tuple) else ()), *roles),
        }
    )


def _definition(architecture: Architecture) -> Value:
    return {
        "kind": "class",
        "parameters": tuple(
            {"name": name, "kind": "positional", "required": default is None}
            for name, default in architecture.constructor
        ),
        "call_parameters": tuple(
            {"name": name, "kind": "positional", "required": at == 0} for at, name in enumerate(architecture.takes)
        ),
        "is_module": True,
        "libraries": ("torch",),
        "cell": None,
        "line": None,
    }
