"""
en: The weights are rounded in the file
es: Los pesos se redondean en el archivo

done: The weights are saved with fewer digits than they have: as float16 (half), or as rounded numbers.
why: The loaded model is nearly the one that was saved, and gives other logits from the third or fourth digit on. A
    training that goes on from there isn't the same any more. The float32 numbers of state_dict() lose nothing.
try: Print one weight before saving and after loading, with 8 digits. From which digit on do they differ, and what is
    the dtype in the file?

hecho: Los pesos se guardan con menos cifras de las que tienen: en float16 (half) o como números redondeados.
por_que: El modelo cargado es casi el que se guardó, y da otros logits a partir de la tercera o cuarta cifra. Un
    entrenamiento que siga desde ahí ya no es el mismo. Los números float32 de state_dict() no pierden nada.
prueba: Imprime un peso antes de guardar y después de cargar, con 8 cifras. ¿A partir de cuál son distintos, y qué
    dtype hay en el archivo?

fails: same_logits
"""

from __future__ import annotations

from typing import Any

import torch


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    weights = {name: value.half() for name, value in model.state_dict().items()}
    torch.save({"config": model.config, "weights": weights, "alphabet": tok.alphabet}, path)
