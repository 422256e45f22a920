"""
en: The prefill gives the logits of the prompt's first token
es: El prefill da los logits del primer token del prompt

done: Of the logits of all tokens of the prompt, prefill hands out the first position's.
why: They tell what comes after the first token, which the prompt already says. What is still unknown comes after its
    last one.
try: For a prompt of 4 tokens the logits have 4 rows. Which of them speaks of token number 5?

hecho: De los logits de todos los tokens del prompt, prefill entrega los de la primera posición.
por_que: Dicen qué viene después del primer token, y eso el prompt ya lo dice. Lo que aún no se sabe viene después del
    último.
prueba: Para un prompt de 4 tokens, los logits tienen 4 filas. ¿Cuál de ellas habla del token número 5?

fails: prefill
catalogue: GE-03
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with another row handed out."""

    def prefill(self, tokens: Any) -> Any:
        self.start_over()
        return self.advanced(tokens)[:, 0]
