"""Arguments in the student's own order, where the names of their parameters say that it isn't the contract's.

Parameters are passed by position and may be called anything.  But ``attention(k, q, v)`` says plainly which is
which, and a right function must not fail for that.  Only an order in which every required parameter is recognised by
name, each once, is taken; anything less is called by position, as the contract says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from grader.components.component import Role
from grader.model import Ask, Call, CallFunction, Definition, Each, Repeated, Reply, Returned, Text

__all__ = ["Place", "Reordered", "is_another_order", "note_on", "order_by_name", "orders_by_name"]

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
    "positions": frozenset(["positions", "position", "pos", "posiciones", "posicion", "posición"]),
    "base": frozenset(["base", "theta", "theta_base"]),
    "memory": frozenset(["memory", "memoria", "mem", "encoder_output", "enc_out", "source", "fuente"]),
    "heads": frozenset(["heads", "cabezas"]),
    "W_Q": frozenset(["w_q", "wq", "w_query", "w_consulta", "w_consultas"]),
    "W_K": frozenset(["w_k", "wk", "w_key", "w_clave", "w_claves"]),
    "W_V": frozenset(["w_v", "wv", "w_value", "w_valor", "w_valores"]),
    "d_k": frozenset(["d_k", "dk", "d"]),
    "n": frozenset(["n", "n_pairs", "n_samples", "samples", "pairs", "n_pares", "n_muestras", "muestras", "pares"]),
    "seed": frozenset(["seed", "semilla"]),
    "W": frozenset(["w", "w_h", "w_hh"]),
    "U": frozenset(["u", "w_x", "w_xh"]),
    "inputs": frozenset(["inputs", "x", "xs", "entradas"]),
    "W_O": frozenset(["w_o", "wo", "w_out", "w_salida"]),
    "W1": frozenset(["w1", "w_1"]),
    "b1": frozenset(["b1", "b_1"]),
    "W2": frozenset(["w2", "w_2"]),
    "b2": frozenset(["b2", "b_2"]),
    "gamma": frozenset(["gamma", "g", "gain", "ganancia"]),
    "gain": frozenset(["gain", "g", "gamma", "ganancia", "weight"]),
    "beta": frozenset(["beta", "b", "bias", "sesgo"]),
    "W_gate": frozenset(["w_gate", "wg", "w_g", "gate", "w_puerta", "w_compuerta"]),
    "W_up": frozenset(["w_up", "wu", "w_u", "up", "w_subida"]),
    "W_down": frozenset(["w_down", "wd", "w_d", "down", "w_bajada"]),
    "attention": frozenset(["attention", "attn", "atencion", "atención", "mha"]),
    "ffn": frozenset(["ffn", "ff", "mlp", "feed_forward", "red"]),
    "norm1": frozenset(["norm1", "norm_1", "ln1", "ln_1", "norma1", "norma_1"]),
    "norm2": frozenset(["norm2", "norm_2", "ln2", "ln_2", "norma2", "norma_2"]),
    "n_tokens": frozenset(["n_tokens", "tokens", "num_tokens", "seq_len"]),
    "n_layers": frozenset(["n_layers", "layers", "num_layers", "n_capas", "capas"]),
    "bytes_per_value": frozenset(["bytes_per_value", "bytes", "n_bytes", "bytes_por_valor", "dtype_bytes"]),
    "n_heads": frozenset(["n_heads", "heads", "num_heads", "n_cabezas"]),
    "data": frozenset(["data", "datos", "tokens", "ids"]),
    "context": frozenset(["context", "contexto", "block_size", "seq_len", "context_length", "ctx", "longitud"]),
    "batch_size": frozenset(["batch_size", "batch", "tam_lote", "tamano_lote", "tamaño_lote", "n_batch", "lotes"]),
    "fraction": frozenset(["fraction", "frac", "fraccion", "fracción", "train_fraction", "proporcion", "proporción"]),
    "n_parameters": frozenset(
        ["n_parameters", "parameters", "num_parameters", "n_params", "params", "n_parametros", "parametros"]
    ),
    "d_head": frozenset(["d_head", "head_dim", "dim_head", "d_cabeza"]),
    "window": frozenset(["window", "window_size", "w", "ventana"]),
    "block_size": frozenset(["block_size", "block", "tile", "tile_size", "bloque", "tamano_bloque", "tamaño_bloque"]),
    "n_kv_heads": frozenset(["n_kv_heads", "kv_heads", "num_kv_heads", "n_cabezas_kv"]),
}


Place: TypeAlias = int | str


def order_by_name(role: Role, definition: Definition) -> tuple[Place, ...] | None:
    """For each of the contract's parameters that the student has, its position in theirs, or its name where it goes
    by keyword only; None to call by position in the contract's order.
    """
    if role.kind != "function":
        return None
    places = _positions(role, definition) or tuple(range(min(len(role.parameters), len(definition.positional))))
    by_keyword = [p.name for p in definition.parameters if p.kind == "keyword_only"]
    order: list[Place] = list(places)
    for canonical in role.parameters[len(places) :]:
        named = [name for name in by_keyword if name.lower() in NAMES.get(canonical, ())]
        if len(named) != 1:
            break
        order.append(named[0])
    return tuple(order) if order != list(range(len(order))) else None


def _positions(role: Role, definition: Definition) -> tuple[int, ...] | None:
    """The order that the names of the positional parameters say, if they say one that isn't the contract's."""
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


def orders_by_name(roles: Sequence[Role], found: Mapping[str, Definition]) -> dict[str, tuple[Place, ...]]:
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
    orders: Mapping[str, tuple[Place, ...]]

    def __call__(self, call: Call, /) -> Reply:
        asked = call.call if isinstance(call, Repeated | Each) else call
        reordered = self._in_their_order(asked) if isinstance(asked, CallFunction) else None
        if reordered is None or not isinstance(asked, CallFunction):
            return self.ask(call)
        reply = self.ask(replace(call, call=reordered) if isinstance(call, Repeated | Each) else reordered)
        if not isinstance(reply, Returned) or len(reply.arguments_after) != len(reordered.args):
            return reply
        after = tuple(
            reply.arguments_after[place] if isinstance(place, int) else arg
            for place, arg in zip(self.orders[asked.name], asked.args, strict=False)
        )
        return replace(reply, arguments_after=after if reply.arguments_after else ())

    def _in_their_order(self, asked: CallFunction) -> CallFunction | None:
        """None where it stays as it is."""
        order = self.orders.get(asked.name)
        if order is None or len(asked.args) > len(order):
            return None
        given = order[: len(asked.args)]
        by_position = {place: arg for place, arg in zip(given, asked.args, strict=True) if isinstance(place, int)}
        by_keyword = {place: arg for place, arg in zip(given, asked.args, strict=True) if isinstance(place, str)}
        if sorted(by_position) != list(range(len(by_position))):
            return None
        return replace(
            asked,
            args=tuple(by_position[place] for place in range(len(by_position))),
            keywords={**asked.keywords, **by_keyword},
            gradient_of=tuple(place for i in asked.gradient_of if isinstance(place := given[i], int)),
        )


def is_another_order(order: Sequence[Place]) -> bool:
    """Parameters that merely go by keyword only are in no other order."""
    positions = [place for place in order if isinstance(place, int)]
    return positions != sorted(positions)


def note_on(definition: Definition) -> Text:
    names = ", ".join(parameter.name for parameter in definition.positional)
    return Text("Your parameters are in another order ({names}); they were passed by their names.", {"names": names})
