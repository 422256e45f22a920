"""
en: The cache is reckoned with all heads
es: La caché se calcula con todas las cabezas

done: Your number comes out when each of the 32 heads has keys and values of its own.
why: The model has 8 KV heads, each shared by four query heads; its cache is a quarter of what you reckon, and four
    times as many conversations fit.
try: How wide are all keys of one token together, with 8 KV heads of 128 numbers?

hecho: Tu número sale si cada una de las 32 cabezas tiene sus propias claves y valores.
por_que: El modelo tiene 8 cabezas KV, cada una compartida por cuatro cabezas de consulta; su caché es la cuarta parte
    de lo que calculas y caben cuatro veces más conversaciones.
prueba: ¿Cuánto miden juntas todas las claves de un token, con 8 cabezas KV de 128 números?

fails: how_many
catalogue: KM-05
"""

from __future__ import annotations

from ....transformer.kv_cache import kv_cache_bytes
from ...conversations_per_card import CARD, LAYERS, TOKENS, WEIGHTS, WIDTH


def conversations_per_card() -> int:
    """As for 32 KV heads."""
    return (CARD - WEIGHTS) // kv_cache_bytes(TOKENS, LAYERS, WIDTH)
