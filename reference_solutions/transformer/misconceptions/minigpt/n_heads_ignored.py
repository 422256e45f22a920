"""
en: The number of heads doesn't depend on n_heads
es: El número de cabezas no depende de n_heads

done: The constructor accepts n_heads and gives every block four heads whatever it says.
why: With the default everything fits, and no number of parameters shows it: that is the same for any number of heads.
    But whoever compares 2 heads with 8 trains the same model twice.
try: Build two models with the same seed, one with 2 heads and one with 8, and give both the same tokens. Should the
    logits agree? Where in your constructor does n_heads appear?

hecho: El constructor acepta n_heads y le da a cada bloque cuatro cabezas diga lo que diga.
por_que: Con el valor por defecto encaja todo, y ninguna cuenta de parámetros lo delata: es la misma con cualquier
    número de cabezas. Pero quien compare 2 cabezas con 8 está entrenando dos veces el mismo modelo.
prueba: Construye dos modelos con la misma semilla, uno con 2 cabezas y otro con 8, y dales los mismos tokens. ¿Deberían
    coincidir los logits? ¿En qué parte de tu constructor aparece n_heads?

fails: values
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ...minigpt import minigpt as right
from ._stack import Ids, Numbers


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with four heads, always."""
    return right(idx, weights, 4)
