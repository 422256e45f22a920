"""Which parameter of the student's text generator is which, whatever they are called."""

from __future__ import annotations

from collections.abc import Mapping

from grader.checks.modules import SYNONYMS as MODULE_SYNONYMS
from grader.model import Definition, Value

__all__ = ["IDS_NAMES", "PARAMETERS", "arguments_for", "required_names", "roles_of"]

# The contract's order.
PARAMETERS = ("model", "tok", "prompt", "length", "temperature", "top_k")

# What may be known by its place alone.  An optional sixth parameter may be anything (`stop`, `verbose`).
_PLACED = PARAMETERS[:5]

# Names of a prompt that is given as token ids.
IDS_NAMES = {"idx", "ids", "x", "input_ids", "token_ids", "tokens", "indices", "xs", "secuencia"}

# What students call them, in lower case.
_SYNONYMS: Mapping[str, set[str]] = {
    "model": {"model", "modelo", "self", "net", "red", "gpt", "lm", "m", "minigpt"},
    "tok": {"tok", "tokenizer", "tokenizador", "tokeniser", "tk", "tokens_de"},
    "stoi": {"stoi", "char_to_idx", "char2idx"},
    "itos": {"itos", "idx_to_char", "idx2char"},
    "prompt": {
        "prompt", "inicio", "start", "text", "texto", "start_text", "texto_inicial", "prefix", "prefijo", "frase",
        "texto_semilla", "entrada", "seed_text", "seed", "semilla", "context", "contexto", *IDS_NAMES,
    },
    "length": {
        "length", "longitud", "n", "max_new_tokens", "max_tokens", "num_tokens", "n_tokens", "new_tokens", "steps",
        "pasos", "n_new", "largo", "max_length", "cantidad", "max_nuevos", "n_nuevos", "num_chars", "n_chars",
        "n_caracteres", "num_caracteres", "long",
    },
    "temperature": {"temperature", "temperatura", "temp", "t", "tau"},
    "top_k": {"top_k", "topk", "k", "k_top", "top", "n_top", "mejores"},
    "device": {"device", "dispositivo"},
    "seed": {"seed", "semilla"},
    "context": {name.lower() for name in MODULE_SYNONYMS["context"]},
}  # fmt: skip


def roles_of(definition: Definition) -> dict[str, str]:
    """Which parameter has which role: ``{"model": "m", "prompt": "inicio", ...}``.

    By name where the name is known.  A parameter with an unknown name has the role that its place has in
    the contract, or, if it's required, the first role that is left.
    """
    taken: dict[str, str] = {}
    required = required_names(definition)
    nameable = [p for p in definition.parameters if p.kind in ("positional", "keyword_only")]
    for parameter in nameable:
        known = [role for role, names in _SYNONYMS.items() if parameter.name.lower() in names]
        if "prompt" in known and len(known) > 1 and parameter.name not in required:
            known.remove("prompt")  # `seed=0` and `context=64` at the end aren't texts to start with
        role = next((role for role in known if role not in taken), None)
        if role is not None:
            taken[role] = parameter.name
    for place, parameter in enumerate(definition.positional):
        if parameter.name in taken.values():
            continue
        if place < len(_PLACED) and _PLACED[place] not in taken:
            taken[_PLACED[place]] = parameter.name
        elif parameter.required:
            free = next((role for role in PARAMETERS if role not in taken), None)
            if free is not None:
                taken[free] = parameter.name
    return taken


def required_names(definition: Definition) -> set[str]:
    return {p.name for p in definition.parameters if p.required and p.kind in ("positional", "keyword_only")}


def arguments_for(definition: Definition, values: Mapping[str, Value]) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """By position as long as nothing is left out before, then by keyword."""
    roles = {name: role for role, name in roles_of(definition).items()}
    args: list[Value] = []
    keywords: dict[str, Value] = {}
    gap = False
    for parameter in definition.parameters:
        role = roles.get(parameter.name, "")
        if role not in values:
            gap = True
            continue
        value = values[role]
        if gap or parameter.kind == "keyword_only":
            keywords[parameter.name] = value
        else:
            args.append(value)
    if not args and not keywords:  # no signature to go by
        return tuple(values[role] for role in PARAMETERS if role in values), {}
    return tuple(args), keywords
