"""
en: The decoder knows nothing of positions
es: El decoder no sabe nada de posiciones

done: The target's embeddings go into the decoder without positions.
why: The causal mask says what came before, but not in what order: the past is a bag of words.
try: Exchange the first two target tokens. Should the logits at the last position be the same?

hecho: Los embeddings del destino entran en el decoder sin posiciones.
por_que: La máscara causal dice qué vino antes, pero no en qué orden: el pasado es una bolsa de palabras.
prueba: Intercambia los dos primeros tokens del destino. ¿Deberían ser iguales los logits de la última posición?

fails: order
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Tokens alone."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        n = tgt.shape[1]
        x = self.tgt_tokens(tgt)
        future = ~torch.ones(n, n, dtype=torch.bool).tril()
        for layer in self.decoder:
            x = layer(x, memory, future)
        return self.head(self.decoder_norm(x))
