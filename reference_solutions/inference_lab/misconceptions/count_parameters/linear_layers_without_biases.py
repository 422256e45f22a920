"""
en: No linear layer has its bias
es: Ninguna capa lineal tiene su sesgo

done: You count the weights of the linear layers alone, in the attention, in the feed-forward layer and in the head.
why: nn.Linear(a, b) has a x b weights and b biases unless one says otherwise. They are few, but your sum isn't the
    model's, and then it can't show whether something else is missing.
try: Print the shapes of the parameters of nn.Linear(3, 5). How many numbers are there, and how many does a b give?

hecho: Cuentas solo los pesos de las capas lineales: en la atención, en la red feed-forward y en la cabeza de salida.
por_que: nn.Linear(a, b) tiene a x b pesos y b sesgos mientras no se diga otra cosa. Son pocos, pero tu suma no es la
    del modelo, y entonces no sirve para ver si falta algo más.
prueba: Imprime las formas de los parámetros de nn.Linear(3, 5). ¿Cuántos números hay, y cuántos da a b?

fails: attention, ffn, head, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """a b for a b + b, everywhere."""
    return changed(
        (vocab_size, d_model, n_heads, n_layers, context),
        attention=-4 * d_model * n_layers,
        ffn=-5 * d_model * n_layers,
        head=-vocab_size,
    )
