"""
en: The mean is over a single batch
es: La media es sobre un único lote

done: The batch is drawn before the loop (or there is one window only), or a seed set in each round makes every draw the
    same. It is measured over and over.
why: The mean of a number with itself is that number: it is as noisy as one step of training, however often it's
    measured. It takes other windows each time to learn about the text as a whole.
try: Print the first row of x in each round of your loop. How many different ones are there?

hecho: El lote se saca antes del bucle (o hay una sola ventana), o una semilla fijada en cada vuelta hace que todos los
    sorteos salgan iguales. Se mide una y otra vez.
por_que: La media de un número consigo mismo es ese número: tiene tanto ruido como un solo paso de entrenamiento, se
    mida las veces que se mida. Hacen falta otras ventanas cada vez para saber algo del texto entero.
prueba: Imprime la primera fila de x en cada vuelta del bucle. ¿Cuántas distintas hay?

fails: value
"""

from __future__ import annotations

from typing import Any

from ...mean_loss import windows
from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one with the batch in front of the loop."""
    batch = windows(data, model.context, batch_size)
    return mean(losses(model, data, n_batches, batch_size, draw=lambda *_: batch))
