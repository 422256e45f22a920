"""
en: The loaded model is a new one
es: El modelo cargado es uno nuevo

done: A model of the right sizes is built, and the saved weights never get into it.
why: It has the initial weights, at random: all that was learned is gone. It still runs and still writes, so the loss
    has to be looked at to see it.
try: Compare model(idx) before saving and after loading, or mean_loss of both. Which line puts the numbers of the
    file into the model?

hecho: Se construye un modelo del tamaño correcto, y los pesos guardados no llegan a entrar en él.
por_que: Tiene los pesos iniciales, al azar: todo lo aprendido se ha perdido. Sigue funcionando y sigue escribiendo,
    así que hay que mirar la pérdida para verlo.
prueba: Compara modelo(idx) antes de guardar y después de cargar, o perdida_media de los dos. ¿Qué línea mete en el
    modelo los números del archivo?

fails: same_logits, any_size, two_files
catalogue: GP-21
"""

from __future__ import annotations

from typing import Any

import torch

from ...checkpoint import MiniGPT
from ...tokenizer import CharTokenizer


def load_checkpoint(path: str) -> tuple[Any, Any]:
    saved = torch.load(path)
    return MiniGPT(**saved["config"]), CharTokenizer("".join(saved["alphabet"]))
