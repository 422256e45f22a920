"""
en: The positions are fixed, not learned
es: Las posiciones son fijas, no aprendidas

done: The vectors of the positions are computed once, as sines and cosines or at random, and are no parameter.
why: That is the encoding of the paper of 2017, and a part of this course too. Here the model is to learn what a place
    means: an optimiser only changes what torch knows as a parameter.
try: Print the names and shapes of your module's parameters. Which two tables should be among them?

hecho: Los vectores de las posiciones se calculan una vez, con senos y cosenos o al azar, y no son un parámetro.
por_que: Esa es la codificación del artículo de 2017, y también una parte de este curso. Aquí el modelo debe aprender
    qué significa un lugar: un optimizador solo cambia lo que torch conoce como parámetro.
prueba: Imprime los nombres y las formas de los parámetros de tu módulo. ¿Qué dos tablas deberían estar entre ellos?

fails: values, learned_tables
catalogue: PE-16
"""

from __future__ import annotations

import torch


class Embeddings(torch.nn.Module):  # type: ignore[misc]
    """The reference as a module, with a buffer for the positions."""

    def __init__(self, vocab_size: int, d_model: int, n_max: int) -> None:
        super().__init__()
        self.tokens = torch.nn.Embedding(vocab_size, d_model)
        self.register_buffer("positions", torch.randn(n_max, d_model))

    def forward(self, idx: torch.Tensor) -> torch.Tensor:
        return self.tokens(idx) + self.positions[: idx.shape[1]]
