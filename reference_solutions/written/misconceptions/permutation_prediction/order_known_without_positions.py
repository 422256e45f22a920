"""
en: Attention alone is believed to know the order
es: Se cree que la atención sola conoce el orden

done: You expect False both times: as if the outputs depended on where the tokens stand, with or without positions.
why: The scores are products of what the tokens hold; where they stand is nowhere in the formula. Without positions
    "the dog bites the man" and "the man bites the dog" hold the same words and get the same vectors.
try: Look for the index i of a token in softmax(QKᵀ/√d_k)V. Does anything but the vectors themselves go in?

hecho: Esperas False las dos veces: como si las salidas dependieran de dónde están los tokens, con posiciones o sin
    ellas.
por_que: Las puntuaciones son productos de lo que contienen los tokens; dónde están no aparece en la fórmula. Sin
    posiciones, «el perro muerde al hombre» y «el hombre muerde al perro» tienen las mismas palabras y reciben los
    mismos vectores.
prueba: Busca el índice i de un token en softmax(QKᵀ/√d_k)V. ¿Entra algo que no sean los propios vectores?

fails: predictions
catalogue: PE-18
"""

from __future__ import annotations


def prediction_without_positions() -> bool:
    """Without positions."""
    return False


def prediction_with_positions() -> bool:
    """With positions."""
    return False
