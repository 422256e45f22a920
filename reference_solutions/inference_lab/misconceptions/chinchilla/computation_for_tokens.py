"""
en: The computation is returned, not the tokens
es: Se devuelve el cómputo, no los tokens

done: Your result grows with the square of the parameters, as 6 N D does with D = 20 N.
why: 6 N D is about how many operations a training takes (N parameters, D tokens), and the paper starts from it. Asked
    is D alone, how much text to collect.
try: In which unit is your result? For 1 000 parameters, how many tokens does it ask for each of them?

hecho: Tu resultado crece con el cuadrado de los parámetros, como 6 N D con D = 20 N.
por_que: 6 N D es aproximadamente cuántas operaciones cuesta un entrenamiento (N parámetros, D tokens), y el artículo
    parte de ahí. Se pide solo D, cuánto texto hay que reunir.
prueba: ¿En qué unidad está tu resultado? Para 1 000 parámetros, ¿cuántos tokens pide por cada uno?

fails: values, proportional
"""

from __future__ import annotations


def chinchilla_tokens(n_parameters: int) -> int:
    """6 N D for D."""
    return 6 * n_parameters * 20 * n_parameters
