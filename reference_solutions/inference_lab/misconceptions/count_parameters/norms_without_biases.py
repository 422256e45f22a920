"""
en: The norms without their biases
es: Las normas sin sus sesgos

done: You count d parameters for a layer norm.
why: It has two vectors: the gain γ that it multiplies by, and the bias β that it adds. (An RMSNorm has the gain
    alone.)
try: Print the names and shapes of the parameters of nn.LayerNorm(64).

hecho: Cuentas d parámetros por norma de capa.
por_que: Tiene dos vectores: la ganancia γ por la que multiplica y el sesgo β que suma. (Una RMSNorm tiene solo la
    ganancia.)
prueba: Imprime los nombres y las formas de los parámetros de nn.LayerNorm(64).

fails: norms, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """Gains alone."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), norms=-(2 * n_layers + 1) * d_model)
