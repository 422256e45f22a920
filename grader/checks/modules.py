"""Building and running the student's ``nn.Module`` classes, whatever their parameters are called."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from grader.checks.student import Settled, Student, first_array, settled_by, to_keep
from grader.model import (
    Array,
    BuildModule,
    CallModule,
    Definition,
    ModuleDescription,
    Observation,
    Raised,
    Reply,
    Returned,
    SetParameters,
    Text,
    Value,
    Verdict,
    module_from,
)

__all__ = [
    "SYNONYMS",
    "bind_constructor",
    "build",
    "call_module",
    "described",
    "first_inputs",
    "forward",
    "note_call",
    "random_values",
    "randomise",
    "try_build",
]

# What students call the contract's constructor parameters, canonical first (Spanish, English, papers, nanoGPT).
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "vocab_size": ("vocab_size", "vocab", "n_vocab", "tam_vocab", "tamano_vocab", "tamaño_vocab", "V", "n_tokens"),
    "d_model": ("d_model", "d", "dim", "n_embd", "embed_dim", "d_modelo", "dim_modelo", "hidden_size", "emb_dim"),
    "n_heads": ("n_heads", "heads", "h", "num_heads", "n_head", "nhead", "n_cabezas", "num_cabezas", "cabezas"),
    "n_kv_heads": (
        "n_kv_heads", "kv_heads", "n_kv", "num_kv_heads", "num_key_value_heads", "n_cabezas_kv", "num_cabezas_kv",
        "cabezas_kv",
    ),
    "src_vocab": ("src_vocab", "src_vocab_size", "vocab_src", "vocab_origen", "vocab_fuente", "n_src_vocab"),
    "tgt_vocab": ("tgt_vocab", "tgt_vocab_size", "vocab_tgt", "vocab_destino", "vocab_objetivo", "n_tgt_vocab"),
    "n_layers": ("n_layers", "layers", "num_layers", "n_layer", "depth", "n_capas", "num_capas", "capas", "n_bloques"),
    "context": (
        "context", "contexto", "block_size", "ctx", "context_length", "context_size", "max_len", "n_ctx",
        "longitud_contexto", "tam_contexto", "seq_len", "max_seq_len", "n_max", "long_max",
    ),
    "d_ff": ("d_ff", "hidden", "hidden_dim", "d_hidden", "dim_ff", "ff_dim", "d_oculta", "dim_oculta", "oculta"),
    "dropout": ("dropout", "p", "p_dropout", "drop", "dropout_p", "dropout_rate", "tasa_dropout", "prob_dropout"),
}  # fmt: skip

_handles = itertools.count(1)


def bind_constructor(
    definition: Definition, order: Sequence[str], values: Mapping[str, Value]
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Arguments for the constructor: by keyword where every name is known, else by the contract's position.

    `order` is the contract's order; `values` are those that are to be passed.
    """
    by_name: dict[str, str] = {}
    for parameter in definition.parameters:
        for canonical, names in SYNONYMS.items():
            if parameter.kind in ("positional", "keyword_only") and parameter.name in names:
                by_name.setdefault(canonical, parameter.name)
    if _is_config(definition):
        return ({"config": _config_values(values)},), {}
    required = {p.name for p in definition.parameters if p.required and p.kind in ("positional", "keyword_only")}
    if all(name in by_name for name in values) and required <= {by_name[name] for name in values}:
        return (), {by_name[name]: value for name, value in values.items()}
    passed = [name for name in order if name in values]
    return tuple(values[name] for name in passed), {}


_CONFIG_NAMES = {"config", "cfg", "conf", "configuracion", "configuración", "args", "hparams", "hp", "params", "c"}


def _is_config(definition: Definition) -> bool:
    """Does the constructor take one object with all hyper-parameters in it?"""
    required = [p for p in definition.parameters if p.required and p.kind in ("positional", "keyword_only")]
    return len(required) == 1 and required[0].name.lower() in _CONFIG_NAMES


def _config_values(values: Mapping[str, Value]) -> dict[str, Value]:
    """Every name that a hyper-parameter may have, with the contract's defaults for those that aren't asked."""
    defaults: dict[str, Value] = {"vocab_size": 46, "d_model": 64, "n_heads": 4, "n_layers": 3, "context": 64}
    width = values.get("d_model", defaults["d_model"])
    widest: Value = 4 * width if isinstance(width, int) else width
    whole = {**defaults, "dropout": 0.0, "d_ff": widest, "src_vocab": 46, "tgt_vocab": 46, **values}
    whole.setdefault("n_kv_heads", whole["n_heads"])
    named = {name: whole[canonical] for canonical, names in SYNONYMS.items() for name in names}
    return {**named, "bias": True}


def try_build(
    student: Student, role: str, order: Sequence[str], values: Mapping[str, Value], seed: int = 0
) -> tuple[str, Reply]:
    """Build the class in `role`; the handle to it and the raw reply (it may have raised)."""
    handle = f"{role}-{next(_handles)}"
    definition = student.found[role]
    args, keywords = bind_constructor(definition, order, values)
    first = first_inputs(definition, values)
    return handle, student.ask(BuildModule(handle, definition.name, args, keywords, seed, first))


def first_inputs(definition: Definition, values: Mapping[str, Value]) -> tuple[tuple[Value, ...], ...]:
    """What a module with lazy parameters may be called with first: tokens of its width, or ids; the likelier first.

    As many as its forward can't do without; of two, the second may be a mask.
    """
    required = sum(p.required and p.kind == "positional" for p in definition.call_parameters) or 1
    ids = Array(np.zeros((1, 2), dtype=np.int64), "torch")
    width = values.get("d_model")
    if not isinstance(width, int):
        return ((ids,) * required,)
    tokens = Array(np.zeros((1, 2, width), dtype=np.float32), "torch")
    everything = Array(np.ones((2, 2), dtype=np.bool_), "torch")
    for_tokens = ((tokens,) * required, (tokens, *(everything,) * (required - 1)))
    takes_ids = any(name.endswith(("vocab", "vocab_size")) for name in values)
    return ((ids,) * required, *for_tokens) if takes_ids else (*for_tokens, (ids,) * required)


def build(
    student: Student, role: str, order: Sequence[str], values: Mapping[str, Value], asked: Text, seed: int = 0
) -> tuple[str, ModuleDescription]:
    """Build the class in `role`, else settle the verdict."""
    handle, reply = try_build(student, role, order, values, seed)
    return handle, described(student, role, reply, asked)


def described(student: Student, role: str, reply: Reply, asked: Text) -> ModuleDescription:
    """The module that a `BuildModule` of the class in `role` replied with, else settled."""
    module = module_from(student.returned(reply, asked).value)
    if module is None:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: {name} is not a torch.nn.Module.",
                {"asked": asked, "name": student.found[role].name},
            ),
        )
    return module


def randomise(
    student: Student, handle: str, module: ModuleDescription, dice: np.random.Generator, asked: Text
) -> tuple[Array, ...]:
    """Fill the parameters by position with `random_values` and give them back."""
    values = random_values(module, dice)
    reply = student.ask(SetParameters(handle, values))
    if not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    return values


def random_values(module: ModuleDescription, dice: np.random.Generator) -> tuple[Array, ...]:
    """Values of scale 1/√fan for the parameters, in their order.

    Vectors get 1 + noise where they look like gains of a norm would (so that signals neither vanish
    nor explode) and noise elsewhere; none is left at a value that hides a mistake (0, 1, identity).
    """
    values = []
    for parameter in module.parameters:
        if len(parameter.shape) >= 2:
            drawn = dice.normal(0, parameter.shape[-1] ** -0.5, parameter.shape)
        elif "norm" in parameter.owner_type.lower() and parameter.name.endswith(("weight", "gain", "gamma")):
            drawn = dice.uniform(0.6, 1.4, parameter.shape)
        else:
            drawn = dice.normal(0, 0.3, parameter.shape)
        # float32 on both sides, so that the reference uses the very numbers that the student's module holds.
        values.append(Array(drawn.astype(np.float32).astype(np.float64), "torch"))
    return tuple(values)


def call_module(
    student: Student,
    role: str,
    handle: str,
    *args: Value | npt.NDArray[Any],
    case: str = "",
    training: bool | None = False,
    seed: int = 0,
    gradient_of: tuple[int, ...] = (),
    cotangent: Array | None = None,
) -> Reply:
    """Call the module and note what came back.  Arrays become torch tensors (float32, cast to the module's dtype)."""
    plain = tuple(_tensor(arg) if isinstance(arg, np.ndarray) else arg for arg in args)
    call = CallModule(handle, plain, training=training, seed=seed, gradient_of=gradient_of, cotangent=cotangent)
    reply = student.ask(call)
    note_call(student, role, call, reply, case)
    return reply


def note_call(student: Student, role: str, call: CallModule, reply: Reply, case: str) -> None:
    """Note what the module gave."""
    got = to_keep(reply.value) if isinstance(reply, Returned) else None
    student.observations.append(Observation(role, case, call.args, {}, got))


def forward(
    student: Student,
    role: str,
    handle: str,
    *args: Value | npt.NDArray[Any],
    asked: Text,
    training: bool | None = False,
    seed: int = 0,
) -> Array:
    """The module's output as an array (the first of a pair), else a settled verdict."""
    reply = call_module(student, role, handle, *args, case=str(asked), training=training, seed=seed)
    if isinstance(reply, Raised) or not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    return student.numbers(first_array(reply.value), asked)


def _tensor(data: npt.NDArray[Any]) -> Array:
    return Array(data.astype(np.float32) if data.dtype.kind == "f" else data, "torch")
