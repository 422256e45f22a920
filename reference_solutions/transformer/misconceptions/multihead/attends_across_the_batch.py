"""
en: Samples attend to each other, tokens don't
es: Se atienden las muestras entre sí, y no los tokens

done: The axes of the batch and of the tokens have changed places: the code expects (n, batch, d_model), as torch's
    own layers do by default, and is given (batch, n, d_model).
why: The third token of one text looks at the third tokens of all other texts in the batch, and at none of its own.
    The answer for a text depends on its neighbours in the batch, which are there by chance.
try: Call your module with a batch of 2, and then with the first sample alone. Should its output be the same both
    times? Is it?

hecho: Los ejes del lote y de los tokens están cambiados: el código espera (n, lote, d_model), como las capas de torch
    por defecto, y recibe (lote, n, d_model).
por_que: El tercer token de un texto mira a los terceros tokens de los demás textos del lote, y a ninguno del suyo. La
    respuesta para un texto depende de sus vecinos de lote, que están ahí por azar.
prueba: Llama a tu módulo con un lote de 2 y después solo con la primera muestra. ¿Debería ser igual su salida las dos
    veces? ¿Lo es?

fails: values, one_head, equivariant, mask_reaches_heads
catalogue: MH-13
"""

from __future__ import annotations

from ... import multihead as reference
from ...multihead import AttentionWeights
from ._around import Mask, Numbers


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference on x with its first two axes exchanged; a mask for tokens fits nowhere."""
    return reference.multi_head_attention(x.swapaxes(-3, -2), weights, n_heads).swapaxes(-3, -2)
