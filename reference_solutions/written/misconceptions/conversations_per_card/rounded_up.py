"""
en: Rounded up: the last one does not fit
es: Redondeado hacia arriba: la última no cabe

done: You rounded to the next whole number, or not at all.
why: Six tenths of a conversation can't be served. Sizing rounds to the safe side: down for what fits, up for what has
    to be bought.
try: How many GB would your number of conversations take? Are they there?

hecho: Redondeaste al entero siguiente, o no redondeaste.
por_que: Seis décimas de conversación no se pueden atender. Al dimensionar se redondea hacia el lado seguro: hacia
    abajo lo que cabe, hacia arriba lo que hay que comprar.
prueba: ¿Cuántos GB ocuparían tus conversaciones? ¿Los hay?

fails: rounded_down
"""

from __future__ import annotations

from ...conversations_per_card import CARD, WEIGHTS, cache_of_one_conversation


def conversations_per_card() -> int:
    """60."""
    return -(-(CARD - WEIGHTS) // cache_of_one_conversation())
