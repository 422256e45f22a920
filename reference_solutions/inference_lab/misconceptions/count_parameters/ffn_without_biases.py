"""
en: The feed-forward layer without its biases
es: La red feed-forward sin sus sesgos

done: You count 8 d² for the feed-forward layer.
why: Both of its linear layers have a bias: 4 d numbers in the wide one, d in the one that leads back.
try: Print the shapes of the parameters of nn.Linear(64, 256) and of nn.Linear(256, 64).

hecho: Cuentas 8 d² para la red feed-forward.
por_que: Sus dos capas lineales tienen sesgo: 4 d números la ancha y d la que vuelve.
prueba: Imprime las formas de los parámetros de nn.Linear(64, 256) y de nn.Linear(256, 64).

fails: ffn, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """8 d²."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), ffn=-5 * d_model * n_layers)
