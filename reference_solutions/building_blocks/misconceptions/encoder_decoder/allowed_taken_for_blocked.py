"""
en: The causal mask is read the other way round
es: La máscara causal se lee al revés

done: What is handed to the decoder's attention as allowed is blocked there: each target position sees only what comes
    after itself, and the last one nothing at all.
why: A softmax over nothing but -inf is NaN, and the next layer carries the NaN to every position. In this course True
    means "may look"; in torch's nn.MultiheadAttention a boolean attn_mask means "blocked" by True.
try: Print the mask for 4 tokens beside the documentation of the attention that gets it. What does True mean in each?

hecho: Lo que se le pasa a la atención del decoder como permitido ahí queda bloqueado: cada posición del destino ve
    solo lo que viene detrás, y la última no ve nada.
por_que: Un softmax en el que todo es -inf da NaN, y la capa siguiente lleva ese NaN a todas las posiciones. En este
    curso True significa «se puede mirar»; en nn.MultiheadAttention de torch, True en una attn_mask booleana significa
    «bloqueado».
prueba: Imprime la máscara para 4 tokens junto a la documentación de la atención que la recibe. ¿Qué significa True en
    cada una?

fails: shapes, decoder_causal, sees_source, order, encoder_sees_all, sublayers, encoder_learns, registered
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """The lower triangle blocked."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        n = tgt.shape[1]
        x = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(n))
        for layer in self.decoder:
            x = layer(x, memory, torch.ones(n, n, dtype=torch.bool).tril())
        return self.head(self.decoder_norm(x))
