"""
en: More heads, more parameters
es: Más cabezas, más parámetros

done: Your number of parameters of the attention grows with the number of heads.
why: The heads share d_model out among them: each has matrices of width d_model / n_heads, and together they are as
    large as a single head's. That is why 8 and 16 heads have the same number of parameters.
try: Build two attentions with the same d_model and with 2 and 4 heads, and count their parameters.

hecho: Tu número de parámetros de la atención crece con el número de cabezas.
por_que: Las cabezas se reparten d_model: cada una tiene matrices de ancho d_model / n_cabezas, y todas juntas son tan
    grandes como las de una sola cabeza. Por eso 8 y 16 cabezas tienen el mismo número de parámetros.
prueba: Construye dos atenciones con el mismo d_model y con 2 y 4 cabezas, y cuenta sus parámetros.

fails: attention, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """Times the heads."""
    return changed(
        (vocab_size, d_model, n_heads, n_layers, context),
        attention=(n_heads - 1) * 4 * (d_model**2 + d_model) * n_layers,
    )
