"""
en: The FFN is narrower than 4 d_model
es: La FFN es más estrecha que 4 d_model

done: The FFN's hidden layer is less than four times as wide as the model: d_model or 2 d_model, say.
why: Two thirds of a block's parameters are meant to sit in its FFN, where most of what a model knows seems to be kept.
    A narrow one computes rightly, but it has less room, and the model isn't the one whose size you were asked for.
try: Print the shapes of your block's parameters for d_model = 20. How wide is the hidden layer, and what does the paper
    say about d_ff for its d_model of 512?

hecho: La capa oculta de la FFN no llega a ser cuatro veces más ancha que el modelo: d_model o 2 d_model, por ejemplo.
por_que: Dos tercios de los parámetros de un bloque deberían estar en su FFN, donde parece guardarse casi todo lo que
    sabe un modelo. Una estrecha calcula bien, pero tiene menos sitio, y el modelo no es el del tamaño que se pedía.
prueba: Imprime las formas de los parámetros de tu bloque con d_model = 20. ¿Qué ancho tiene la capa oculta, y qué dice
    el artículo de d_ff para su d_model de 512?

fails: ffn_width
catalogue: BL-10
"""

from __future__ import annotations

from torch import nn

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but for an FFN of 2 d_model."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.1) -> None:
        super().__init__(d_model, n_heads, dropout)
        self.ffn = nn.Sequential(nn.Linear(d_model, 2 * d_model), nn.GELU(), nn.Linear(2 * d_model, d_model))
