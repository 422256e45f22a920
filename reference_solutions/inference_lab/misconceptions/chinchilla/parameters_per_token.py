"""
en: 20 parameters for each token
es: 20 parámetros por cada token

done: You divide by 20: a model of 20 000 parameters would need 1 000 tokens.
why: Chinchilla says the reverse: each parameter wants about 20 tokens. Its 70 billion parameters saw 1.4 trillion
    tokens. A budget planned your way is 400 times too small.
try: Put Chinchilla's own 70 billion parameters in. Is your result larger or smaller than that?

hecho: Divides por 20: un modelo de 20 000 parámetros necesitaría 1 000 tokens.
por_que: Chinchilla dice lo contrario: cada parámetro pide unos 20 tokens. Sus 70 mil millones de parámetros vieron
    1,4 billones de tokens. Un plan hecho a tu manera se queda 400 veces corto.
prueba: Prueba con los 70 mil millones de parámetros del propio Chinchilla. ¿Tu resultado es mayor o menor que eso?

fails: values
"""

from __future__ import annotations


def chinchilla_tokens(n_parameters: int) -> float:
    """Divided by 20."""
    return n_parameters / 20
