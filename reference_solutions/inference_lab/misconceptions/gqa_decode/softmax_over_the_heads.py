"""
en: The softmax goes over the heads
es: El softmax va sobre las cabezas

done: The scores (h, t) are normalised along their first axis.
why: The heads then compete for each token. What a head mixes has weights that don't add up to 1, and a head may end
    up with next to nothing.
try: Give all tokens the same value. What should each head give back?

hecho: Las puntuaciones (h, t) se normalizan a lo largo de su primer eje.
por_que: Las cabezas compiten entonces por cada token. Lo que mezcla una cabeza tiene pesos que no suman 1, y puede
    que a alguna no le toque casi nada.
prueba: Dales a todos los tokens el mismo valor. ¿Qué debería devolver cada cabeza?

fails: values, groups, weights_sum_to_one, scaled
catalogue: AT-08
"""

from __future__ import annotations

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one with its softmax along the wrong axis."""
    return decoded(q, shared(k_cache, len(q)), shared(v_cache, len(q)), axis=0)
