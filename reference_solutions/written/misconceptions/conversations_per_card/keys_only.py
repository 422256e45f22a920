"""
en: Keys are cached, values forgotten
es: Se guardan las claves y se olvidan los valores

done: Your number comes out when the cache of one conversation is half of what it takes.
why: A key finds a token, a value says what it holds; both are needed for every new token, in each layer.
try: Write down what one layer keeps of one token. Is there one vector or two?

hecho: Tu número sale si la caché de una conversación es la mitad de lo que ocupa.
por_que: La clave encuentra un token y el valor dice lo que contiene; los dos hacen falta para cada token nuevo, en
    cada capa.
prueba: Escribe qué guarda una capa de un token. ¿Es un vector o son dos?

fails: how_many
catalogue: KM-01
"""

from __future__ import annotations

from ...conversations_per_card import CARD, WEIGHTS, cache_of_one_conversation


def conversations_per_card() -> int:
    """A cache of half the size."""
    return 2 * (CARD - WEIGHTS) // cache_of_one_conversation()
