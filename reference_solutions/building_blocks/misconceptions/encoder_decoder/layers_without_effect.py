"""
en: Some layers have no effect
es: Algunas capas no tienen efecto

done: There are as many layers as n_layers says, but what most of them give isn't used: each gets the first input
    again, or only one of them is called.
why: The layers build on each other: what one gives is what the next one gets. Here the model is one layer deep; the
    others take time and memory, and learn nothing.
try: Call backward() on a loss and look for parameters whose gradient is None or 0. Then read your loop: what does the
    second layer get, and what goes on after the loop?

hecho: Hay tantas capas como dice n_layers, pero lo que dan casi todas no se usa: cada una recibe otra vez la primera
    entrada, o solo se llama a una de ellas.
por_que: Las capas se apoyan unas en otras: lo que da una es lo que recibe la siguiente. Aquí el modelo tiene una sola
    capa de profundidad; las demás gastan tiempo y memoria, y no aprenden nada.
prueba: Llama a backward() sobre una pérdida y busca parámetros cuyo gradiente sea None o 0. Después lee tu bucle: ¿qué
    recibe la segunda capa, y qué sigue adelante después del bucle?

fails: registered
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Each layer of the decoder gets the embedded targets; what the last one gives is used."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        n = tgt.shape[1]
        x = y = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(n))
        future = ~torch.ones(n, n, dtype=torch.bool).tril()
        for layer in self.decoder:
            y = layer(x, memory, future)
        return self.head(self.decoder_norm(y))
