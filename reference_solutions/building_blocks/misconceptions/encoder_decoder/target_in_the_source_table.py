"""
en: The target is read from the source's table
es: El destino se busca en la tabla del origen

done: The target's tokens are embedded by the source's table. The target's own table is there, and nothing uses it.
why: Token 5 of the source and token 5 of the target are different words of different languages, and here they get the
    same vector. With more words in the target than in the source, the lookup ends in an IndexError.
try: Call backward() on a loss and look for parameters whose gradient is None. Which table does forward give tgt to?

hecho: Los tokens del destino pasan por la tabla de embeddings del origen. La tabla propia del destino está ahí y nada
    la usa.
por_que: El token 5 del origen y el token 5 del destino son palabras distintas de idiomas distintos, y aquí reciben el
    mismo vector. Si el destino tiene más palabras que el origen, la búsqueda acaba en un IndexError.
prueba: Llama a backward() sobre una pérdida y busca parámetros cuyo gradiente sea None. ¿A qué tabla le pasa forward
    el destino?

fails: registered
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Looks the target up in the table of the source."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        n = tgt.shape[1]
        x = self.src_tokens(tgt) + self.tgt_positions(torch.arange(n))
        future = ~torch.ones(n, n, dtype=torch.bool).tril()
        for layer in self.decoder:
            x = layer(x, memory, future)
        return self.head(self.decoder_norm(x))
