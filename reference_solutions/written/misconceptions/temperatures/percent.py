"""
en: Percent where a divisor is asked
es: Porcentajes donde se pide un divisor

done: Your temperatures are 10 or more, as if 100 were the most.
why: The temperature divides the logits: 1 leaves the distribution of the model as it is, and at 20 every token is
    practically as likely as any other.
try: Divide the logits 4, 2 and 0 by your temperature and take the softmax. What is left of the differences?

hecho: Tus temperaturas son de 10 o más, como si 100 fuera el máximo.
por_que: La temperatura divide los logits: 1 deja la distribución del modelo como está, y con 20 todos los tokens son
    prácticamente igual de probables.
prueba: Divide los logits 4, 2 y 0 por tu temperatura y aplica el softmax. ¿Qué queda de las diferencias?

fails: code, names
"""

from __future__ import annotations


def code_temperature() -> float:
    """The choice."""
    return 20.0


def names_temperature() -> float:
    """The choice."""
    return 100.0
