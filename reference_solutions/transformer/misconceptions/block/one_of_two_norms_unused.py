"""
en: Of two layer norms only one is used, before both sublayers
es: De dos normalizaciones de capa solo se usa una, delante de las dos subcapas

done: The block makes two layer norms, and forward calls the same one before the attention and before the FFN.
why: At the start both are alike, so nothing shows. But the other one never gets a gradient, and the one in use must
    please both sublayers, which want to hear different things: that's why each has a gain and a bias of its own.
try: Call .backward() on the sum of your block's outputs and print .grad of every parameter. Whose is None? Then read
    aloud which norm each line of forward calls.

hecho: El bloque crea dos normalizaciones de capa, pero forward llama a la misma delante de la atención y de la FFN.
por_que: Al principio las dos son iguales, así que nada se nota. Pero la otra nunca recibe gradiente, y la que se usa
    tiene que contentar a las dos subcapas, que quieren oír cosas distintas: por eso cada una lleva su ganancia y su
    sesgo.
prueba: Llama a .backward() sobre la suma de las salidas de tu bloque e imprime el .grad de cada parámetro. ¿De quién es
    None? Luego lee en voz alta a qué normalización llama cada línea de forward.

fails: values
catalogue: LN-12
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but for its second norm, which is never called."""

    def forward(self, x: Any, mask: Any = None) -> Any:
        x = x + self.dropped(self.attended(self.norm1(x), mask))
        return x + self.dropped(self.fed(self.norm1(x)))
