"""
en: The causal mask is upside down
es: La máscara causal está boca abajo

done: Each position sees itself and the future, and nothing of the past: triu where tril was meant, or a mask of
    blocked places used as one of allowed places.
why: The training loss falls to almost nothing, since the next token lies open; the text that is generated afterwards
    is noise, since the model never learned to look back.
try: Print the mask for n = 4 and ask of row 3, the last: whom may it look at? Then find out whether the line that
    uses the mask takes True for "may look" or for "blocked".

hecho: Cada posición se ve a sí misma y al futuro, y nada del pasado: triu donde debía ir tril, o una máscara de
    lugares bloqueados usada como si fuera de lugares permitidos.
por_que: La pérdida de entrenamiento cae casi a cero, porque el token siguiente está a la vista; el texto que se
    genera después es ruido, porque el modelo nunca aprendió a mirar atrás.
prueba: Imprime la máscara con n = 4 y pregúntale a la fila 3, la última: ¿a quién puede mirar? Después averigua si la
    línea que usa la máscara entiende True como «puede mirar» o como «bloqueado».

fails: values, causal
catalogue: MK-05
"""

from __future__ import annotations

import numpy as np

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with the upper triangle."""
    n = idx.shape[-1]
    mask = np.triu(np.ones((n, n), dtype=np.bool_))
    return headed(stacked(embedded(idx, weights), weights, n_heads, mask), weights)
