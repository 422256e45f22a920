"""
en: The FFN has no biases
es: La FFN no tiene sesgos

done: One or both of the FFN's layers are made with bias=False, or as bare matrices.
why: Nothing is broken: some recent models do without. But here biases were asked, and without b1 every hidden feature
    bends at exactly 0; none can wait for a larger signal.
try: Work out by hand how many parameters an FFN has at d_model = 20, with biases and without. Which of the numbers does
    yours have, and which argument of nn.Linear decides it?

hecho: Una o las dos capas de la FFN se crean con bias=False, o como matrices sin más.
por_que: No se rompe nada: algunos modelos recientes prescinden de ellos. Pero aquí se pedían sesgos, y sin b1 cada
    característica oculta se dobla justo en 0; ninguna puede esperar a una señal mayor.
prueba: Calcula a mano cuántos parámetros tiene una FFN con d_model = 20, con sesgos y sin ellos. ¿Cuál de los números
    tiene la tuya, y qué argumento de nn.Linear lo decide?

fails: ffn_width
"""

from __future__ import annotations

from torch import nn

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but without b1 and b2."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.1) -> None:
        super().__init__(d_model, n_heads, dropout)
        up, down = nn.Linear(d_model, 4 * d_model, bias=False), nn.Linear(4 * d_model, d_model, bias=False)
        self.ffn = nn.Sequential(up, nn.GELU(), down)
