"""
en: The last norm is missing
es: Falta la última norma

done: You count the two norms of each block and none after them.
why: In a pre-LN model nothing is normalised on the way through the blocks; one more norm stands between the last
    block and the head.
try: What is done in the forward of your MiniGPT between the loop over the blocks and the head?

hecho: Cuentas las dos normas de cada bloque y ninguna después.
por_que: En un modelo pre-LN, por el camino de los bloques no se normaliza nada; entre el último bloque y la cabeza
    hay una norma más.
prueba: ¿Qué se hace en el forward de tu MiniGPT entre el bucle de los bloques y la cabeza?

fails: norms, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """Those in the blocks alone."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), norms=-2 * d_model)
