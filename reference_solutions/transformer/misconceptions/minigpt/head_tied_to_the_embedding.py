"""
en: The head shares the token embedding, which starts at N(0, 1)
es: La capa de salida comparte el embedding de los tokens, que empieza como N(0, 1)

done: The head's weight is the token embedding's.
why: Tying saves parameters, and is good practice where the embedding starts small. torch's nn.Embedding starts at
    N(0, 1): as a head it makes logits of size √d_model, so the model is sure of everything before it has seen
    anything, and the first loss is many times ln V. Here two separate tables were asked.
try: Print the standard deviation of the weights of an nn.Embedding and of an nn.Linear, both fresh. What becomes of
    the logits if one takes the place of the other?

hecho: El peso de la capa de salida es el del embedding de los tokens.
por_que: Compartirlos ahorra parámetros, y es buena práctica si el embedding empieza pequeño. El nn.Embedding de torch
    empieza como N(0, 1): como capa de salida produce logits de tamaño √d_model, así que el modelo está seguro de todo
    antes de haber visto nada, y la primera pérdida es muchas veces ln V. Aquí se pedían dos tablas separadas.
prueba: Imprime la desviación típica de los pesos de un nn.Embedding y de un nn.Linear recién creados. ¿Qué les pasa a
    los logits si uno ocupa el lugar del otro?

fails: parameter_count, initial_loss
catalogue: GP-03
"""

from __future__ import annotations

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but for a head that is the token embedding."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        self.head.weight = self.tokens.weight
