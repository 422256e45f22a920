"""
en: The number of heads is not saved
es: No se guarda el número de cabezas

done: The sizes are read off the shapes of the weights, and the number of heads is left at its default.
why: Width, layers and context show in the shapes; the number of heads doesn't. The weights fit, nothing complains,
    and each head gets the wrong columns.
try: Save a MiniGPT with 2 heads and one with 4, and compare the shapes of their weights. Could you tell them apart?

hecho: Los tamaños se leen de las formas de los pesos, y el número de cabezas se queda en su valor por defecto.
por_que: El ancho, las capas y el contexto se ven en las formas; el número de cabezas, no. Los pesos encajan, nada se
    queja, y a cada cabeza le tocan las columnas equivocadas.
prueba: Guarda un MiniGPT de 2 cabezas y otro de 4, y compara las formas de sus pesos. ¿Sabrías distinguirlos?

fails: any_size
"""

from __future__ import annotations

from typing import Any

import torch

from ...checkpoint import MiniGPT
from ...tokenizer import CharTokenizer


def load_checkpoint(path: str) -> tuple[Any, Any]:
    saved = torch.load(path)
    sizes = {name: size for name, size in saved["config"].items() if name != "n_heads"}
    model = MiniGPT(**sizes)
    model.load_state_dict(saved["weights"])
    return model, CharTokenizer("".join(saved["alphabet"]))
