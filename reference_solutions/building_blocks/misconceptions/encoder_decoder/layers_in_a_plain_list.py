"""
en: The layers stand in a plain Python list
es: Las capas están en una lista normal de Python

done: The layers of the encoder or the decoder are kept in a list or a dict of Python's, where torch doesn't see them.
why: The model computes, but parameters() leaves those layers out: no optimizer trains them, no checkpoint saves
    them, and model.to(device) leaves them behind. The loss falls a little all the same, by what is left.
try: Print sum(p.numel() for p in model.parameters()) with 1 layer and with 6. Should the two numbers be the same?

hecho: Las capas del encoder o del decoder se guardan en una lista o un diccionario de Python, donde torch no las ve.
por_que: El modelo calcula, pero parameters() se las salta: ningún optimizador las entrena, ningún checkpoint las guarda
    y model.to(device) las deja atrás. La pérdida baja un poco de todos modos, gracias a lo que queda.
prueba: Imprime sum(p.numel() for p in model.parameters()) con 1 capa y con 6. ¿Deberían ser iguales los dos números?

fails: registered
"""

from __future__ import annotations

from typing import Any

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """The decoder's layers in a list."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        layers: list[Any] = list(self.decoder)
        del self.decoder
        self.decoder = layers
