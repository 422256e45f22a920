"""
en: The batch size that is asked for isn't used
es: No se usa el tamaño de lote que se pide

done: A number stands where batch_size should, so each batch has as many windows whatever is asked for.
why: With the default nothing is seen. Who asks for smaller batches, since memory doesn't suffice, gets the same as
    before and doesn't know it.
try: Call your function with batch_size=2 and print x.shape in the loop.

hecho: Donde debería ir batch_size hay un número, así que cada lote tiene las mismas ventanas se pida lo que se pida.
por_que: Con el valor por defecto no se nota. Quien pide lotes más pequeños, porque no le alcanza la memoria, recibe lo
    mismo de antes y no se entera.
prueba: Llama a tu función con batch_size=2 e imprime x.shape dentro del bucle.

fails: value
"""

from __future__ import annotations

from typing import Any

from ...mean_loss import windows
from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one with batches of 32."""
    return mean(losses(model, data, n_batches, batch_size, draw=lambda data, n, _: windows(data, n, 32)))
