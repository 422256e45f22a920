"""
en: The number of heads has no effect
es: El número de cabezas no tiene efecto

done: The attention of the encoder, of the decoder or of both has always the same number of heads, whatever n_heads
    says.
why: Each head has weights of its own, so that one can look at the verb and another at the subject. With a single one,
    all of that is one average; and whoever compares 1 head with 8 compares a model with itself.
try: Build two models with n_heads = 1 and n_heads = 4, copy the parameters of one into the other (load_state_dict) and
    compare their logits. Should they be equal?

hecho: La atención del encoder, la del decoder o las dos tienen siempre el mismo número de cabezas, diga lo que diga
    n_heads.
por_que: Cada cabeza tiene sus propios pesos, y así una puede mirar el verbo y otra el sujeto. Con una sola, todo eso es
    una única media; y quien compara 1 cabeza con 8 compara un modelo consigo mismo.
prueba: Construye dos modelos con n_heads = 1 y n_heads = 4, copia los parámetros de uno en el otro (load_state_dict) y
    compara sus logits. ¿Deberían ser iguales?

fails: registered
"""

from __future__ import annotations

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """One head."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:  # noqa: ARG002
        super().__init__(src_vocab, tgt_vocab, d_model, 1, n_layers)
