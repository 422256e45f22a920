"""
en: Saving leaves the model in evaluation mode
es: Guardar deja el modelo en modo evaluación

done: The model is put into evaluation mode before it is saved, and stays there.
why: Checkpoints are saved in the middle of training. From the first one on the rest goes without dropout, and
    nothing says so.
try: Print model.training before and after saving. Does a file of weights need a mode at all?

hecho: El modelo se pone en modo evaluación antes de guardarlo, y ahí se queda.
por_que: Los checkpoints se guardan en mitad del entrenamiento. A partir del primero, el resto va sin dropout, y nada
    lo dice.
prueba: Imprime modelo.training antes y después de guardar. ¿Necesita algún modo un archivo de pesos?

fails: untouched
catalogue: GP-14
"""

from __future__ import annotations

from typing import Any

from ...checkpoint import save_checkpoint as right_save


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    model.eval()
    right_save(model, tok, path)
