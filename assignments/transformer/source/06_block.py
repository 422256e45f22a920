# %% [markdown] lang=en
# ## 6. The Transformer block
#
# In a block the tokens first talk (attention), and then each thinks for itself (a small network, the FFN). Both only
# *add* something to what flows through, and what each of them is given is normalised before. That order is called
# **pre-LN**:
#
# $$y = x + \mathrm{dropout}\bigl(\mathrm{attention}(\mathrm{LN}_1(x))\bigr),\qquad
# \mathrm{out} = y + \mathrm{dropout}\bigl(\mathrm{FFN}(\mathrm{LN}_2(y))\bigr).$$
#
# Layer normalisation brings every token, by itself, to mean 0 and variance 1 (then it scales and shifts by parameters,
# $\gamma$ and $\beta$); the FFN makes a token four times as wide, and narrow again:
#
# $$\mathrm{LN}(x) = \gamma\, \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta,\qquad
# \mathrm{FFN}(x) = W_2\, \mathrm{GELU}(W_1 x + b_1) + b_2 .$$
#
# Write the class `TransformerBlock(d_model, n_heads, dropout=0.1)`, an `nn.Module` with `forward(x, mask=None)`. Use
# your `MultiHeadAttention`, `nn.LayerNorm`, `nn.Linear`, `nn.GELU` and `nn.Dropout`. (`nn.TransformerEncoderLayer`
# isn't an answer: it's the whole part.)
#
# | | shape |
# |---|---|
# | `x` | $(B, n, d_{model})$ |
# | `mask` | as in part 4 |
# | in the middle of the FFN | $(B, n, 4\,d_{model})$ |
# | result | $(B, n, d_{model})$ |
#
# *The other form.* In NumPy you may write the block of the 2017 paper instead, with ReLU and **post-LN**, where the
# sums are normalised: $y = \mathrm{LN}(x + \mathrm{attention}(x))$, $\mathrm{out} = \mathrm{LN}(y + \mathrm{FFN}(y))$.
# Then two functions are asked, `layer_norm(x, eps=1e-5)` without $\gamma$ and $\beta$, and `transformer_block(x, heads,
# W_O, W1, b1, W2, b2, mask=None)`, with $x$ of shape $(n, d_{model})$, `heads` and `W_O` as in `multihead`, $W_1$ of
# shape $(d_{model}, d_{ff})$ and $W_2$ of shape $(d_{ff}, d_{model})$. It is worth as much. If you write both, the
# better one counts. (Part 7 needs the class.)
#
# **Example.** The token $(1, 2, 3, 4)$ has $\mu = 2.5$ and $\sigma^2 = (1.5^2 + 0.5^2 + 0.5^2 + 1.5^2)/4 = 1.25$; layer
# norm makes $(-1.342, -0.447, 0.447, 1.342)$ of it. The variance is the biased one (divided by 4, not by 3), and
# $\varepsilon = 10^{-5}$ stands inside the root. And the parameters at $d_{model} = 64$: attention 16 640, FFN
# $2 \cdot 64 \cdot 256 + 256 + 64 = 33\,088$, two norms $4 \cdot 64 = 256$, together 49 984.
#
# **Watch out**
#
# - In pre-LN the norm is for the sublayer alone. What is added at the end is the $x$ that wasn't normalised.
# - There are two norms and they don't share parameters.
# - The mask has to find its way to the attention.
# - Dropout is at work in training (`block.train()`) and not in evaluation (`block.eval()`). `nn.Dropout` knows; what
#   you do by hand doesn't.
# %% [markdown] lang=es
# ## 6. El bloque Transformer
#
# En un bloque los tokens primero hablan entre sí (la atención) y luego cada uno piensa por su cuenta (una red pequeña,
# la FFN). Las dos cosas solo *suman* algo a lo que fluye, y lo que recibe cada una se normaliza antes. Ese orden se
# llama **pre-LN**:
#
# $$y = x + \mathrm{dropout}\bigl(\text{atención}(\mathrm{LN}_1(x))\bigr),\qquad
# \mathrm{salida} = y + \mathrm{dropout}\bigl(\mathrm{FFN}(\mathrm{LN}_2(y))\bigr).$$
#
# La normalización de capa lleva cada token, por separado, a media 0 y varianza 1 (y después lo escala y lo desplaza con
# unos parámetros, $\gamma$ y $\beta$); la FFN ensancha el token a cuatro veces su anchura y lo vuelve a estrechar:
#
# $$\mathrm{LN}(x) = \gamma\, \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta,\qquad
# \mathrm{FFN}(x) = W_2\, \mathrm{GELU}(W_1 x + b_1) + b_2 .$$
#
# Escribe la clase `BloqueTransformer(d_model, n_heads, dropout=0.1)`, un `nn.Module` con `forward(x, mascara=None)`.
# Usa tu `AtencionMultiCabeza`, `nn.LayerNorm`, `nn.Linear`, `nn.GELU` y `nn.Dropout`. (`nn.TransformerEncoderLayer` no
# vale: es la parte entera.)
#
# | | forma |
# |---|---|
# | `x` | $(B, n, d_{model})$ |
# | `mascara` | como en la parte 4 |
# | en medio de la FFN | $(B, n, 4\,d_{model})$ |
# | resultado | $(B, n, d_{model})$ |
#
# *La otra forma.* En NumPy puedes escribir en su lugar el bloque del artículo de 2017, con ReLU y **post-LN**, donde se
# normalizan las sumas: $y = \mathrm{LN}(x + \text{atención}(x))$, $\mathrm{salida} = \mathrm{LN}(y +
# \mathrm{FFN}(y))$. Entonces se piden dos funciones: `norm_capa(x, eps=1e-5)`, sin $\gamma$ ni $\beta$, y
# `bloque_transformer(x, cabezas, W_O, W1, b1, W2, b2, mascara=None)`, con $x$ de forma $(n, d_{model})$, `cabezas` y
# `W_O` como en `multicabeza`, $W_1$ de forma $(d_{model}, d_{ff})$ y $W_2$ de forma $(d_{ff}, d_{model})$. Vale lo
# mismo. Si escribes las dos, cuenta la mejor. (La parte 7 necesita la clase.)
#
# **Ejemplo.** El token $(1, 2, 3, 4)$ tiene $\mu = 2.5$ y $\sigma^2 = (1.5^2 + 0.5^2 + 0.5^2 + 1.5^2)/4 = 1.25$; la
# normalización lo convierte en $(-1.342, -0.447, 0.447, 1.342)$. La varianza es la sesgada (se divide entre 4, no entre
# 3), y $\varepsilon = 10^{-5}$ va dentro de la raíz. Y los parámetros con $d_{model} = 64$: la atención 16 640, la FFN
# $2 \cdot 64 \cdot 256 + 256 + 64 = 33\,088$, las dos normas $4 \cdot 64 = 256$, en total 49 984.
#
# **Cuidado**
#
# - En pre-LN la norma es solo para la subcapa. Lo que se suma al final es la $x$ sin normalizar.
# - Hay dos normas y no comparten parámetros.
# - La máscara tiene que llegar hasta la atención.
# - El dropout actúa al entrenar (`bloque.train()`) y no al evaluar (`bloque.eval()`). `nn.Dropout` lo sabe; lo que
#   hagas a mano, no.
# %% lang=en
class TransformerBlock(nn.Module):
    """Pre-LN with GELU: x (B, n, d_model) -> (B, n, d_model)."""

    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        ### BEGIN SOLUTION
        self.norm1 = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.dropout = nn.Dropout(dropout)
        ### END SOLUTION

    def forward(self, x, mask=None):
        ### BEGIN SOLUTION
        x = x + self.dropout(self.attention(self.norm1(x), mask))
        return x + self.dropout(self.ffn(self.norm2(x)))
        ### END SOLUTION


# %% lang=es
class BloqueTransformer(nn.Module):
    """Pre-LN con GELU: x (B, n, d_model) -> (B, n, d_model)."""

    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        ### BEGIN SOLUTION
        self.norma1 = nn.LayerNorm(d_model)
        self.atencion = AtencionMultiCabeza(d_model, n_heads)
        self.norma2 = nn.LayerNorm(d_model)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.dropout = nn.Dropout(dropout)
        ### END SOLUTION

    def forward(self, x, mascara=None):
        ### BEGIN SOLUTION
        x = x + self.dropout(self.atencion(self.norma1(x), mascara))
        return x + self.dropout(self.ffn(self.norma2(x)))
        ### END SOLUTION


# %% lang=en
with claim("49 984 parameters at a width of 64"):
    assert sum(p.numel() for p in TransformerBlock(64, 4).parameters()) == 49_984
with claim("two blocks can be stacked"):
    block = TransformerBlock(8, 2)
    assert block(block(torch.randn(3, 5, 8))).shape == (3, 5, 8)
with claim("in evaluation two calls agree; in training, with dropout, they don't"):
    block, x = TransformerBlock(8, 2, 0.5), torch.randn(3, 5, 8)
    block.train()
    assert not torch.equal(block(x), block(x))
    block.eval()
    assert torch.equal(block(x), block(x))
with claim("pre-LN: with all parameters 0 the sublayers add nothing, and x comes through as it is"):
    block, x = TransformerBlock(8, 2).eval(), torch.randn(3, 5, 8)
    with torch.no_grad():
        for p in block.parameters():
            p.zero_()
        assert torch.equal(block(x), x)
# %% lang=es
with comprueba("49 984 parámetros con una anchura de 64"):
    assert sum(p.numel() for p in BloqueTransformer(64, 4).parameters()) == 49_984
with comprueba("dos bloques se pueden apilar"):
    bloque = BloqueTransformer(8, 2)
    assert bloque(bloque(torch.randn(3, 5, 8))).shape == (3, 5, 8)
with comprueba("al evaluar dos llamadas coinciden; al entrenar, con dropout, no"):
    bloque, x = BloqueTransformer(8, 2, 0.5), torch.randn(3, 5, 8)
    bloque.train()
    assert not torch.equal(bloque(x), bloque(x))
    bloque.eval()
    assert torch.equal(bloque(x), bloque(x))
with comprueba("pre-LN: con todos los parámetros a 0 las subcapas no suman nada, y x pasa tal cual"):
    bloque, x = BloqueTransformer(8, 2).eval(), torch.randn(3, 5, 8)
    with torch.no_grad():
        for p in bloque.parameters():
            p.zero_()
        assert torch.equal(bloque(x), x)
