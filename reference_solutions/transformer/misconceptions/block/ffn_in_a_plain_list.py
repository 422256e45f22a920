"""
en: The FFN's layers sit in a plain Python list
es: Las capas de la FFN están en una lista normal de Python

done: self.layers = [nn.Linear(...), nn.GELU(), nn.Linear(...)]: a list like any other, not one of torch's.
why: A module looks for parameters among its attributes, and doesn't look into lists. The FFN computes, but parameters()
    doesn't have it: the optimiser never trains two thirds of your block, to(device) leaves them behind, and
    state_dict() forgets them.
try: Print the names that block.named_parameters() lists. Where is the FFN? torch has containers that a module does look
    into.

hecho: self.capas = [nn.Linear(...), nn.GELU(), nn.Linear(...)]: una lista cualquiera, no una de las de torch.
por_que: Un módulo busca parámetros entre sus atributos y no mira dentro de las listas. La FFN calcula, pero
    parameters() no la tiene: el optimizador nunca entrena dos tercios de tu bloque, to(device) se los deja y
    state_dict() los olvida.
prueba: Imprime los nombres que da block.named_parameters(). ¿Dónde está la FFN? torch tiene contenedores en los que los
    módulos sí miran.

fails: values, ffn_width
catalogue: BL-14
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but for a list that torch doesn't know of."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.1) -> None:
        super().__init__(d_model, n_heads, dropout)
        self.layers: Any = list(self.ffn)
        del self.ffn

    def fed(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x
