"""Exercise 6.5, in words: what is lost without the residual connection.  A teacher reads it and gives the points."""

from __future__ import annotations

from grader.checks.free_text import FreeText
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

ANSWER = "residual_answer"

# As the notebook asks: a copy of it is no answer.
QUESTIONS = (
    "Take the residual connection out of every block: x = sublayer(x) instead of x = x + sublayer(x). What is lost, "
    "and why? Think of the gradient on its way down through many blocks, and of what a token still knows about itself "
    "after them.",
    "Quita la conexión residual de todos los bloques: x = subcapa(x) en lugar de x = x + subcapa(x). ¿Qué se pierde y "
    "por qué? Piensa en el gradiente, que tiene que bajar por muchos bloques, y en lo que un token sabe todavía de sí "
    "mismo después de ellos.",
)

COMPONENT = Component(
    "residual_question",
    (
        Form(
            "text",
            Text("a text"),
            "numpy",
            (Role(ANSWER, "value", (), 0, ("respuesta_residual",)),),
            (FreeText("reasoned", Text("what is lost without the residual"), "residual_question", ANSWER, QUESTIONS),),
        ),
    ),
)
