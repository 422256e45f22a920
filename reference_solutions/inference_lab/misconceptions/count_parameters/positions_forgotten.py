"""
en: The positions are missing
es: Faltan las posiciones

done: You count the table of the tokens only.
why: MiniGPT learns its positions: a second table with a row of d_model numbers for each place in the context.
    (Sinusoidal positions would have no parameters.)
try: Where does the context length appear in your formula? What would a longer context cost?

hecho: Cuentas solo la tabla de los tokens.
por_que: MiniGPT aprende sus posiciones: una segunda tabla con una fila de d_model números por cada lugar del
    contexto. (Las posiciones sinusoidales no tendrían parámetros.)
prueba: ¿Dónde aparece la longitud del contexto en tu fórmula? ¿Qué costaría un contexto más largo?

fails: embeddings, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """Tokens alone."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), embeddings=-context * d_model)
