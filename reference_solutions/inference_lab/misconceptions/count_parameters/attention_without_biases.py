"""
en: Attention without its biases
es: La atención sin sus sesgos

done: You count 4 d² for the attention of a layer.
why: nn.Linear has a bias unless one says otherwise: each of the four projections adds d numbers. They are few, but
    your sum isn't the model's, and then it can't show whether something else is missing.
try: Print the shapes of the parameters of nn.Linear(64, 64). How many are there?

hecho: Cuentas 4 d² para la atención de una capa.
por_que: nn.Linear tiene sesgo mientras no se diga otra cosa: cada una de las cuatro proyecciones añade d números. Son
    pocos, pero tu suma no es la del modelo, y entonces no sirve para ver si falta algo más.
prueba: Imprime las formas de los parámetros de nn.Linear(64, 64). ¿Cuántos hay?

fails: attention, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """4 d²."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), attention=-4 * d_model * n_layers)
