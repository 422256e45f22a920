"""
en: The two answers are exchanged
es: Las dos respuestas están cambiadas

done: You expect False without positions and True with them.
why: The experiment asks whether permuting first or last gives the same. It does where only the content counts;
    positions are what breaks that, on purpose.
try: Read once more what the experiment compares. Does True mean "the order matters" or "the order doesn't matter"?

hecho: Esperas False sin posiciones y True con ellas.
por_que: El experimento pregunta si da lo mismo permutar antes que después. Da lo mismo cuando solo cuenta el
    contenido; las posiciones lo rompen, y a propósito.
prueba: Vuelve a leer qué compara el experimento. ¿True significa «el orden importa» o «el orden no importa»?

fails: predictions
catalogue: CO-05
"""

from __future__ import annotations


def prediction_without_positions() -> bool:
    """Without positions."""
    return False


def prediction_with_positions() -> bool:
    """With positions."""
    return True
