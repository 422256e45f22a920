"""
en: Only the output comes back
es: Solo se devuelve la salida

done: The function returns the mixed values alone.
why: The weights say which source token each target token looked at: they are what one plots to see an alignment.
try: What does the signature ask for after the output?

hecho: La función devuelve solo los valores mezclados.
por_que: Los pesos dicen a qué token de la fuente miró cada token del destino: son lo que se dibuja para ver una
    alineación.
prueba: ¿Qué pide la firma después de la salida?

fails: weights
"""

from __future__ import annotations

from typing import Any

import torch


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """The output alone; in torch, for a bare output agrees with any pair."""
    scores = (x @ W_Q) @ (memory @ W_K).T / W_Q.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1) @ (memory @ W_V)
