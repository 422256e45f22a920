"""
en: The checkpoint stays in memory
es: El checkpoint se queda en la memoria

done: Model and tokenizer are kept in a variable, and no file is written, or it isn't what is loaded.
why: A checkpoint is for the time after a restart. What lies in a variable is gone then; and if it's the model
    itself, it changes with every step of training.
try: Save, restart the kernel, and load. What is there to load from?

hecho: El modelo y el tokenizador se guardan en una variable, y no se escribe ningún archivo, o no es el que se
    carga.
por_que: Un checkpoint es para después de reiniciar. Lo que está en una variable ya no existe entonces; y si es el
    propio modelo, cambia con cada paso del entrenamiento.
prueba: Guarda, reinicia el kernel y carga. ¿De dónde se puede cargar?

fails: same_logits, vocabulary, any_size, two_files, untouched
"""

from __future__ import annotations

from typing import Any

_kept: dict[str, tuple[Any, Any]] = {}


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    _kept[path] = model, tok


def load_checkpoint(path: str) -> tuple[Any, Any]:
    return _kept[path]
