"""
en: Every sequence gets the first one's length
es: Todas las secuencias reciben la longitud de la primera

done: The mask of the first sequence is used for the whole batch.
why: Longer sequences lose their last tokens and shorter ones let padding in, depending on who happens to come first.
try: Exchange the first two lengths. Should the masks of the others change?

hecho: La máscara de la primera secuencia se usa para todo el lote.
por_que: Las secuencias más largas pierden sus últimos tokens y las más cortas dejan pasar padding, según quién venga
    primero.
prueba: Intercambia las dos primeras longitudes. ¿Deberían cambiar las máscaras de las demás?

fails: future, padding, padded_rows, convention
"""

from __future__ import annotations

from typing import Any

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """The first length."""
    return padding_mask([lengths[0]] * len(lengths), n)[:, None, None, :] & causal_mask(n)
