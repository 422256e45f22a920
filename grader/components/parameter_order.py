"""Arguments in the student's own order, where the names of their parameters say that it isn't the contract's.

Parameters are passed by position and may be called anything.  But ``attention(k, q, v)`` says plainly which is
which, and a right function must not fail for that.  Only an order in which every required parameter is recognised by
name, each once, is taken; anything less is called by position, as the contract says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.components.component import Role
from grader.model import Ask, Call, CallFunction, Definition, Reply, Returned, Text

__all__ = ["Reordered", "note_on", "order_by_name", "orders_by_name"]

# Lower case; what students call the contract's parameters, in English and Spanish.
NAMES: Mapping[str, frozenset[str]] = {
    "Q": frozenset(["q", "query", "queries", "consulta", "consultas"]),
    "K": frozenset(["k", "key", "keys", "clave", "claves", "llave", "llaves"]),
    "V": frozenset(["v", "value", "values", "valor", "valores"]),
    "mask": frozenset(["mask", "mascara", "máscara", "attn_mask", "attention_mask"]),
    "z": frozenset(["z", "logits", "scores", "puntuaciones"]),
    "axis": frozenset(["axis", "dim", "eje"]),
    "n_positions": frozenset(
        ["n_positions", "n_pos", "positions", "num_positions", "seq_len", "n_posiciones", "posiciones"]
    ),
    "d_model": frozenset(["d_model", "d", "dim", "d_modelo", "embed_dim", "n_embd"]),
    "lengths": frozenset(["lengths", "lens", "lengths_list", "longitudes", "largos"]),
    "n_max": frozenset(["n_max", "max_len", "maxlen", "max_length", "n_maximo", "longitud_maxima"]),
    "X": frozenset(["x", "inputs", "entrada"]),
    "x": frozenset(["x", "inputs", "entrada"]),
    "heads": frozenset(["heads", "cabezas"]),
    "W_O": frozenset(["w_o", "wo", "w_out", "w_salida"]),
    "W1": frozenset(["w1", "w_1"]),
    "b1": frozenset(["b1", "b_1"]),
    "W2": frozenset(["w2", "w_2"]),
    "b2": frozenset(["b2", "b_2"]),
    "n_tokens": frozenset(["n_tokens", "tokens", "num_tokens", "seq_len"]),
    "n_layers": frozenset(["n_layers", "layers", "num_layers", "n_capas", "capas"]),
    "bytes_per_value": frozenset(["bytes_per_value", "bytes", "n_bytes", "bytes_por_valor", "dtype_bytes"]),
    "n_heads": frozenset(["n_heads", "heads", "num_heads", "n_cabezas"]),
    "n_kv_heads": frozenset(["n_kv_heads", "kv_heads", "num_kv_heads", "n_cabezas_kv"]),
}


def order_by_name(role: Role, definition: Definition) -> tuple[int, ...] | None:
    """For each of the contract's parameters that the student has, its position in theirs; None to call by position.

    None too where the order is the contract's anyway.
    """
    if role.kind != "function":
        return None
    names = [parameter.name.lower() for parameter in definition.positional]
    places: list[int] = []
    for number, canonical in enumerate(role.parameters):
        matching = [place for place, name in enumerate(names) if name in NAMES.get(canonical, ())]
        if len(matching) != 1:
            if number < role.required:
                return None
            break
        places.append(matching[0])
    if len(set(places)) != len(places) or places == sorted(places):
        return None
    # Only a permutation of the first ones can be filled without leaving a gap between arguments.
    return tuple(places) if sorted(places) == list(range(len(places))) else None


def orders_by_name(roles: Sequence[Role], found: Mapping[str, Definition]) -> dict[str, tuple[int, ...]]:
    """The order of each function in `found` (by role) that has one of its own, by the function's name."""
    orders = {}
    for role in roles:
        order = order_by_name(role, found[role.name]) if role.name in found else None
        if order is not None:
            orders[found[role.name].name] = order
    return orders


@dataclass(frozen=True)
class Reordered:
    """An `Ask` that passes arguments in the students' order; `orders` is by function name.

    What comes back by position (arguments after the call) is put into the contract's order again.
    """

    ask: Ask
    orders: Mapping[str, tuple[int, ...]]

    def __call__(self, call: Call, /) -> Reply:
        order = self.orders.get(call.name) if isinstance(call, CallFunction) else None
        if order is None or not isinstance(call, CallFunction):
            return self.ask(call)
        given = order[: len(call.args)]
        if sorted(given) != list(range(len(given))) or len(call.args) > len(order):
            return self.ask(call)
        places: Sequence[int] = given
        args = [call.args[places.index(position)] for position in range(len(places))]
        reply = self.ask(replace(call, args=tuple(args), gradient_of=tuple(places[i] for i in call.gradient_of)))
        if isinstance(reply, Returned) and reply.arguments_after:
            return replace(reply, arguments_after=tuple(reply.arguments_after[place] for place in places))
        return reply


def note_on(definition: Definition) -> Text:
    names = ", ".join(parameter.name for parameter in definition.positional)
    return Text("Your parameters are in another order ({names}); they were passed by their names.", {"names": names})
