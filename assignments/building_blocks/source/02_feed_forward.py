# %% [markdown] lang=en
# ## 2. The feed-forward network
#
# In attention the tokens talk to each other. In the feed-forward network each of them thinks by itself about what it
# has heard: up to a layer four times as wide, through a GELU, and down again,
#
# $$\mathrm{FFN}(x) = \mathrm{GELU}(x W_1 + b_1)\, W_2 + b_2,\qquad
# W_1 \in \mathbb{R}^{d \times 4d},\; W_2 \in \mathbb{R}^{4d \times d}.$$
#
# GELU multiplies a number by the probability that a normal variable is smaller:
# $\mathrm{GELU}(z) = z\,\Phi(z)$, so $\mathrm{GELU}(1) = 0.841$ and $\mathrm{GELU}(-1) = -0.159$.
#
# *Example:* for a token of a single feature, $x = 1$, with $W_1 = (1, -1)$, $W_2 = (1, 1)^\top$ and no biases, the
# hidden numbers are $(1, -1)$, then $(0.841, -0.159)$, and the result is $0.683$.
#
# Write the module `FeedForward(d_model)`; `forward(x)` takes $(B, n, d)$ and gives $(B, n, d)$. (A function
# `feed_forward(x, W1, b1, W2, b2)` on given weights, in NumPy or torch, is accepted too; then the width is not yours to
# choose.)
#
# *Watch out:* the activation stands **between** the layers; without it the two would be one. `F.gelu` may be used. No
# residual in here: the block adds it.
# %% [markdown] lang=es
# ## 2. La red feed-forward
#
# En la atención los tokens hablan entre sí. En la red feed-forward cada uno piensa por su cuenta en lo que ha oído:
# sube a una capa cuatro veces más ancha, pasa por una GELU y vuelve a bajar,
#
# $$\mathrm{FFN}(x) = \mathrm{GELU}(x W_1 + b_1)\, W_2 + b_2,\qquad
# W_1 \in \mathbb{R}^{d \times 4d},\; W_2 \in \mathbb{R}^{4d \times d}.$$
#
# GELU multiplica un número por la probabilidad de que una normal quede por debajo de él:
# $\mathrm{GELU}(z) = z\,\Phi(z)$, así que $\mathrm{GELU}(1) = 0.841$ y $\mathrm{GELU}(-1) = -0.159$.
#
# *Ejemplo:* para un token de una sola característica, $x = 1$, con $W_1 = (1, -1)$, $W_2 = (1, 1)^\top$ y sin sesgos,
# los números de la capa oculta son $(1, -1)$, después $(0.841, -0.159)$, y el resultado es $0.683$.
#
# Escribe el módulo `RedFeedForward(d_model)`; `forward(x)` recibe $(B, n, d)$ y devuelve $(B, n, d)$. (También se
# admite una función `red_feed_forward(x, W1, b1, W2, b2)` sobre pesos dados, en NumPy o en torch; entonces el ancho no
# lo eliges tú.)
#
# *Cuidado:* la activación va **entre** las dos capas; sin ella serían una sola. Puedes usar `F.gelu`. Aquí dentro no
# hay conexión residual: la suma el bloque.
# %% lang=en
class FeedForward(nn.Module):
    """Each token by itself: d_model -> 4 d_model -> d_model."""

    def __init__(self, d_model):
        super().__init__()
        ### BEGIN SOLUTION
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)
        ### END SOLUTION

    def forward(self, x):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        return self.down(F.gelu(self.up(x)))
        ### END SOLUTION


# %% lang=es
class RedFeedForward(nn.Module):
    """Cada token por su cuenta: d_model -> 4 d_model -> d_model."""

    def __init__(self, d_model):
        super().__init__()
        ### BEGIN SOLUTION
        self.sube = nn.Linear(d_model, 4 * d_model)
        self.baja = nn.Linear(4 * d_model, d_model)
        ### END SOLUTION

    def forward(self, x):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        return self.baja(F.gelu(self.sube(x)))
        ### END SOLUTION


# %% lang=en solved
print(sum(p.numel() for p in FeedForward(8).parameters()), "parameters at d_model = 8: 8 d² + 5 d")
# %% lang=es solved
print(sum(p.numel() for p in RedFeedForward(8).parameters()), "parámetros con d_model = 8: 8 d² + 5 d")
