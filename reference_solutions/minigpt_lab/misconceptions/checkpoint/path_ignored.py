"""
en: The path isn't used
es: La ruta no se usa

done: The file always has the same name, whatever path is given.
why: The second checkpoint overwrites the first. Whoever keeps the best model of a long training finds the last one
    in its place.
try: Save two different models as 'a.pt' and 'b.pt', and look at the folder. Which files are there?

hecho: El archivo tiene siempre el mismo nombre, sea cual sea la ruta que se da.
por_que: El segundo checkpoint sobrescribe al primero. Quien guarda el mejor modelo de un entrenamiento largo se
    encuentra el último en su lugar.
prueba: Guarda dos modelos distintos como «a.pt» y «b.pt», y mira la carpeta. ¿Qué archivos hay?

fails: two_files
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...checkpoint import load_checkpoint as right_load
from ...checkpoint import save_checkpoint as right_save


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    right_save(model, tok, str(Path(path).with_name("model.pt")))


def load_checkpoint(path: str) -> tuple[Any, Any]:
    return right_load(str(Path(path).with_name("model.pt")))
