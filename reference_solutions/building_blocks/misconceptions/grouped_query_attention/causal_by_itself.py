"""
en: The attention is causal though nobody asked
es: La atención es causal aunque nadie lo pidió

done: A causal mask is built in, and applied also where no mask is given.
why: The same attention serves an encoder, where every token may see the whole text, and a decoder, which gets its
    causal mask from outside. With one built in, the first token never learns of the others, whatever the caller wants.
try: Call it without a mask, change the last token, and look at the output of the first. Should it move?

hecho: Lleva dentro una máscara causal y la aplica también cuando no se le da ninguna.
por_que: La misma atención sirve para un encoder, donde cada token puede ver todo el texto, y para un decoder, que
    recibe su máscara causal desde fuera. Con una incorporada, el primer token nunca sabe de los demás, quiera lo que
    quiera quien llama.
prueba: Llámala sin máscara, cambia el último token y mira la salida del primero. ¿Debería moverse?

fails: values
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """As the reference, never looking ahead."""
    group = Q.shape[-3] // K.shape[-3]
    causal = np.tril(np.ones((Q.shape[-2], K.shape[-2]), dtype=bool))
    allowed = causal if mask is None else causal & (np.asarray(mask) != 0)
    return attention(Q, np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3), allowed)
