"""
en: The batches come from a generator that no seed reaches
es: Los lotes vienen de un generador al que no llega ninguna semilla

done: Each call makes a new generator without a seed, or seeds one by the clock.
why: Two runs are never alike, so you can't tell whether a change of yours made the curve better or the dice did.
try: Set a seed, build the model and train for five steps; do the same again. Compare the first losses digit by digit.
    Which generator chooses the windows?

hecho: Cada llamada crea un generador nuevo y sin semilla, o le pone por semilla la hora.
por_que: Dos ejecuciones no son nunca iguales, así que no puedes saber si la curva mejoró por un cambio tuyo o por los
    dados.
prueba: Fija una semilla, construye el modelo y entrena cinco pasos; hazlo otra vez. Compara las primeras pérdidas
    cifra a cifra. ¿Qué generador elige las ventanas?

fails: reproducible
catalogue: GP-16
"""

from __future__ import annotations

from typing import Any

import torch

from ._loop import trained


def begin(model: Any) -> None:
    model.train()
    torch.seed()


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one by the clock."""
    return trained(model, data, steps, batch_size, lr, begin=begin)
