"""
en: One layer is counted
es: Se cuenta una sola capa

done: The number of layers doesn't enter your formulas.
why: Each block has weights of its own. A model of 12 blocks has 12 attentions and 12 feed-forward layers, and nearly
    all of its parameters are there.
try: Call your function with 1 layer and with 12. Which parts must grow?

hecho: El número de capas no entra en tus fórmulas.
por_que: Cada bloque tiene sus propios pesos. Un modelo de 12 bloques tiene 12 atenciones y 12 redes feed-forward, y
    ahí están casi todos sus parámetros.
prueba: Llama a tu función con 1 capa y con 12. ¿Qué partes tienen que crecer?

fails: attention, ffn, norms, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """n_layers ignored."""
    return changed(
        (vocab_size, d_model, n_heads, n_layers, context),
        attention=-(n_layers - 1) * 4 * (d_model**2 + d_model),
        ffn=-(n_layers - 1) * (8 * d_model**2 + 5 * d_model),
        norms=-(n_layers - 1) * 4 * d_model,
    )
