"""
en: One norm in each block
es: Una norma en cada bloque

done: You count one norm for a block, and the last one.
why: A block has two sublayers, attention and the feed-forward layer, and each has a norm of its own, with parameters
    of its own.
try: List the modules of your TransformerBlock. How many of them are LayerNorms?

hecho: Cuentas una norma por bloque, y la última.
por_que: Un bloque tiene dos subcapas, la atención y la red feed-forward, y cada una tiene su propia norma, con sus
    propios parámetros.
prueba: Haz una lista de los módulos de tu BloqueTransformer. ¿Cuántos son LayerNorm?

fails: norms, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """One a block."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), norms=-2 * d_model * n_layers)
