"""
en: The blocks sit in a plain Python list
es: Los bloques están en una lista normal de Python

done: self.blocks = [Block(...), ...]: a list like any other, not one of torch's.
why: torch doesn't look into it. The blocks compute, but parameters() doesn't have them: only the embeddings and the
    head are trained, and the loss stops falling early for no reason that one could see.
try: Compare the number of parameters with the 160 110 of the assignment. Which are missing? There is a kind of list
    in torch.nn that registers what it holds.

hecho: self.bloques = [Bloque(...), ...]: una lista cualquiera, no una de las de torch.
por_que: torch no mira dentro. Los bloques calculan, pero parameters() no los tiene: solo se entrenan los embeddings y
    la capa de salida, y la pérdida deja de bajar pronto sin un motivo a la vista.
prueba: Compara el número de parámetros con los 160 110 del enunciado. ¿Cuáles faltan? En torch.nn hay un tipo de
    lista que registra lo que contiene.

fails: values, parameter_count
catalogue: BL-14
"""

from __future__ import annotations

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but for a list that torch doesn't know of."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        blocks = list(self.blocks)
        del self.blocks
        self.blocks = blocks
