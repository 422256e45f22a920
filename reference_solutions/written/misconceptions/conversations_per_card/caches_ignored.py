"""
en: Copies of the model are counted, and no caches
es: Se cuentan copias del modelo y ninguna caché

done: Your number comes out when the card is divided by the size of the weights.
why: All conversations share the same weights. What each has for itself is its cache, and it grows with every token:
    this is what limits how many users a card serves.
try: What does the second user need that isn't there yet for the first? How large is it?

hecho: Tu número sale al dividir la tarjeta por el tamaño de los pesos.
por_que: Todas las conversaciones comparten los mismos pesos. Lo que tiene cada una para sí es su caché, y crece con
    cada token: eso es lo que limita a cuántos usuarios atiende una tarjeta.
prueba: ¿Qué necesita el segundo usuario que no esté ya para el primero? ¿Cuánto ocupa?

fails: how_many
catalogue: CO-02
"""

from __future__ import annotations

from ...conversations_per_card import CARD, WEIGHTS


def conversations_per_card() -> int:
    """5 models."""
    return CARD // WEIGHTS
