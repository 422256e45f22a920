"""
en: A causal mask is built in
es: Lleva dentro una máscara causal

done: Even when it's called without a mask, no token sees a later one.
why: The same multi-head attention serves encoders, in which everybody sees everybody, and decoders. Who may look at
    whom is for the caller to say, through the mask; built in, it can't be switched off.
try: Call forward(x) without a mask and change the last token. Which outputs should move, if nothing was forbidden?

hecho: Incluso cuando se llama sin máscara, ningún token ve a los posteriores.
por_que: La misma atención multi-cabeza sirve para codificadores, en los que todos ven a todos, y para
    decodificadores. Quién puede mirar a quién le toca decirlo a quien llama, con la máscara; si va dentro, no se
    puede apagar.
prueba: Llama a forward(x) sin máscara y cambia el último token. ¿Qué salidas deberían moverse, si nadie ha prohibido
    nada?

fails: equivariant
"""

from __future__ import annotations

from ... import multihead as reference
from ...masks import causal_mask
from ...multihead import AttentionWeights
from ._around import Mask, Numbers


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference, which sees no later token whatever the mask says."""
    causal = causal_mask(x.shape[-2])
    return reference.multi_head_attention(x, weights, n_heads, causal if mask is None else mask & causal)
