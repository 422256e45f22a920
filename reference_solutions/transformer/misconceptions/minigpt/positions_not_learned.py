"""
en: The positions are a fixed table
es: Las posiciones son una tabla fija

done: Sines and cosines are added, or a table that isn't a parameter.
why: That is right by the paper of 2017 and no mistake of yours in the values. But learned positions were asked, as in
    GPT: context × d_model parameters that find out for themselves what matters about a place.
try: What is 64 × 64, and by how much does your count differ from 160 110? Which class of torch makes a table of rows
    that are learned?

hecho: Se suman senos y cosenos, o una tabla que no es un parámetro.
por_que: Según el artículo de 2017 es correcto, y en los valores no hay ningún error tuyo. Pero se pedían posiciones
    aprendidas, como en GPT: contexto × d_model parámetros que descubren por sí mismos qué importa de un lugar.
prueba: ¿Cuánto es 64 × 64, y en cuánto se diferencia tu cuenta de 160 110? ¿Qué clase de torch crea una tabla de
    filas que se aprenden?

fails: parameter_count
"""

from __future__ import annotations

import torch

from ...positional_encoding import positional_encoding
from ._in_torch import Model


class MiniGPT(Model):
    """Right, but with sines and cosines for positions."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        del self.positions
        table = torch.from_numpy(positional_encoding(context, d_model)).float()
        self.positions = torch.nn.Embedding.from_pretrained(table)
        del self.positions.weight
        self.positions.register_buffer("weight", table)
