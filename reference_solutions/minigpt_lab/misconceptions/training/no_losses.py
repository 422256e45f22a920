"""
en: The losses aren't returned
es: Las pérdidas no se devuelven

done: The loop prints its losses, or keeps them, and returns something else.
why: Who calls your function can't draw the curve, nor see by a program whether it has fallen.
try: Assign the result of a short training to a name and print its length and its first element.

hecho: El bucle imprime sus pérdidas, o se las guarda, y devuelve otra cosa.
por_que: Quien llame a tu función no puede dibujar la curva, ni ver con un programa si ha bajado.
prueba: Asigna a un nombre el resultado de un entrenamiento corto e imprime su longitud y su primer elemento.

fails: losses
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one that keeps them."""
    return trained(model, data, steps, batch_size, lr, keep=lambda _losses, _loss: None)
