"""
en: The feed-forward layer is as wide as the model
es: La red feed-forward es tan ancha como el modelo

done: You count two matrices d × d for the feed-forward layer.
why: Inside it is four times as wide: d × 4d and 4d × d. About two thirds of a block's parameters are there, more than
    in attention.
try: Which widths does the feed-forward layer of your block have, before and after its activation?

hecho: Cuentas dos matrices d × d para la red feed-forward.
por_que: Por dentro es cuatro veces más ancha: d × 4d y 4d × d. Ahí están unos dos tercios de los parámetros de un
    bloque, más que en la atención.
prueba: ¿Qué anchos tiene la red feed-forward de tu bloque, antes y después de la activación?

fails: ffn, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """d for 4 d."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), ffn=-(6 * d_model**2 + 3 * d_model) * n_layers)
