# %% [markdown] lang=en
# ## 5. SwiGLU
#
# The feed-forward network of today's models has a **gate**: one projection of the token says how far each hidden unit
# opens, another one what goes through it. The two are multiplied, unit by unit:
#
# $$\mathrm{SwiGLU}(x) = \bigl(\mathrm{SiLU}(x W_\text{gate}) \odot (x W_\text{up})\bigr) W_\text{down},\qquad
# \mathrm{SiLU}(z) = \frac{z}{1 + e^{-z}}.$$
#
# $W_\text{gate}$ and $W_\text{up}$ are $d \times d_\text{ff}$, $W_\text{down}$ is $d_\text{ff} \times d$. Three
# matrices for two: models that use it make $d_\text{ff}$ a third smaller.
#
# *Example:* for a token of a single feature, $x = 1$, with $W_\text{gate} = (1, -1)$, $W_\text{up} = (2, 3)$ and
# $W_\text{down} = (1, 1)^\top$, the gates are $(0.731, -0.269)$, the products $(1.462, -0.807)$, the result $0.655$.
#
# Write the module `SwiGLU(d_model, d_ff)`; `forward(x)` takes $(B, n, d)$ and gives $(B, n, d)$. Biases are usually
# left out. (A function `swiglu(x, W_gate, W_up, W_down)` in NumPy or torch is accepted too.)
#
# *Watch out:* SiLU belongs to the gate alone. `F.silu` may be used.
# %% [markdown] lang=es
# ## 5. SwiGLU
#
# La red feed-forward de los modelos de hoy tiene una **puerta**: una proyección del token dice cuánto se abre cada
# unidad oculta, y otra, qué pasa por ella. Las dos se multiplican, unidad por unidad:
#
# $$\mathrm{SwiGLU}(x) = \bigl(\mathrm{SiLU}(x W_\text{gate}) \odot (x W_\text{up})\bigr) W_\text{down},\qquad
# \mathrm{SiLU}(z) = \frac{z}{1 + e^{-z}}.$$
#
# $W_\text{gate}$ y $W_\text{up}$ son $d \times d_\text{ff}$, y $W_\text{down}$ es $d_\text{ff} \times d$. Tres matrices
# en lugar de dos: los modelos que la usan hacen $d_\text{ff}$ un tercio más pequeño.
#
# *Ejemplo:* para un token de una sola característica, $x = 1$, con $W_\text{gate} = (1, -1)$, $W_\text{up} = (2, 3)$ y
# $W_\text{down} = (1, 1)^\top$, las puertas son $(0.731, -0.269)$, los productos $(1.462, -0.807)$ y el resultado
# $0.655$.
#
# Escribe el módulo `SwiGLU(d_model, d_ff)`; `forward(x)` recibe $(B, n, d)$ y devuelve $(B, n, d)$. Los sesgos se
# suelen omitir. (También se admite una función `swiglu(x, W_gate, W_up, W_down)` en NumPy o en torch.)
#
# *Cuidado:* SiLU es solo de la puerta. Puedes usar `F.silu`.
# %% lang=en
class SwiGLU(nn.Module):
    """A gated feed-forward network: d_model -> d_ff (twice) -> d_model."""

    def __init__(self, d_model, d_ff):
        super().__init__()
        ### BEGIN SOLUTION
        self.gate = nn.Linear(d_model, d_ff, bias=False)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)
        ### END SOLUTION

    def forward(self, x):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        return self.down(F.silu(self.gate(x)) * self.up(x))
        ### END SOLUTION


# %% lang=es
class SwiGLU(nn.Module):
    """Una red feed-forward con puerta: d_model -> d_ff (dos veces) -> d_model."""

    def __init__(self, d_model, d_ff):
        super().__init__()
        ### BEGIN SOLUTION
        self.puerta = nn.Linear(d_model, d_ff, bias=False)
        self.sube = nn.Linear(d_model, d_ff, bias=False)
        self.baja = nn.Linear(d_ff, d_model, bias=False)
        ### END SOLUTION

    def forward(self, x):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        return self.baja(F.silu(self.puerta(x)) * self.sube(x))
        ### END SOLUTION


# %% lang=en solved
print(sum(p.numel() for p in SwiGLU(12, 32).parameters()), "parameters; the plain network has", 8 * 12**2)
# %% lang=es solved
print(sum(p.numel() for p in SwiGLU(12, 32).parameters()), "parámetros; la red sin puerta tiene", 8 * 12**2)
