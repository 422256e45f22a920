# %% [markdown] lang=en
# ## 10. An encoder-decoder
#
# The first Transformer translated: an **encoder** reads the source, a **decoder** writes the target. Who may see whom
# is all there is to it:
#
# | attention | who asks | who answers | mask |
# |---|---|---|---|
# | encoder | source | source | none: the source is there as a whole |
# | decoder, to itself | target | target | causal: only what has been written |
# | decoder, cross | target | the encoder's output | none: all of the source |
#
# A decoder layer has three sublayers: self-attention, cross-attention and the feed-forward network, each with its norm
# and its residual. Source and target each have an embedding table and positions of their own.
#
# *Example:* a source of 6 tokens and a target of 4, 20 words in the language we write: from ids of shape $(B, 6)$ and
# $(B, 4)$ the model makes logits of shape $(B, 4, 20)$. Row 2 depends on all 6 source tokens, and on the targets
# 0, 1, 2.
#
# Write `EncoderDecoder(src_vocab, tgt_vocab, d_model, n_heads, n_layers)` with `forward(src, tgt)`.
# `nn.MultiheadAttention` is welcome here (`batch_first=True`); the layers of `nn.Transformer` are not. Norms,
# activations and positions are your own choice; texts of up to 32 tokens must work.
#
# *Watch out:* in the mask of `nn.MultiheadAttention` True means **blocked**, against the rest of this course. And what
# comes back are logits, without a softmax.
# %% [markdown] lang=es
# ## 10. Un encoder-decoder
#
# El primer Transformer traducía: un **encoder** lee la fuente y un **decoder** escribe el destino. Todo está en quién
# puede ver a quién:
#
# | atención | quién pregunta | quién responde | máscara |
# |---|---|---|---|
# | encoder | la fuente | la fuente | ninguna: la fuente está entera desde el principio |
# | decoder, consigo mismo | el destino | el destino | causal: solo lo ya escrito |
# | decoder, cruzada | el destino | la salida del encoder | ninguna: toda la fuente |
#
# Una capa del decoder tiene tres subcapas: autoatención, atención cruzada y red feed-forward, cada una con su norma y
# su conexión residual. Fuente y destino tienen cada uno su tabla de embeddings y sus posiciones.
#
# *Ejemplo:* una fuente de 6 tokens y un destino de 4, con 20 palabras en la lengua en que se escribe: de ids de forma
# $(B, 6)$ y $(B, 4)$ el modelo saca logits de forma $(B, 4, 20)$. La fila 2 depende de los 6 tokens de la fuente y de
# los destinos 0, 1 y 2.
#
# Escribe `CodificadorDecodificador(vocab_origen, vocab_destino, d_model, n_cabezas, n_capas)` con
# `forward(origen, destino)`. Aquí puedes usar `nn.MultiheadAttention` (`batch_first=True`); las capas de
# `nn.Transformer`, no. Las normas, las activaciones y las posiciones las eliges tú; deben funcionar textos de hasta 32
# tokens.
#
# *Cuidado:* en la máscara de `nn.MultiheadAttention` True significa **bloqueado**, al revés que en el resto del curso.
# Y lo que se devuelve son logits, sin softmax.
# %% lang=en
### BEGIN SOLUTION
class Layer(nn.Module):
    """A layer of the encoder; with `cross`, one of the decoder."""

    def __init__(self, d_model, n_heads, cross):
        super().__init__()
        self.own = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        self.cross = nn.MultiheadAttention(d_model, n_heads, batch_first=True) if cross else None
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.norm1, self.norm2, self.norm3 = (nn.LayerNorm(d_model) for _ in range(3))

    def forward(self, x, future=None, memory=None):
        z = self.norm1(x)
        x = x + self.own(z, z, z, attn_mask=future)[0]
        if self.cross is not None:
            x = x + self.cross(self.norm2(x), memory, memory)[0]
        return x + self.ffn(self.norm3(x))


### END SOLUTION


class EncoderDecoder(nn.Module):
    """Reads the source, writes the target."""

    def __init__(self, src_vocab, tgt_vocab, d_model, n_heads, n_layers):
        super().__init__()
        ### BEGIN SOLUTION
        self.src_tokens, self.src_positions = nn.Embedding(src_vocab, d_model), nn.Embedding(64, d_model)
        self.tgt_tokens, self.tgt_positions = nn.Embedding(tgt_vocab, d_model), nn.Embedding(64, d_model)
        self.encoder = nn.ModuleList([Layer(d_model, n_heads, cross=False) for _ in range(n_layers)])
        self.decoder = nn.ModuleList([Layer(d_model, n_heads, cross=True) for _ in range(n_layers)])
        self.memory_norm, self.norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, tgt_vocab)
        ### END SOLUTION

    def forward(self, src, tgt):
        """src: (B, n_src), tgt: (B, n_tgt) of ids -> logits (B, n_tgt, tgt_vocab)."""
        ### BEGIN SOLUTION
        n_src, n_tgt = src.shape[1], tgt.shape[1]
        x = self.src_tokens(src) + self.src_positions(torch.arange(n_src))
        for layer in self.encoder:
            x = layer(x)
        memory = self.memory_norm(x)  # (B, n_src, d_model)

        future = torch.ones(n_tgt, n_tgt, dtype=torch.bool).triu(1)  # True = blocked, as torch has it here
        y = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(n_tgt))
        for layer in self.decoder:
            y = layer(y, future, memory)
        return self.head(self.norm(y))
        ### END SOLUTION


# %% lang=es
### BEGIN SOLUTION
class Capa(nn.Module):
    """Una capa del encoder; con `cruzada`, una del decoder."""

    def __init__(self, d_model, n_cabezas, cruzada):
        super().__init__()
        self.propia = nn.MultiheadAttention(d_model, n_cabezas, batch_first=True)
        self.cruzada = nn.MultiheadAttention(d_model, n_cabezas, batch_first=True) if cruzada else None
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.norma1, self.norma2, self.norma3 = (nn.LayerNorm(d_model) for _ in range(3))

    def forward(self, x, futuro=None, memoria=None):
        z = self.norma1(x)
        x = x + self.propia(z, z, z, attn_mask=futuro)[0]
        if self.cruzada is not None:
            x = x + self.cruzada(self.norma2(x), memoria, memoria)[0]
        return x + self.ffn(self.norma3(x))


### END SOLUTION


class CodificadorDecodificador(nn.Module):
    """Lee la fuente y escribe el destino."""

    def __init__(self, vocab_origen, vocab_destino, d_model, n_cabezas, n_capas):
        super().__init__()
        ### BEGIN SOLUTION
        self.tokens_origen, self.pos_origen = nn.Embedding(vocab_origen, d_model), nn.Embedding(64, d_model)
        self.tokens_destino, self.pos_destino = nn.Embedding(vocab_destino, d_model), nn.Embedding(64, d_model)
        self.codificador = nn.ModuleList([Capa(d_model, n_cabezas, cruzada=False) for _ in range(n_capas)])
        self.decodificador = nn.ModuleList([Capa(d_model, n_cabezas, cruzada=True) for _ in range(n_capas)])
        self.norma_memoria, self.norma = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.cabeza = nn.Linear(d_model, vocab_destino)
        ### END SOLUTION

    def forward(self, origen, destino):
        """origen: (B, n_origen), destino: (B, n_destino), ids -> logits (B, n_destino, vocab_destino)."""
        ### BEGIN SOLUTION
        n_origen, n_destino = origen.shape[1], destino.shape[1]
        x = self.tokens_origen(origen) + self.pos_origen(torch.arange(n_origen))
        for capa in self.codificador:
            x = capa(x)
        memoria = self.norma_memoria(x)  # (B, n_origen, d_model)

        futuro = torch.ones(n_destino, n_destino, dtype=torch.bool).triu(1)  # True = bloqueado, como aquí en torch
        y = self.tokens_destino(destino) + self.pos_destino(torch.arange(n_destino))
        for capa in self.decodificador:
            y = capa(y, futuro, memoria)
        return self.cabeza(self.norma(y))
        ### END SOLUTION
