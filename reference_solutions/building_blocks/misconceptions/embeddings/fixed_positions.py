"""
en: The positions have no learned table of their own
es: Las posiciones no tienen una tabla propia que se aprenda

done: Among your module's parameters there is no table for the positions: their vectors are computed once, as sines and
    cosines or at random, or taken from another table, or kept where torch doesn't look, as in a plain list.
why: Sines and cosines are the encoding of the paper of 2017, and a part of this course too. Here the model is to learn
    what a place means: an optimiser only changes what torch knows as a parameter.
try: Print the names and shapes of your module's parameters. Which two tables should be among them?

hecho: Entre los parámetros de tu módulo no hay ninguna tabla para las posiciones: sus vectores se calculan una vez,
    con senos y cosenos o al azar, o se toman de otra tabla, o se guardan donde torch no mira, como en una lista
    normal.
por_que: Los senos y cosenos son la codificación del artículo de 2017, y también una parte de este curso. Aquí el
    modelo debe aprender qué significa un lugar: un optimizador solo cambia lo que torch conoce como parámetro.
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
