"""
en: The rule is turned round
es: La regla está al revés

done: In your answer there are 20 parameters for each token, and it should be 20 tokens for each parameter.
why: There are more tokens than parameters, always: a model with more parameters than tokens has seen too little.
try: Which of the two is larger in your answers, the tokens or the parameters?

hecho: En tu respuesta hay 20 parámetros por cada token, y deberían ser 20 tokens por cada parámetro.
por_que: Siempre hay más tokens que parámetros: un modelo con más parámetros que tokens ha visto demasiado poco.
prueba: En tus respuestas, ¿qué es mayor: los tokens o los parámetros?

fails: tokens, parameters
"""

from __future__ import annotations


def model_tokens() -> float:
    """Fewer than parameters."""
    return 3e9 / 20


def model_parameters() -> float:
    """More than tokens."""
    return 5e11 * 20
