"""
en: The loaded tokenizer has another alphabet
es: El tokenizador cargado tiene otro alfabeto

done: The checkpoint doesn't have the vocabulary, or not all of it: the loaded tokenizer is made of other characters,
    say of whatever text is at hand.
why: One character more or less moves the ids of all that come after it. The model then reads and writes in a cipher:
    no error, only gibberish.
try: Load the model in a notebook whose text has one more character, such as '#'. Which id has 'a' before, and which
    after? What has to be in the file?

hecho: El checkpoint no lleva el vocabulario, o no entero: el tokenizador cargado se hace con otros caracteres, por
    ejemplo con los del texto que haya a mano.
por_que: Un carácter más o menos desplaza los ids de todos los que van detrás. El modelo lee y escribe entonces en
    clave: ningún error, solo galimatías.
prueba: Carga el modelo en un notebook cuyo texto tenga un carácter más, como «#». ¿Qué id tiene «a» antes, y cuál
    después? ¿Qué tiene que ir en el archivo?

fails: vocabulary
catalogue: GP-20
"""

from __future__ import annotations

from typing import Any

import torch

from ...checkpoint import MiniGPT
from ...tokenizer import CharTokenizer


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    del tok
    torch.save({"config": model.config, "weights": model.state_dict()}, path)


def load_checkpoint(path: str) -> tuple[Any, Any]:
    saved = torch.load(path)
    model = MiniGPT(**saved["config"])
    model.load_state_dict(saved["weights"])
    return model, CharTokenizer("el gato duerme")
