"""
en: Only the half below the diagonal
es: Solo la mitad bajo la diagonal

done: Your number is half of all entries: as many as a causal mask allows.
why: Masked entries are there all the same: they hold -∞ before the softmax and 0 after it. The matrix has all n² of
    them, and the exercise asks for the matrix.
try: Which shape has QKᵀ, before any mask is put over it?

hecho: Tu número es la mitad de las entradas: tantas como deja libres una máscara causal.
por_que: Las entradas tapadas también están: contienen -∞ antes del softmax y 0 después. La matriz tiene las n², y el
    ejercicio pregunta por la matriz.
prueba: ¿Qué forma tiene QKᵀ, antes de ponerle ninguna máscara?

fails: entries
"""

from __future__ import annotations


def entries_128k() -> int:
    """A triangle."""
    return 128_000 * 128_001 // 2
