"""
en: Both sublayers share one layer norm
es: Las dos subcapas comparten una sola normalización de capa

done: One nn.LayerNorm is made and used twice, before the attention and before the FFN.
why: Its gain and bias are learned: they say what the sublayer behind it should hear loudly. Attention and FFN want to
    hear different things, and one gain must then please both.
try: Count the names with "norm" that your block's named_parameters() lists. How many vectors should there be for two
    norms with gain and bias each?

hecho: Se crea un solo nn.LayerNorm y se usa dos veces, antes de la atención y antes de la FFN.
por_que: Su ganancia y su sesgo se aprenden: dicen qué debe oír fuerte la subcapa que va detrás. La atención y la FFN
    quieren oír cosas distintas, y una sola ganancia tiene que contentar a las dos.
prueba: Cuenta los nombres con «norm» que da named_parameters() en tu bloque. ¿Cuántos vectores debería haber con dos
    normalizaciones, cada una con su ganancia y su sesgo?

fails: values
catalogue: LN-12
"""

from __future__ import annotations

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but for a second norm that is the first."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.1) -> None:
        super().__init__(d_model, n_heads, dropout)
        self.norm2 = self.norm1
