"""
en: The sizes of the model aren't in the file
es: Los tamaños del modelo no están en el archivo

done: On loading, the model is built with the default sizes, or with those that the notebook happens to have.
why: The weights of a model of another width don't fit, and load_state_dict raises an error of many lines. Who finds
    the file in a year has to guess the sizes.
try: Save a MiniGPT with d_model = 16 and load it after a restart. What must the file say besides the weights?

hecho: Al cargar, el modelo se construye con los tamaños por defecto, o con los que tenga el notebook en ese momento.
por_que: Los pesos de un modelo de otro ancho no encajan, y load_state_dict lanza un error de muchas líneas. Quien
    encuentre el archivo dentro de un año tendrá que adivinar los tamaños.
prueba: Guarda un MiniGPT con d_model = 16 y cárgalo después de reiniciar. ¿Qué tiene que decir el archivo además de
    los pesos?

fails: any_size
"""

from __future__ import annotations

from typing import Any

import torch

from ...checkpoint import MiniGPT
from ...tokenizer import CharTokenizer


def load_checkpoint(path: str) -> tuple[Any, Any]:
    saved = torch.load(path)
    tok = CharTokenizer("".join(saved["alphabet"]))
    model = MiniGPT(tok.vocab_size)
    model.load_state_dict(saved["weights"])
    return model, tok
