"""Which parameter of a function that trains or measures a model is which, whatever they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.checks.modules import SYNONYMS as MODULE_SYNONYMS
from grader.model import Definition, Value

__all__ = ["arguments_for", "missing_names", "roles_of"]

# What students call them, in lower case.
_SYNONYMS: Mapping[str, frozenset[str]] = {
    "model": frozenset({"model", "modelo", "net", "red", "gpt", "lm", "m", "minigpt"}),
    "data": frozenset({
        "data", "datos", "ids", "tokens", "corpus", "dataset", "texto", "train_data", "datos_train", "train",
        "datos_entrenamiento", "entrenamiento", "secuencia", "split", "d",
    }),
    "val_data": frozenset({
        "val_data", "val", "datos_val", "valid_data", "validation", "validacion", "validación", "datos_validacion",
        "eval_data", "test_data",
    }),
    "steps": frozenset({"steps", "pasos", "n", "k", "reps", "repeticiones"}),
    "epochs": frozenset({"epochs", "epocas", "épocas"}),
    "batches": frozenset({
        "n_batches", "batches", "lotes", "n_lotes", "num_batches", "num_lotes", "max_batches", "cantidad_lotes",
    }),
    "batch_size": frozenset({"batch_size", "batch", "lote", "bs", "b", "tam_lote"}),
    "context": frozenset({*(name.lower() for name in MODULE_SYNONYMS["context"]), "t", "ventana", "longitud"}),
    "lr": frozenset({"lr", "eta", "alpha", "tasa", "learning_rate"}),
    "seed": frozenset({"seed", "semilla"}),
    "device": frozenset({"device", "dispositivo"}),
    "optimizer": frozenset({"optimizer", "opt", "optim", "optimizador"}),
    "vocab_size": frozenset(name.lower() for name in MODULE_SYNONYMS["vocab_size"]),
}  # fmt: skip

# Parts of names that tell as much; the first that fits.
_PARTS = (
    ("epoc", "epochs"),
    ("época", "epochs"),
    ("step", "steps"),
    ("paso", "steps"),
    ("iter", "steps"),
    ("batch", "batch_size"),
    ("lote", "batch_size"),
    ("context", "context"),
    ("block", "context"),
    ("learning", "lr"),
    ("tasa", "lr"),
)

# How many batches, where the name says so; `tam_lotes` and `batches_size` are how large one is.
_MANY = re.compile(r"^(?!.*(size|tam)).*(batches|lotes|(^|_)(n|num|number|count|cant|cantidad|total)_?(batch|lote))")

# Asked only where they can't be left out: what a student set them to is what they mean by it.
_ONLY_IF_REQUIRED = {"val_data", "device", "optimizer", "vocab_size"}

# Not a number of steps, although its name has one in it.
_RHYTHM = ("every", "cada", "interval", "intervalo", "log", "print", "eval_every", "warmup", "calentamiento")


def roles_of(definition: Definition) -> dict[str, str]:
    """Which parameter has which role: ``{"model": "m", "data": "datos", "steps": "pasos", ...}``."""
    nameable = [p for p in definition.parameters if p.kind in ("positional", "keyword_only")]
    taken: dict[str, str] = {}
    for parameter in nameable:
        role = _role_of(parameter.name.lower())
        if role is not None and role not in taken:
            taken[role] = parameter.name
    # The contract's two, by their place where their names say nothing.
    for place, role in enumerate(("model", "data")):
        if role not in taken and place < len(definition.positional):
            name = definition.positional[place].name
            taken = {other: named for other, named in taken.items() if named != name} | {role: name}
    return taken


def _role_of(name: str) -> str | None:
    for role, names in _SYNONYMS.items():
        if name in names:
            return role
    if any(part in name for part in _RHYTHM):
        return None
    if _MANY.match(name):
        return "batches"
    return next((role for part, role in _PARTS if part in name), None)


def _required(definition: Definition) -> set[str]:
    return {p.name for p in definition.parameters if p.required and p.kind in ("positional", "keyword_only")}


def missing_names(definition: Definition, values: Mapping[str, Value]) -> list[str]:
    """Parameters without a default for which there's nothing to pass, in their order."""
    known = {name for role, name in roles_of(definition).items() if role in {*values, "model", "data", "optimizer"}}
    required = _required(definition)
    return [p.name for p in definition.parameters if p.name in required - known]


def arguments_for(
    definition: Definition, values: Mapping[str, Value], handle: str
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """The model and the data by position, everything else by name.

    A number of steps stands for the number of batches too, in a function that measures and has no steps.
    """
    roles = roles_of(definition)
    required = _required(definition)
    given: dict[str, Value] = {**values, "optimizer": {"optimizer": handle}}
    chosen = {
        name: given[role]
        for role, name in roles.items()
        if role in given and (role not in _ONLY_IF_REQUIRED or name in required)
    }
    args: list[Value] = []
    for parameter in definition.positional[:2]:
        if parameter.name not in chosen:
            break
        args.append(chosen.pop(parameter.name))
    if not args:  # no signature to go by
        return (values["model"], values["data"]), {}
    return tuple(args), chosen
