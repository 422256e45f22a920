"""
en: The positions of the whole context are added
es: Se suman las posiciones de todo el contexto

done: All rows of the position table are added, as many as the context has, to texts of any length.
why: It fits only a text that fills the context. Every shorter one, and so every prompt, ends in an error of shapes.
try: Print the shapes of the token and of the position embeddings for a text of 5 tokens. Which rows of the position
    table speak of these 5?

hecho: Se suman todas las filas de la tabla de posiciones, tantas como tiene el contexto, a textos de cualquier
    longitud.
por_que: Solo encaja con un texto que llene el contexto. Cualquiera más corto, y por tanto cualquier prompt, acaba en
    un error de formas.
prueba: Imprime las formas de los embeddings de tokens y de posiciones con un texto de 5 tokens. ¿Qué filas de la tabla
    de posiciones hablan de esos 5?

fails: values, shapes, initial_loss
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Model


class MiniGPT(Model):
    """Right for texts that fill the context."""

    def embedded(self, idx: Any) -> Any:
        return self.tokens(idx) + self.positions(torch.arange(self.context))
