# %% [markdown] lang=en
# ## 4. Multi-head attention
#
# One softmax makes one mixture: a token that looks for its verb *and* for its adjective has to split its attention.
# So we let $h$ heads look, each with projections of its own, put their outputs side by side, and mix them:
#
# $$\mathrm{head}_i = \mathrm{attention}\bigl(X W_Q^{(i)},\; X W_K^{(i)},\; X W_V^{(i)}\bigr),\qquad
# \mathrm{multihead}(X) = [\mathrm{head}_1 \mid \dots \mid \mathrm{head}_h]\; W_O .$$
#
# Each head is only $d_k = d_{model} / h$ wide, so that $h$ heads cost no more than one.
#
# From here on we are in PyTorch, for this module is a part of the GPT below. Write the class
# `MultiHeadAttention(d_model, n_heads)`, an `nn.Module` with `forward(x, mask=None)`.
#
# | | shape |
# |---|---|
# | `x` | $(B, n, d_{model})$, a batch of $B$ sentences |
# | `mask` | $(n, n)$, or $(B, 1, n, n)$ with one mask for each sentence; True (or 1) = may attend |
# | queries, keys, values of all heads | $(B, h, n, d_k)$ |
# | weights | $(B, h, n, n)$ |
# | result | $(B, n, d_{model})$ |
#
# The four projections $W_Q, W_K, W_V, W_O$ are `nn.Linear` layers with bias, of $d_{model}$ inputs and as many outputs:
# one layer for all heads, whose columns are then cut into $h$ pieces. `torch.softmax` is welcome inside.
#
# *The other form.* If you'd rather stay in NumPy, delete the class and write the function
# `multihead(X, heads, W_O, mask=None)`: $X$ is $(n, d_{model})$, `heads` a list of triples $(W_Q, W_K, W_V)$ of shape
# $(d_{model}, d_k)$ each, $W_O$ is $(h\,d_k, d_{model})$, and the result $(n, d_{model})$. It is worth as much. If you
# write both, the better one counts. (Part 7 needs the class.)
#
# **Example.** Two tokens $(a, b, c, d)$ and $(e, f, g, h)$ in two heads:
#
# $$\begin{pmatrix} a & b & c & d \\ e & f & g & h \end{pmatrix} \;\to\;
# \text{head 1: } \begin{pmatrix} a & b \\ e & f \end{pmatrix},\quad
# \text{head 2: } \begin{pmatrix} c & d \\ g & h \end{pmatrix}.$$
#
# Each head has a piece of *every* token. And how many parameters? At $d_{model} = 8$ the four matrices have
# $4 \cdot 8^2 = 256$, with biases $4\,(8^2 + 8) = 288$; at $d_{model} = 512$ it's $4\,(512^2 + 512) = 1\,050\,624$. The
# number of heads doesn't matter.
#
# **Watch out**
#
# - `view` and `reshape` cut a tensor's numbers in the order in which they lie, row after row. Asked for $(B, h, n,
#   d_k)$ at once, they make $(a, b), (c, d)$ head 1: the pieces of *one* token. No error appears, and the model learns
#   badly. Try both directions, cutting and putting together, with a tensor whose numbers you can follow
#   (`torch.arange`).
# - The scores are divided by the root of a *head's* width.
# - The mask holds for every head. Look at how `(n, n)` and `(B, 1, n, n)` are broadcast against $(B, h, n, n)$.
# - If `n_heads` doesn't divide `d_model`, raise an exception that says so.
# %% [markdown] lang=es
# ## 4. Atención multi-cabeza
#
# Un softmax hace una sola mezcla: un token que busca su verbo *y* su adjetivo tiene que repartir su atención. Por eso
# dejamos que miren $h$ cabezas, cada una con sus propias proyecciones, ponemos sus salidas una al lado de otra y las
# mezclamos:
#
# $$\mathrm{cabeza}_i = \text{atención}\bigl(X W_Q^{(i)},\; X W_K^{(i)},\; X W_V^{(i)}\bigr),\qquad
# \mathrm{multicabeza}(X) = [\mathrm{cabeza}_1 \mid \dots \mid \mathrm{cabeza}_h]\; W_O .$$
#
# Cada cabeza tiene solo $d_k = d_{model} / h$ de anchura, así que $h$ cabezas no cuestan más que una.
#
# A partir de aquí estamos en PyTorch, porque este módulo es una pieza del GPT de más abajo. Escribe la clase
# `AtencionMultiCabeza(d_model, n_heads)`, un `nn.Module` con `forward(x, mascara=None)`.
#
# | | forma |
# |---|---|
# | `x` | $(B, n, d_{model})$, un lote de $B$ frases |
# | `mascara` | $(n, n)$, o $(B, 1, n, n)$ con una máscara por frase; True (o 1) = puede mirar |
# | consultas, claves y valores de todas las cabezas | $(B, h, n, d_k)$ |
# | pesos | $(B, h, n, n)$ |
# | resultado | $(B, n, d_{model})$ |
#
# Las cuatro proyecciones $W_Q, W_K, W_V, W_O$ son capas `nn.Linear` con sesgo, de $d_{model}$ entradas y otras tantas
# salidas: una capa para todas las cabezas, cuyas columnas se cortan después en $h$ trozos. Dentro puedes usar
# `torch.softmax`.
#
# *La otra forma.* Si prefieres seguir en NumPy, borra la clase y escribe la función `multicabeza(X, cabezas, W_O,
# mascara=None)`: $X$ es $(n, d_{model})$, `cabezas` una lista de ternas $(W_Q, W_K, W_V)$ de forma $(d_{model}, d_k)$
# cada una, $W_O$ es $(h\,d_k, d_{model})$, y el resultado $(n, d_{model})$. Vale lo mismo. Si escribes las dos, cuenta
# la mejor. (La parte 7 necesita la clase.)
#
# **Ejemplo.** Dos tokens $(a, b, c, d)$ y $(e, f, g, h)$ en dos cabezas:
#
# $$\begin{pmatrix} a & b & c & d \\ e & f & g & h \end{pmatrix} \;\to\;
# \text{cabeza 1: } \begin{pmatrix} a & b \\ e & f \end{pmatrix},\quad
# \text{cabeza 2: } \begin{pmatrix} c & d \\ g & h \end{pmatrix}.$$
#
# Cada cabeza tiene un trozo de *todos* los tokens. ¿Y cuántos parámetros? Con $d_{model} = 8$ las cuatro matrices
# tienen $4 \cdot 8^2 = 256$, con los sesgos $4\,(8^2 + 8) = 288$; con $d_{model} = 512$ son $4\,(512^2 + 512) =
# 1\,050\,624$. El número de cabezas no importa.
#
# **Cuidado**
#
# - `view` y `reshape` cortan los números de un tensor en el orden en que están, fila tras fila. Si les pides de golpe
#   $(B, h, n, d_k)$, la cabeza 1 es $(a, b), (c, d)$: los trozos de *un solo* token. No aparece ningún error, y el
#   modelo aprende mal. Prueba las dos direcciones, cortar y juntar, con un tensor cuyos números puedas seguir
#   (`torch.arange`).
# - Las puntuaciones se dividen entre la raíz de la anchura de *una cabeza*.
# - La máscara vale para todas las cabezas. Mira cómo se extienden (*broadcasting*) `(n, n)` y `(B, 1, n, n)` sobre
#   $(B, h, n, n)$.
# - Si `n_heads` no divide a `d_model`, lanza una excepción que lo diga.
# %% lang=en
class MultiHeadAttention(nn.Module):
    """x (B, n, d_model) -> (B, n, d_model), by n_heads heads of width d_model / n_heads."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        ### BEGIN SOLUTION
        if d_model % n_heads != 0:
            raise ValueError(f"{n_heads} heads don't divide a width of {d_model}")
        self.n_heads = n_heads
        self.d_k = d_model // n_heads
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)
        ### END SOLUTION

    def forward(self, x, mask=None):
        ### BEGIN SOLUTION
        B, n, d_model = x.shape

        def split(t):  # first cut each token, then bring the heads in front of the tokens
            return t.view(B, n, self.n_heads, self.d_k).transpose(1, 2)  # (B, h, n, d_k)

        q, k, v = split(self.W_Q(x)), split(self.W_K(x)), split(self.W_V(x))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)  # (B, h, n, n)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        heads = torch.softmax(scores, dim=-1) @ v  # (B, h, n, d_k)
        return self.W_O(heads.transpose(1, 2).reshape(B, n, d_model))
        ### END SOLUTION


# %% lang=es
class AtencionMultiCabeza(nn.Module):
    """x (B, n, d_model) -> (B, n, d_model), con n_heads cabezas de anchura d_model / n_heads."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        ### BEGIN SOLUTION
        if d_model % n_heads != 0:
            raise ValueError(f"{n_heads} cabezas no dividen una anchura de {d_model}")
        self.n_heads = n_heads
        self.d_k = d_model // n_heads
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)
        ### END SOLUTION

    def forward(self, x, mascara=None):
        ### BEGIN SOLUTION
        B, n, d_model = x.shape

        def separar(t):  # primero se corta cada token, luego las cabezas pasan delante de los tokens
            return t.view(B, n, self.n_heads, self.d_k).transpose(1, 2)  # (B, h, n, d_k)

        q, k, v = separar(self.W_Q(x)), separar(self.W_K(x)), separar(self.W_V(x))
        puntuaciones = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)  # (B, h, n, n)
        if mascara is not None:
            puntuaciones = puntuaciones.masked_fill(mascara == 0, float("-inf"))
        cabezas = torch.softmax(puntuaciones, dim=-1) @ v  # (B, h, n, d_k)
        return self.W_O(cabezas.transpose(1, 2).reshape(B, n, d_model))
        ### END SOLUTION


# %% lang=en
with claim("1 050 624 parameters at a width of 512, with 8 heads and with 16"):
    for n_heads in (8, 16):
        assert sum(p.numel() for p in MultiHeadAttention(512, n_heads).parameters()) == 1_050_624
with claim("3 sentences of 5 tokens keep their shape"):
    assert MultiHeadAttention(8, 2)(torch.randn(3, 5, 8)).shape == (3, 5, 8)
with claim("without positions, shuffled tokens give the shuffled result"):
    mha, x, order = MultiHeadAttention(8, 2).eval(), torch.randn(3, 5, 8), [2, 0, 4, 1, 3]
    assert torch.allclose(mha(x)[:, order], mha(x[:, order]), atol=1e-5)
with claim("with a causal mask the first token doesn't notice what the last one is"):
    mha, x, mask = MultiHeadAttention(8, 2).eval(), torch.randn(1, 5, 8), torch.as_tensor(causal_mask(5))
    changed = x.clone()
    changed[:, -1] += 1
    assert torch.allclose(mha(x, mask)[:, 0], mha(changed, mask)[:, 0])
    assert not torch.allclose(mha(x, mask)[:, -1], mha(changed, mask)[:, -1])
with claim("3 heads for a width of 8 are refused"):
    MultiHeadAttention(8, 2)
    refused = False
    try:
        MultiHeadAttention(8, 3)(torch.randn(1, 5, 8))
    except Exception as error:
        refused = True
        print("  ", error)
    assert refused
# %% lang=es
with comprueba("1 050 624 parámetros con una anchura de 512, con 8 cabezas y con 16"):
    for n_heads in (8, 16):
        assert sum(p.numel() for p in AtencionMultiCabeza(512, n_heads).parameters()) == 1_050_624
with comprueba("3 frases de 5 tokens conservan su forma"):
    assert AtencionMultiCabeza(8, 2)(torch.randn(3, 5, 8)).shape == (3, 5, 8)
with comprueba("sin posiciones, los tokens barajados dan el resultado barajado"):
    mha, x, orden = AtencionMultiCabeza(8, 2).eval(), torch.randn(3, 5, 8), [2, 0, 4, 1, 3]
    assert torch.allclose(mha(x)[:, orden], mha(x[:, orden]), atol=1e-5)
with comprueba("con una máscara causal el primer token no nota cuál es el último"):
    mha, x, mascara = AtencionMultiCabeza(8, 2).eval(), torch.randn(1, 5, 8), torch.as_tensor(mascara_causal(5))
    cambiada = x.clone()
    cambiada[:, -1] += 1
    assert torch.allclose(mha(x, mascara)[:, 0], mha(cambiada, mascara)[:, 0])
    assert not torch.allclose(mha(x, mascara)[:, -1], mha(cambiada, mascara)[:, -1])
with comprueba("se rechazan 3 cabezas para una anchura de 8"):
    AtencionMultiCabeza(8, 2)
    rechazada = False
    try:
        AtencionMultiCabeza(8, 3)(torch.randn(1, 5, 8))
    except Exception as error:
        rechazada = True
        print("  ", error)
    assert rechazada
