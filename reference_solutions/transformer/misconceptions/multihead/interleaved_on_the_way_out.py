"""
en: The heads are merged in another order than they were cut
es: Las cabezas se juntan en otro orden del que se cortaron

done: On the way in a token's features are read as (heads, d_k), on the way out they're written as (d_k, heads).
why: Each order alone is fine, as long as both sides keep to it. Mixed, a token's features come out in other places
    than they went in. Weights trained from scratch will get used to it, so no loss curve tells; but weights from
    elsewhere don't fit, and whoever looks for head 2 in the output finds bits of all of them.
try: Cut a row of the numbers 0 to 11 into 3 heads and merge them again without any attention in between. What should
    come back, and what does?

hecho: A la entrada, las características de un token se leen como (cabezas, d_k); a la salida se escriben como (d_k,
    cabezas).
por_que: Cada orden es bueno por sí solo, con tal de que los dos lados lo respeten. Mezclados, las características de
    un token salen en otros lugares que aquellos por los que entraron. Unos pesos entrenados desde cero se
    acostumbran, así que ninguna curva de pérdida lo delata; pero los pesos de otro modelo no encajan, y quien busque
    la cabeza 2 en la salida encontrará pedazos de todas.
prueba: Corta en 3 cabezas una fila con los números del 0 al 11 y vuelve a juntarlas sin ninguna atención de por
    medio. ¿Qué debería volver, y qué vuelve?

fails: values
catalogue: MH-04
"""

from __future__ import annotations

from ...multihead import AttentionWeights
from ._around import Mask, Numbers, all_at_once


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with features read as (h, d_k) and written as (d_k, h)."""
    return all_at_once(x, weights, n_heads, mask, merge=_merge)


def _merge(x: Numbers) -> Numbers:
    *leading, h, n, k = x.shape
    return x.swapaxes(-3, -2).swapaxes(-2, -1).reshape(*leading, n, k * h)
