"""
en: The factors of the chain rule are in the wrong order
es: Los factores de la regla de la cadena están en el orden contrario

done: Each new step is multiplied on from the right.
why: A change of h_0 passes through step 1 first and through step t last, so the factor of step 1 acts first, and
    stands nearest to it: J_t ... J_2 J_1. Matrices don't commute, so the other order is another number, though with
    one hidden unit you can't see it.
try: Write ∂h_2/∂h_0 out with pen and paper, ∂h_2/∂h_1 times ∂h_1/∂h_0. Which of the two factors belongs to the newer
    step, and on which side does it stand?

hecho: Cada paso nuevo se multiplica por la derecha.
por_que: Un cambio en h_0 pasa primero por el paso 1 y al final por el paso t, así que el factor del paso 1 actúa
    primero y es el que está más cerca: J_t ... J_2 J_1. Las matrices no conmutan, de modo que el otro orden da otro
    número, aunque con una sola unidad oculta no se vea.
prueba: Escribe ∂h_2/∂h_0 en papel, ∂h_2/∂h_1 por ∂h_1/∂h_0. ¿Cuál de los dos factores es del paso más nuevo y a qué
    lado está?

fails: values
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with the new factor on the right."""
    return norms(accumulated(W, U, inputs, chain=lambda factor, before: before @ factor))
