"""
en: The block is causal without being asked
es: El bloque es causal sin que se lo pidan

done: The block (or the attention in it) makes a causal mask of its own and uses it in every call.
why: forward(x, mask=None) means: without a mask, every token sees every other. A block that always hides the future is
    no use for an encoder, and whoever reads your code doesn't see where the future is lost.
try: Call your block without a mask and change the last token. Should the first token's output move? Who, in a GPT,
    ought to decide that it doesn't?

hecho: El bloque (o la atención que lleva dentro) crea su propia máscara causal y la usa en todas las llamadas.
por_que: forward(x, mask=None) significa: sin máscara, cada token ve a todos los demás. Un bloque que siempre oculta el
    futuro no sirve para un encoder, y quien lea tu código no ve dónde se pierde el futuro.
prueba: Llama a tu bloque sin máscara y cambia el último token. ¿Debería moverse la salida del primero? ¿Quién tendría
    que decidir, en un GPT, que no se mueva?

fails: values
"""

from __future__ import annotations

import numpy as np

from ... import block as reference
from ...block import BlockWeights
from ...masks import causal_mask
from ._around import Mask, Numbers


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference under a causal mask of its own."""
    own = causal_mask(x.shape[-2])
    return reference.pre_ln_block(x, weights, n_heads, own if mask is None else own & np.asarray(mask, bool))
