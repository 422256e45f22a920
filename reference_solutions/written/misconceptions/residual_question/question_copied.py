"""
en: The question is repeated
es: Se repite la pregunta

done: Your text has the words of the question and none of your own.
why: A teacher can't see from that what you have understood.
try: Leave the question away and answer it: first for the gradient, then for what a token knows about itself.

hecho: Tu texto tiene las palabras de la pregunta y ninguna tuya.
por_que: Con eso un profesor no puede ver qué has entendido.
prueba: Quita la pregunta y respóndela: primero para el gradiente y luego para lo que un token sabe de sí mismo.

fails: reasoned
"""

from __future__ import annotations


def residual_answer() -> object:
    """No reasons."""
    return "What is lost, and why?"
