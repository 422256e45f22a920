"""
en: The causal mask is upside down
es: La máscara causal está al revés

done: Each target position sees itself and what comes after it.
why: The decoder reads what it has yet to write, and not what it has written.
try: Print the mask for 4 tokens. Which columns are allowed in its first row?

hecho: Cada posición del destino se ve a sí misma y a lo que viene detrás.
por_que: El decoder lee lo que aún tiene que escribir y no lo que ya ha escrito.
prueba: Imprime la máscara para 4 tokens. ¿Qué columnas permite su primera fila?

fails: decoder_causal
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """The upper triangle."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        n = tgt.shape[1]
        x = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(n))
        for layer in self.decoder:
            x = layer(x, memory, ~torch.ones(n, n, dtype=torch.bool).triu())
        return self.head(self.decoder_norm(x))
