"""
en: Query heads meet fewer KV heads
es: Las cabezas de consulta se cruzan con menos cabezas KV

done: With as many KV heads as query heads your function runs. With fewer, two arrays meet whose numbers of heads don't
    fit.
why: In one operation over heads, each query head needs keys and values beside it. The caches have kv heads, and every
    one of them serves a group of h / kv query heads.
try: Print the shapes of q, of your keys and of your values just before the scores, for 6 query heads and 2 KV heads.

hecho: Con tantas cabezas KV como de consulta, tu función se ejecuta. Con menos, se cruzan dos arrays cuyos números de
    cabezas no encajan.
por_que: En una operación por cabezas, cada cabeza de consulta necesita claves y valores a su lado. Las cachés tienen
    kv cabezas, y cada una sirve a un grupo de h / kv cabezas de consulta.
prueba: Imprime las formas de q, de tus claves y de tus valores justo antes de las puntuaciones, con 6 cabezas de
    consulta y 2 cabezas KV.

fails: values, groups, weights_sum_to_one, scaled
"""

from __future__ import annotations

from ._decode import Floats, decoded


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one without groups."""
    return decoded(q, k_cache, v_cache)
