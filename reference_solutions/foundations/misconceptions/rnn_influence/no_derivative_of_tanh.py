"""
en: The slope of tanh plays no part
es: La pendiente de tanh no interviene

done: What each step multiplies by is W and nothing else: the slope of tanh isn't there, or it's 1 throughout because
    the inputs never reach h.
why: Between two states stands not only W but tanh, and where a unit is near 1 or -1 tanh is almost flat: what came
    before can hardly move it. That is half of why recurrent networks forget, and your number doesn't see it: it's the
    same for every text.
try: Make the inputs ten times larger, so that the states saturate. Does your influence change? Which factor of the
    chain rule should have become small?

hecho: Cada paso multiplica por W y por nada más: la pendiente de tanh no está, o vale siempre 1 porque las entradas
    nunca llegan a h.
por_que: Entre dos estados no está solo W, sino también tanh, y donde una unidad está cerca de 1 o de -1 la tanh es
    casi plana: lo anterior apenas puede moverla. Esa es la mitad de la razón por la que las redes recurrentes olvidan,
    y tu número no la ve: es el mismo para cualquier texto.
prueba: Haz las entradas diez veces mayores, para que los estados se saturen. ¿Cambia tu influencia? ¿Qué factor de la
    regla de la cadena debería haberse vuelto pequeño?

fails: values, one_unit, only_the_past
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The powers of W alone."""
    return norms(accumulated(W, U, inputs, factor=lambda W, h: W))
