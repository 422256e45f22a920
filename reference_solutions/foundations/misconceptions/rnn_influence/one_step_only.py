"""
en: Each step is taken by itself, not back to h_0
es: Cada paso se toma por sí solo, sin llegar hasta h_0

done: Your number is the norm of ∂h_t/∂h_{t-1}: the factors aren't multiplied together.
why: What fades or explodes is the product. Factors of 0.5 each are harmless one by one; after 20 of them a millionth
    is left.
try: Print your numbers for W = 0.5 times the identity and inputs of 0. What should be left of h_0 after 3 steps?

hecho: Tu número es la norma de ∂h_t/∂h_{t-1}: los factores no se multiplican entre sí.
por_que: Lo que se desvanece o explota es el producto. Factores de 0.5 son inofensivos uno a uno; tras 20 de ellos
    queda una millonésima.
prueba: Imprime tus números con W = 0.5 veces la identidad y entradas de 0. ¿Qué debería quedar de h_0 tras 3 pasos?

fails: values, one_unit, powers_of_w
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The Jacobian of each step by itself."""
    return norms(accumulated(W, U, inputs, chain=lambda factor, before: factor))
