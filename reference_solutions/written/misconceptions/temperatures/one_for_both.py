"""
en: The same temperature for both
es: La misma temperatura para las dos

done: You take one temperature for code and for names.
why: The tasks want opposite things: one the single right answer, the other many different ones. A temperature in
    between serves neither.
try: If you ran each request ten times, would you want ten equal answers or ten different ones?

hecho: Tomas una sola temperatura para el código y para los nombres.
por_que: Las tareas piden cosas opuestas: una, la única respuesta correcta; la otra, muchas distintas. Una temperatura
    intermedia no le sirve a ninguna.
prueba: Si hicieras cada petición diez veces, ¿querrías diez respuestas iguales o diez distintas?

fails: code, names
"""

from __future__ import annotations


def code_temperature() -> float:
    """The choice."""
    return 0.5


def names_temperature() -> float:
    """The choice."""
    return 0.5
