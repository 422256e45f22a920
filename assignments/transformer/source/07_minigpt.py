# %% [markdown] lang=en
# ## 7. MiniGPT
#
# Now the pieces are put together. A GPT reads the tokens $t_1, \dots, t_n$ and says at *each* of them what may come
# next. Nothing else: whoever can do that can write.
#
# $$x_0 = E_{token}[t] + E_{pos}[0 \dots n-1],\qquad x_{l} = \mathrm{block}_l(x_{l-1};\ \text{causal mask}),\qquad
# \mathrm{logits} = W\, \mathrm{LN}(x_L) + b .$$
#
# $E_{token}$ and $E_{pos}$ are tables (`nn.Embedding`) with a learned vector for each token of the vocabulary and for
# each position. The last layer norm is needed because pre-LN blocks never normalise the stream itself.
#
# Write the class `MiniGPT(vocab_size, d_model=64, n_heads=4, n_layers=3, context=64)`, an `nn.Module` with
# `forward(idx)`. `context` is the largest number of tokens that it can read.
#
# | | shape |
# |---|---|
# | `idx` | $(B, n)$, whole numbers: the tokens' ids, with $n \le$ `context` |
# | result | $(B, n, V)$, with $V$ the size of the vocabulary: logits, not yet probabilities |
#
# **Example.** With a vocabulary of 46 and the default sizes the model has 160 110 parameters:
#
# | | | |
# |---|---|---|
# | tokens | $46 \cdot 64$ | 2 944 |
# | positions | $64 \cdot 64$ | 4 096 |
# | 3 blocks | $3 \cdot (16\,640 + 33\,088 + 256)$ | 149 952 |
# | last layer norm | $2 \cdot 64$ | 128 |
# | head, with bias | $64 \cdot 46 + 46$ | 2 990 |
#
# Untrained it should know nothing: a loss near $\ln 46 = 3.83$, which is what an even guess has.
#
# **Watch out**
#
# - Positions are counted from 0, as many as there are tokens in `idx`: $n$, not `context`. The mask, too.
# - Blocks in a plain Python list aren't part of the model for PyTorch: they have no parameters that an optimiser sees.
#   Which container of `torch.nn` is meant for that? The number of parameters gives it away.
# - The loss function does the softmax itself. The model gives logits.
# - Your part 3 may be in NumPy. `torch.as_tensor` makes a tensor of it.
# %% [markdown] lang=es
# ## 7. MiniGPT
#
# Ahora se juntan las piezas. Un GPT lee los tokens $t_1, \dots, t_n$ y dice en *cada uno* de ellos qué puede venir
# después. Nada más: quien sabe hacer eso sabe escribir.
#
# $$x_0 = E_{token}[t] + E_{pos}[0 \dots n-1],\qquad x_{l} = \mathrm{bloque}_l(x_{l-1};\ \text{máscara causal}),\qquad
# \mathrm{logits} = W\, \mathrm{LN}(x_L) + b .$$
#
# $E_{token}$ y $E_{pos}$ son tablas (`nn.Embedding`) con un vector aprendido para cada token del vocabulario y para
# cada posición. La última normalización hace falta porque los bloques pre-LN nunca normalizan lo que fluye por ellos.
#
# Escribe la clase `MiniGPT(vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64)`, un `nn.Module` con
# `forward(idx)`. `contexto` es el mayor número de tokens que puede leer.
#
# | | forma |
# |---|---|
# | `idx` | $(B, n)$, números enteros: los ids de los tokens, con $n \le$ `contexto` |
# | resultado | $(B, n, V)$, con $V$ el tamaño del vocabulario: logits, todavía no probabilidades |
#
# **Ejemplo.** Con un vocabulario de 46 y los tamaños por defecto, el modelo tiene 160 110 parámetros:
#
# | | | |
# |---|---|---|
# | tokens | $46 \cdot 64$ | 2 944 |
# | posiciones | $64 \cdot 64$ | 4 096 |
# | 3 bloques | $3 \cdot (16\,640 + 33\,088 + 256)$ | 149 952 |
# | última normalización | $2 \cdot 64$ | 128 |
# | capa de salida, con sesgo | $64 \cdot 46 + 46$ | 2 990 |
#
# Sin entrenar no debería saber nada: una pérdida cercana a $\ln 46 = 3.83$, la de quien reparte por igual.
#
# **Cuidado**
#
# - Las posiciones se cuentan desde 0, y son tantas como tokens hay en `idx`: $n$, no `contexto`. Con la máscara pasa lo
#   mismo.
# - Para PyTorch, unos bloques en una lista normal de Python no son parte del modelo: no tienen parámetros que vea un
#   optimizador. ¿Qué contenedor de `torch.nn` sirve para eso? El número de parámetros lo delata.
# - El softmax ya lo hace la función de pérdida. El modelo da logits.
# - Tu parte 3 puede estar en NumPy. `torch.as_tensor` la convierte en un tensor.
# %% lang=en
class MiniGPT(nn.Module):
    """Token ids (B, n), n <= context -> the logits (B, n, vocab_size) of the token after each of them."""

    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.context = context  # part 8 asks for it
        ### BEGIN SOLUTION
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context, d_model)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads) for _ in range(n_layers))
        self.last_norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size)
        ### END SOLUTION

    def forward(self, idx):
        ### BEGIN SOLUTION
        n = idx.shape[1]
        x = self.token_embedding(idx) + self.position_embedding(torch.arange(n, device=idx.device))
        mask = torch.as_tensor(causal_mask(n), device=idx.device)
        for block in self.blocks:
            x = block(x, mask)  # (B, n, d_model)
        return self.head(self.last_norm(x))
        ### END SOLUTION


# %% lang=es
class MiniGPT(nn.Module):
    """Ids de tokens (B, n), n <= contexto -> los logits (B, n, vocab_size) del token que sigue a cada uno."""

    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__()
        self.contexto = contexto  # lo pide la parte 8
        ### BEGIN SOLUTION
        self.emb_tokens = nn.Embedding(vocab_size, d_model)
        self.emb_posiciones = nn.Embedding(contexto, d_model)
        self.bloques = nn.ModuleList(BloqueTransformer(d_model, n_heads) for _ in range(n_capas))
        self.ultima_norma = nn.LayerNorm(d_model)
        self.capa_salida = nn.Linear(d_model, vocab_size)
        ### END SOLUTION

    def forward(self, idx):
        ### BEGIN SOLUTION
        n = idx.shape[1]
        x = self.emb_tokens(idx) + self.emb_posiciones(torch.arange(n, device=idx.device))
        mascara = torch.as_tensor(mascara_causal(n), device=idx.device)
        for bloque in self.bloques:
            x = bloque(x, mascara)  # (B, n, d_model)
        return self.capa_salida(self.ultima_norma(x))
        ### END SOLUTION


# %% lang=en
with claim("160 110 parameters at a vocabulary of 46"):
    assert sum(p.numel() for p in MiniGPT(46).parameters()) == 160_110
with claim("logits for every position, in short texts and in long ones"):
    for n in (1, 10, 64):
        assert MiniGPT(46)(torch.randint(46, (2, n))).shape == (2, n, 46)
with claim("a later token changes no earlier logit"):
    gpt, idx = MiniGPT(46).eval(), torch.randint(45, (1, 10))
    changed = idx.clone()
    changed[0, 6] += 1
    with torch.no_grad():
        assert torch.allclose(gpt(idx)[0, :6], gpt(changed)[0, :6], atol=1e-5)
        assert not torch.allclose(gpt(idx)[0, 6:], gpt(changed)[0, 6:], atol=1e-5)
with claim("untrained it knows nothing: its loss is near ln 46 = 3.83"):
    with torch.no_grad():
        loss = F.cross_entropy(MiniGPT(46)(torch.randint(46, (8, 64))).flatten(0, 1), torch.randint(46, (512,)))
    print(f"   loss {loss:.2f}")
    assert abs(loss - math.log(46)) < 0.4
# %% lang=es
with comprueba("160 110 parámetros con un vocabulario de 46"):
    assert sum(p.numel() for p in MiniGPT(46).parameters()) == 160_110
with comprueba("logits en todas las posiciones, en textos cortos y en largos"):
    for n in (1, 10, 64):
        assert MiniGPT(46)(torch.randint(46, (2, n))).shape == (2, n, 46)
with comprueba("un token posterior no cambia ningún logit anterior"):
    gpt, idx = MiniGPT(46).eval(), torch.randint(45, (1, 10))
    cambiado = idx.clone()
    cambiado[0, 6] += 1
    with torch.no_grad():
        assert torch.allclose(gpt(idx)[0, :6], gpt(cambiado)[0, :6], atol=1e-5)
        assert not torch.allclose(gpt(idx)[0, 6:], gpt(cambiado)[0, 6:], atol=1e-5)
with comprueba("sin entrenar no sabe nada: su pérdida está cerca de ln 46 = 3.83"):
    with torch.no_grad():
        perdida = F.cross_entropy(MiniGPT(46)(torch.randint(46, (8, 64))).flatten(0, 1), torch.randint(46, (512,)))
    print(f"   pérdida {perdida:.2f}")
    assert abs(perdida - math.log(46)) < 0.4


# %% [markdown] lang=en
# **Can it learn?** The quickest test of a model: give it one small batch again and again. If it can't learn that by
# heart, something is broken, and a longer training won't help. Here a tiny model sees one sentence from all its places,
# 16 letters at a time, and is to guess the letter after each. It takes a few seconds. (A real training is what the
# MiniGPT lab is about.)
# %% [markdown] lang=es
# **¿Puede aprender?** La prueba más rápida de un modelo: dale un lote pequeño una y otra vez. Si no es capaz de
# aprendérselo de memoria, hay algo roto, y entrenar más tiempo no servirá de nada. Aquí un modelo diminuto ve una frase
# desde todos sus puntos, de 16 en 16 letras, y tiene que adivinar la letra que sigue a cada una. Tarda unos segundos.
# (De un entrenamiento de verdad trata el laboratorio MiniGPT.)
# %% lang=en
class Letters:
    """Given: a tokenizer whose tokens are the small letters, the space, the comma and the full stop."""

    alphabet = " ,.abcdefghijklmnopqrstuvwxyz"
    vocab_size = len(alphabet)

    def encode(self, text):
        return [self.alphabet.index(letter) for letter in text]

    def decode(self, ids):
        return "".join(self.alphabet[i] for i in ids)


tok = Letters()
sentence = "the cat sleeps on the mill, and the river tells it stories. "
trained = None
with claim("one batch is learned by heart"):
    torch.manual_seed(0)
    ids = torch.tensor(tok.encode(3 * sentence))
    here = torch.stack([ids[i : i + 16] for i in range(len(sentence))])
    after = torch.stack([ids[i + 1 : i + 17] for i in range(len(sentence))])
    trained = MiniGPT(tok.vocab_size, 32, 2, 2, 16)
    optimiser, losses = torch.optim.AdamW(trained.parameters(), lr=1e-2), []
    for _ in range(80):
        loss = F.cross_entropy(trained(here).flatten(0, 1), after.flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    plt.figure(figsize=(5, 3))
    plt.plot(losses)
    plt.axhline(math.log(tok.vocab_size), color="grey", linestyle=":", label="an even guess, ln V")
    plt.gca().set(title="One batch, again and again", xlabel="step", ylabel="loss")
    plt.legend()
    plt.tight_layout()
    plt.show()
    assert losses[-1] < 0.5


# %% lang=es
class Letras:
    """Ya hecho: un tokenizador cuyos tokens son las minúsculas, el espacio, la coma y el punto."""

    alfabeto = " ,.abcdefghijklmnopqrstuvwxyzáéíñóúü"
    vocab_size = len(alfabeto)

    def codificar(self, texto):
        return [self.alfabeto.index(letra) for letra in texto]

    def decodificar(self, ids):
        return "".join(self.alfabeto[i] for i in ids)


tok = Letras()
frase = "la gata duerme en el molino, y el río le cuenta historias. "
entrenado = None
with comprueba("se aprende un lote de memoria"):
    torch.manual_seed(0)
    ids = torch.tensor(tok.codificar(3 * frase))
    aqui = torch.stack([ids[i : i + 16] for i in range(len(frase))])
    despues = torch.stack([ids[i + 1 : i + 17] for i in range(len(frase))])
    entrenado = MiniGPT(tok.vocab_size, 32, 2, 2, 16)
    optimizador, perdidas = torch.optim.AdamW(entrenado.parameters(), lr=1e-2), []
    for _ in range(80):
        perdida = F.cross_entropy(entrenado(aqui).flatten(0, 1), despues.flatten())
        optimizador.zero_grad()
        perdida.backward()
        optimizador.step()
        perdidas.append(perdida.item())
    plt.figure(figsize=(5, 3))
    plt.plot(perdidas)
    plt.axhline(math.log(tok.vocab_size), color="grey", linestyle=":", label="reparto por igual, ln V")
    plt.gca().set(title="El mismo lote, una y otra vez", xlabel="paso", ylabel="pérdida")
    plt.legend()
    plt.tight_layout()
    plt.show()
    assert perdidas[-1] < 0.5
