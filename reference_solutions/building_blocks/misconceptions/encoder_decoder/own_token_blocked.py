"""
en: The causal mask forbids a token to see itself
es: La máscara causal prohíbe a un token verse a sí mismo

done: The mask blocks the diagonal too, so the first target position may look at nothing at all.
why: A softmax over nothing but -inf is NaN, and the next layer carries the NaN to every position. A token may know
    itself: what it has to predict is the one after it.
try: Print the mask for 4 tokens. How many places may the first row look at?

hecho: La máscara bloquea también la diagonal, así que la primera posición del destino no puede mirar nada.
por_que: Un softmax en el que todo es -inf da NaN, y la capa siguiente lleva ese NaN a todas las posiciones. Un token
    puede verse a sí mismo: lo que tiene que predecir es el siguiente.
prueba: Imprime la máscara para 4 tokens. ¿A cuántos sitios puede mirar la primera fila?

fails: shapes, decoder_causal, sees_source, order, encoder_sees_all, sublayers, encoder_learns, registered
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """The diagonal blocked."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        n = tgt.shape[1]
        x = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(n))
        for layer in self.decoder:
            x = layer(x, memory, torch.ones(n, n, dtype=torch.bool).triu())
        return self.head(self.decoder_norm(x))
