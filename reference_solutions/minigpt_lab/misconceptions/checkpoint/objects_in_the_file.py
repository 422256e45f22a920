"""
en: Objects are in the file, and torch.load refuses them
es: En el archivo hay objetos, y torch.load los rechaza

done: The tokenizer (or the whole model) is saved as an object, and loaded with torch.load as it comes.
why: Loading an object of a class of your own runs code from the file, so torch.load doesn't do it unless told to
    (weights_only=False), which one should do with files of one's own at most. Numbers, texts, lists and dicts need
    no such trust.
try: What of the tokenizer is needed to build it again? Is it an object, or a text?

hecho: El tokenizador (o el modelo entero) se guarda como objeto, y se carga con torch.load tal cual.
por_que: Cargar un objeto de una clase tuya ejecuta código del archivo, así que torch.load no lo hace si no se lo
    pides (weights_only=False), cosa que solo conviene con archivos propios. Los números, los textos, las listas y
    los diccionarios no piden esa confianza.
prueba: ¿Qué hace falta del tokenizador para construirlo otra vez? ¿Es un objeto o un texto?

fails: same_logits, vocabulary, any_size, two_files, untouched
"""

from __future__ import annotations

from typing import Any

import torch

from ...checkpoint import MiniGPT


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    torch.save({"config": model.config, "weights": model.state_dict(), "tok": tok}, path)


def load_checkpoint(path: str) -> tuple[Any, Any]:
    saved = torch.load(path)
    model = MiniGPT(**saved["config"])
    model.load_state_dict(saved["weights"])
    return model, saved["tok"]
