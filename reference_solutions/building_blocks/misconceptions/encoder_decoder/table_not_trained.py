"""
en: No gradient gets to a table of tokens, or to the last layer
es: A una tabla de tokens, o a la última capa, no le llega ningún gradiente

done: A table of embeddings (or the linear layer that makes the logits) is there and used, but it's frozen, or what is
    read from it is detached: training leaves it as it was at the start.
why: The tokens' vectors are learned, of the source as of the target. A table that never changes is one of random
    numbers: words that are used alike never come to lie near each other, and the rest of the model has to put up
    with it.
try: Call backward() on the loss, and print the gradient of each parameter. For which one is it None, and where do you
    cut it off?

hecho: Una tabla de embeddings (o la capa lineal que da los logits) está y se usa, pero está congelada, o lo que se lee
    de ella se separa del grafo: el entrenamiento la deja como estaba al principio.
por_que: Los vectores de los tokens se aprenden, tanto los de la fuente como los del destino. Una tabla que nunca
    cambia es una tabla de números aleatorios: las palabras que se usan igual nunca llegan a quedar cerca, y el resto
    del modelo tiene que apañarse con ella.
prueba: Llama a backward() sobre la pérdida e imprime el gradiente de cada parámetro. ¿Cuál lo tiene a None, y dónde
    lo cortas?

fails: encoder_learns
"""

from __future__ import annotations

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Right, with a frozen table for the target."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.tgt_tokens.requires_grad_(False)
