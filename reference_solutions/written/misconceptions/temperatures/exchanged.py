"""
en: The two temperatures are exchanged
es: Las dos temperaturas están cambiadas

done: You take a high temperature for code and a low one for names.
why: A low temperature sharpens the distribution: nearly always the likeliest token, which is what code needs, where
    one wrong sign breaks everything. For names you want the less likely ones too, or the list is the same every time.
try: Compute softmax(z / T) of z = (2, 1, 0) for T = 0.2 and for T = 1. In which of the two do all three tokens come
    up?

hecho: Tomas una temperatura alta para el código y una baja para los nombres.
por_que: Una temperatura baja afila la distribución: casi siempre sale el token más probable, que es lo que necesita
    el código, donde un signo equivocado lo rompe todo. Para los nombres quieres también los menos probables, o la
    lista será siempre la misma.
prueba: Calcula softmax(z / T) con z = (2, 1, 0) para T = 0.2 y para T = 1. ¿En cuál de las dos salen los tres tokens?

fails: code, names
"""

from __future__ import annotations


def code_temperature() -> float:
    """The choice."""
    return 1.0


def names_temperature() -> float:
    """The choice."""
    return 0.2
