"""
en: The model itself takes no room
es: El propio modelo no ocupa sitio

done: Your number comes out when the whole card is shared out among the conversations.
why: The weights have to be on the card too, all the time: 8·10⁹ parameters of 2 bytes. Only what they leave is free
    for caches.
try: How many GB do the weights take? Subtract them before you divide.

hecho: Tu número sale si la tarjeta entera se reparte entre las conversaciones.
por_que: Los pesos también tienen que estar en la tarjeta, todo el tiempo: 8·10⁹ parámetros de 2 bytes. Solo lo que
    dejan queda libre para las cachés.
prueba: ¿Cuántos GB ocupan los pesos? Réstalos antes de dividir.

fails: how_many
catalogue: CO-02
"""

from __future__ import annotations

from ...conversations_per_card import CARD, cache_of_one_conversation


def conversations_per_card() -> int:
    """All of the card."""
    return CARD // cache_of_one_conversation()
