"""
en: No gradient gets to one of the tables
es: A una de las tablas no le llega ningún gradiente

done: Both tables are there, but one of them is frozen, or what is read from it is detached: training leaves it as it
    was at the start.
why: The vectors of tokens and of positions are learned, both. A table that never changes is one of random numbers that
    the rest of the model has to put up with.
try: Call backward() on a sum of what your module gives, and print the gradient of each parameter. For which one is it
    None, and where do you cut it off?

hecho: Las dos tablas están, pero una de ellas está congelada, o lo que se lee de ella se separa del grafo: el
    entrenamiento la deja como estaba al principio.
por_que: Los vectores de los tokens y los de las posiciones se aprenden, tanto unos como otros. Una tabla que nunca
    cambia es una tabla de números aleatorios con la que el resto del modelo tiene que apañarse.
prueba: Llama a backward() sobre una suma de lo que da tu módulo e imprime el gradiente de cada parámetro. ¿Cuál lo
    tiene a None, y dónde lo cortas?

fails: learned_tables
catalogue: PE-16
"""

from __future__ import annotations

import torch


class Embeddings(torch.nn.Module):  # type: ignore[misc]
    """The reference as a module, with the positions detached."""

    def __init__(self, vocab_size: int, d_model: int, n_max: int) -> None:
        super().__init__()
        self.tokens = torch.nn.Embedding(vocab_size, d_model)
        self.positions = torch.nn.Embedding(n_max, d_model)

    def forward(self, idx: torch.Tensor) -> torch.Tensor:
        return self.tokens(idx) + self.positions(torch.arange(idx.shape[1])).detach()
