"""
en: The heads sit in a plain Python list
es: Las cabezas están en una lista normal de Python

done: self.heads = [Head(...), ...]: a list like any other, not one of torch's.
why: A module looks for parameters among its attributes, and doesn't look into lists. The heads compute, but
    parameters() doesn't have them: the optimiser never trains them, to(device) leaves them behind, and state_dict()
    forgets them.
try: Print how many names model.named_parameters() lists. Which are missing? torch has a kind of list that a module
    does look into.

hecho: self.heads = [Cabeza(...), ...]: una lista cualquiera, no una de las de torch.
por_que: Un módulo busca parámetros entre sus atributos y no mira dentro de las listas. Las cabezas calculan, pero
    parameters() no las tiene: el optimizador nunca las entrena, to(device) se las deja y state_dict() las olvida.
prueba: Imprime qué nombres da model.named_parameters(). ¿Cuáles faltan? torch tiene un tipo de lista en la que los
    módulos sí miran.

fails: values, one_head, parameter_count
catalogue: MH-18
"""

from __future__ import annotations

from typing import Any

from ._in_torch import HeadByHead


class MultiHeadAttention(HeadByHead):
    """Right, but for a list that torch doesn't know of."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        heads: Any = list(self.heads)
        del self.heads
        self.heads = heads
