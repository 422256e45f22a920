"""
en: A temperature as for code, for names
es: Una temperatura de código para los nombres

done: For the names you take a temperature at which hardly anything but the likeliest token comes up.
why: Ten requests then give the same name ten times, and it's the one that everybody else would think of first. Where
    many answers are good, the point is to see many of them.
try: If you asked ten times for a name at this temperature, how many different ones would you expect?

hecho: Para los nombres tomas una temperatura con la que apenas sale otra cosa que el token más probable.
por_que: Diez peticiones dan entonces diez veces el mismo nombre, y es el primero que se le ocurriría a cualquiera.
    Donde hay muchas respuestas buenas, lo interesante es ver muchas.
prueba: Si pidieras diez veces un nombre con esta temperatura, ¿cuántos nombres distintos esperarías?

fails: names
"""

from __future__ import annotations


def code_temperature() -> float:
    """The choice."""
    return 0.2


def names_temperature() -> float:
    """The choice."""
    return 0.3
