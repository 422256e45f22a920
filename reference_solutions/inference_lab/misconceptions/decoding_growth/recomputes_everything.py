"""
en: Each step computes the whole text again
es: Cada paso vuelve a calcular todo el texto

done: step appends the token to the text and runs the model on all of it. The logits are right.
why: A text of n tokens costs n times as much for the last token as for the first: this is the very work that the
    cache is to save. Keys and values of earlier tokens don't change, so they needn't be computed again.
try: Print the shape of what goes into the first linear layer in a step after 40 tokens. How many of these rows are
    new?

hecho: step añade el token al texto y pasa el modelo por todo él. Los logits son correctos.
por_que: En un texto de n tokens, el último cuesta n veces lo que el primero: es justo el trabajo que la caché debe
    ahorrar. Las claves y los valores de los tokens anteriores no cambian, así que no hace falta volver a calcularlos.
prueba: Imprime la forma de lo que entra en la primera capa lineal en un paso tras 40 tokens. ¿Cuántas de esas filas
    son nuevas?

fails: nearer_to_the_cache
catalogue: KV-12
"""

from __future__ import annotations

from ..cached_decoding import recomputes_everything


class CachedMiniGPT(recomputes_everything.CachedMiniGPT):
    """The right logits, without a cache."""
