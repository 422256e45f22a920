"""
en: The number of layers has no effect
es: El número de capas no tiene efecto

done: The encoder, the decoder or both have always the same number of layers, whatever n_layers says.
why: The model works, and isn't as large as the one that was ordered. Whoever compares 2 layers with 12 compares a
    model with itself.
try: Count the parameters with n_layers = 1 and with n_layers = 4. By how much should the two numbers differ?

hecho: El encoder, el decoder o los dos tienen siempre el mismo número de capas, diga lo que diga n_layers.
por_que: El modelo funciona y no tiene el tamaño del que se pidió. Quien compara 2 capas con 12 compara un modelo
    consigo mismo.
prueba: Cuenta los parámetros con n_layers = 1 y con n_layers = 4. ¿En cuánto deberían diferenciarse los dos números?

fails: registered
"""

from __future__ import annotations

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """One layer."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:  # noqa: ARG002
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, 1)
