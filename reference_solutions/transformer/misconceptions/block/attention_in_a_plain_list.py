"""
en: The attention sits in a plain Python list
es: La atención está en una lista normal de Python

done: The attention (or its heads) is kept in a Python list, a dict or a tuple, not in an attribute of its own.
why: A module looks for parameters among its attributes, and doesn't look into lists. The attention computes, but
    parameters() doesn't have it: the optimiser never trains it, and your model reads with the eyes it was born with.
try: Print the names that block.named_parameters() lists. Where are W_Q, W_K, W_V and W_O? torch has a kind of list that
    a module does look into.

hecho: La atención (o sus cabezas) se guarda en una lista, un diccionario o una tupla de Python, y no en un atributo
    propio.
por_que: Un módulo busca parámetros entre sus atributos y no mira dentro de las listas. La atención calcula, pero
    parameters() no la tiene: el optimizador nunca la entrena, y tu modelo lee con los ojos con que nació.
prueba: Imprime los nombres que da block.named_parameters(). ¿Dónde están W_Q, W_K, W_V y W_O? torch tiene un tipo de
    lista en la que los módulos sí miran.

fails: values
catalogue: BL-14
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but for a list that torch doesn't know of."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.1) -> None:
        super().__init__(d_model, n_heads, dropout)
        self.sublayers = [self.attention]
        del self.attention

    def attended(self, x: Any, mask: Any) -> Any:
        return self.sublayers[0](x, mask)
