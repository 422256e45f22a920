# %% [markdown] lang=en
# ## 4. RMSNorm
#
# Of what layer norm does, the division is what matters: RMSNorm leaves the mean alone and has no bias. It divides each
# token by the **r**oot of the **m**ean of its **s**quares. Llama, Gemma and most models of today have it:
#
# $$\mathrm{RMSNorm}(x) = g \odot \frac{x}{\sqrt{\frac{1}{d}\sum_j x_j^2 + \varepsilon}}.$$
#
# *Example:* the squares of $(1, 2, 3, 6)$ have the mean $12.5$, whose root is $3.536$. With $g = 1$ the token becomes
# $(0.283, 0.566, 0.849, 1.697)$: the same direction, another length.
#
# Write the module `RMSNorm(d_model)` with a learned gain that starts at 1; `forward(x)` takes $(B, n, d)$ and gives
# $(B, n, d)$. (A function `rms_norm(x, gain, eps=1e-5)` in NumPy or torch is accepted too; torch's own isn't.)
#
# *Watch out:* a token's standard deviation isn't its root mean square, unless its mean is 0.
# %% [markdown] lang=es
# ## 4. RMSNorm
#
# De lo que hace layer norm, lo que importa es la división: RMSNorm no toca la media y no tiene sesgo. Divide cada token
# por la raíz (**r**oot) de la media (**m**ean) de sus cuadrados (**s**quares). La llevan Llama, Gemma y la mayoría de
# los modelos de hoy:
#
# $$\mathrm{RMSNorm}(x) = g \odot \frac{x}{\sqrt{\frac{1}{d}\sum_j x_j^2 + \varepsilon}}.$$
#
# *Ejemplo:* los cuadrados de $(1, 2, 3, 6)$ tienen media $12.5$, cuya raíz es $3.536$. Con $g = 1$ el token se
# convierte en $(0.283, 0.566, 0.849, 1.697)$: la misma dirección, otra longitud.
#
# Escribe el módulo `NormaRMS(d_model)` con una ganancia aprendida que empiece en 1; `forward(x)` recibe $(B, n, d)$ y
# devuelve $(B, n, d)$. (También se admite una función `norma_rms(x, ganancia, eps=1e-5)` en NumPy o en torch; la de
# torch, no.)
#
# *Cuidado:* la desviación típica de un token no es la raíz de la media de sus cuadrados, salvo que su media sea 0.
# %% lang=en
class RMSNorm(nn.Module):
    """Each token with a root mean square of 1, then times a learned gain."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        ### BEGIN SOLUTION
        self.gain = nn.Parameter(torch.ones(d_model))
        self.eps = eps
        ### END SOLUTION

    def forward(self, x):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        mean_square = x.pow(2).mean(dim=-1, keepdim=True)
        return self.gain * x / torch.sqrt(mean_square + self.eps)
        ### END SOLUTION


# %% lang=es
class NormaRMS(nn.Module):
    """Cada token con raíz de la media de los cuadrados 1, y después por una ganancia aprendida."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        ### BEGIN SOLUTION
        self.ganancia = nn.Parameter(torch.ones(d_model))
        self.eps = eps
        ### END SOLUTION

    def forward(self, x):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        media_de_cuadrados = x.pow(2).mean(dim=-1, keepdim=True)
        return self.ganancia * x / torch.sqrt(media_de_cuadrados + self.eps)
        ### END SOLUTION


# %% lang=en solved
with torch.no_grad():
    print(RMSNorm(4)(torch.tensor([[[1.0, 2, 3, 6]]])))
# %% lang=es solved
with torch.no_grad():
    print(NormaRMS(4)(torch.tensor([[[1.0, 2, 3, 6]]])))
