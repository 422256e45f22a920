"""
en: One layer stands several times in the list
es: Una misma capa está varias veces en la lista

done: [layer] * n_layers: the list holds the same layer n_layers times, not as many layers.
why: All of them have one set of parameters. The model is as deep as was asked, but has no more to learn with than a
    model of one layer.
try: Print sum(p.numel() for p in model.parameters()) with 1 layer and with 4. Then: what does [x] * 4 do in Python
    when x is an object?

hecho: [capa] * n_capas: la lista contiene n_capas veces la misma capa, no n_capas capas.
por_que: Todas comparten los mismos parámetros. El modelo es tan profundo como se pidió, pero no tiene con qué aprender
    más que un modelo de una capa.
prueba: Imprime sum(p.numel() for p in modelo.parameters()) con 1 capa y con 4. Y después: ¿qué hace [x] * 4 en Python
    cuando x es un objeto?

fails: registered
"""

from __future__ import annotations

from torch import nn

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """One layer in the encoder, several times."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.encoder = nn.ModuleList([reference.EncoderLayer(d_model, n_heads)] * n_layers)
