"""
en: The card is reckoned in GiB
es: La tarjeta se calcula en GiB

done: Your number comes out when a GB is taken for 2³⁰ bytes.
why: GB are 10⁹ bytes. One conversation takes 2³⁰ bytes here, which is 1.07 GB and not 1: that adds up to five
    conversations that aren't there.
try: Write both down in bytes, the free part of the card and one cache, and divide these.

hecho: Tu número sale si un GB se toma por 2³⁰ bytes.
por_que: Un GB son 10⁹ bytes. Aquí una conversación ocupa 2³⁰ bytes, que son 1.07 GB y no 1: al final son cinco
    conversaciones que no caben.
prueba: Escribe las dos cosas en bytes, la parte libre de la tarjeta y una caché, y divide.

fails: how_many
catalogue: KM-09
"""

from __future__ import annotations

from ...conversations_per_card import CARD, WEIGHTS, cache_of_one_conversation


def conversations_per_card() -> int:
    """64."""
    return (CARD - WEIGHTS) * 2**30 // (10**9 * cache_of_one_conversation())
