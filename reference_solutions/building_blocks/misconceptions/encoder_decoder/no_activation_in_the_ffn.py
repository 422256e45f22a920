"""
en: The FFN has no activation
es: La red feed-forward no tiene activación

done: The feed-forward network is two linear layers, one right after the other.
why: A linear map of a linear map is a linear map: the wide layer in the middle can do nothing that a single matrix of
    d × d couldn't. To work on a token's vector feature by feature ("if this and that, then…") takes a nonlinearity.
try: Multiply the two matrices of your FFN with each other. What shape has the product, and is anything lost with it in
    place of both?

hecho: La red feed-forward son dos capas lineales, una justo después de la otra.
por_que: Una transformación lineal de otra transformación lineal es lineal: la capa ancha de en medio no puede hacer
    nada que no haga una sola matriz de d × d. Para elaborar el vector de un token («si pasa esto y aquello, entonces…»)
    hace falta una no linealidad.
prueba: Multiplica entre sí las dos matrices de tu red feed-forward. ¿Qué forma tiene el producto, y se pierde algo si
    lo pones en lugar de ambas?

fails: sublayers
"""

from __future__ import annotations

from torch import nn

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Right, but for what stands between the two layers of each FFN."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        for layer in (*self.encoder, *self.decoder):
            layer.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model))
