"""
en: A generating model is set to classify millions of texts
es: Un modelo que genera para clasificar millones de textos

done: You chose a decoder for the ten million tickets.
why: It can do it, but at a price: it is large, reads only to the left, and writes its answer token by token. An
    encoder reads the whole ticket in both directions at once and gives one vector to a small classifier; for ten
    million texts that is the difference between an evening and a budget.
try: How many tokens must each model produce for one ticket? Multiply by ten million.

hecho: Elegiste un decoder para los diez millones de tickets.
por_que: Puede hacerlo, pero a un precio: es grande, solo lee hacia la izquierda y escribe la respuesta token a token.
    Un encoder lee el ticket entero de una vez en las dos direcciones y da un vector a un clasificador pequeño; con
    diez millones de textos, esa es la diferencia entre una tarde y un presupuesto.
prueba: ¿Cuántos tokens tiene que producir cada modelo para un ticket? Multiplica por diez millones.

fails: tickets
catalogue: CO-01
"""

from __future__ import annotations


def tickets_family() -> str:
    """The choice."""
    return "decoder"
