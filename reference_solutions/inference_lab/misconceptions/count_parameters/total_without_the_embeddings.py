"""
en: The total leaves the embeddings out
es: El total deja fuera los embeddings

done: Your parts are right, but the total counts the blocks and the head only.
why: Some papers state non-embedding parameters, for what they say of the work of a forward pass. The file that is
    stored and loaded has all of them, and so has the total.
try: Add up the entries of your dict by hand. Which of them isn't in the total?

hecho: Tus partes son correctas, pero el total cuenta solo los bloques y la cabeza.
por_que: Algunos artículos dan los parámetros sin embeddings, por lo que dicen del trabajo de una pasada. El archivo
    que se guarda y se carga los tiene todos, y el total también.
prueba: Suma a mano las entradas de tu dict. ¿Cuál de ellas no está en el total?

fails: total
catalogue: GP-18
"""

from __future__ import annotations

from ... import count_parameters as reference


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """Non-embedding parameters."""
    counts = reference.count_parameters(vocab_size, d_model, n_heads, n_layers, context)
    return {**counts, "total": counts["total"] - counts["embeddings"]}
