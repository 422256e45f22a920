"""
en: The head has the source's vocabulary
es: La cabeza tiene el vocabulario de la fuente

done: The last layer has src_vocab outputs.
why: What is written are target tokens: the loss would compare with ids that don't exist, or never offer some that do.
try: In which language does the model write?

hecho: La última capa tiene src_vocab salidas.
por_que: Lo que se escribe son tokens del destino: la pérdida compararía con ids que no existen, o nunca ofrecería
    algunos que sí.
prueba: ¿En qué lengua escribe el modelo?

fails: shapes, decoder_causal, sees_source, order, encoder_sees_all, sublayers, encoder_learns, registered
"""

from __future__ import annotations

from torch import nn

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """The wrong number of outputs."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.head = nn.Linear(d_model, src_vocab)
