"""
en: The positions run backwards
es: Las posiciones van al revés

done: The last token gets position 0 and the first one the highest.
why: The number of a token then depends on how many come after it. When a text grows by one token all positions move,
    and what was learned about the place of a word doesn't hold for the next step.
try: Print the position that your first token gets in a text of 3 tokens and in one of 5. Should a word that comes
    later change it?

hecho: Al último token le toca la posición 0 y al primero la más alta.
por_que: El número de un token depende entonces de cuántos vienen detrás. Cuando el texto crece un token se mueven
    todas las posiciones, y lo aprendido sobre el lugar de una palabra ya no vale en el paso siguiente.
prueba: Imprime la posición que le toca a tu primer token en un texto de 3 tokens y en uno de 5. ¿Debería cambiarla
    una palabra que viene después?

fails: values
catalogue: GP-08
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with its positions turned round."""
    positions = weights.position_embedding[: idx.shape[-1]][::-1]
    return headed(stacked(weights.token_embedding[idx] + positions, weights, n_heads), weights)
