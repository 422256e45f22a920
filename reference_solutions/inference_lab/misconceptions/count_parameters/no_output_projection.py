"""
en: The output projection is missing
es: Falta la proyección de salida

done: You count three projections in attention: to queries, keys and values.
why: When the heads have done their work, their outputs are laid side by side and mixed by a fourth matrix W_O.
    Without it each head's result would stay in its own slice.
try: Go through the forward of your MultiHeadAttention. What happens after the heads are joined?

hecho: Cuentas tres proyecciones en la atención: a consultas, claves y valores.
por_que: Cuando las cabezas han hecho su trabajo, sus salidas se ponen una al lado de otra y las mezcla una cuarta
    matriz W_O. Sin ella, el resultado de cada cabeza se quedaría en su propio trozo.
prueba: Recorre el forward de tu AtencionMultiCabeza. ¿Qué pasa después de juntar las cabezas?

fails: attention, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """Three projections."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), attention=-(d_model**2 + d_model) * n_layers)
