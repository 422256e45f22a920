"""
en: Some of the projections have no bias
es: Algunas proyecciones no tienen sesgo

done: q, k and v are made with bias=False and the output projection with one, as in some well-known teaching code, or
    the other way round.
why: It works, and well. But four projections with bias were asked, and the count tells them apart: each bias that is
    missing is d_model parameters fewer.
try: Take the difference between 4(d² + d) and your module's count, and divide it by d_model. How many biases are
    missing, and whose are they?

hecho: q, k y v se crean con bias=False y la proyección de salida con sesgo, como en algún código didáctico muy
    conocido, o al revés.
por_que: Funciona, y bien. Pero se pedían cuatro proyecciones con sesgo, y la cuenta las distingue: cada sesgo que
    falta son d_model parámetros menos.
prueba: Toma la diferencia entre 4(d² + d) y la cuenta de tu módulo, y divídela por d_model. ¿Cuántos sesgos faltan, y
    de quién son?

fails: parameter_count
"""

from __future__ import annotations

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but only W_O has a bias."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        self.q, self.k, self.v = (torch.nn.Linear(d_model, d_model, bias=False) for _ in range(3))
