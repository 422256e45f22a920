# %% [markdown] lang=en
# ## 3. Layer norm with gain and bias
#
# Layer norm gives every token the same size. From each token its own mean $\mu$ is taken away, then it's divided by the
# root of its own variance $\sigma^2$. A gain $\gamma$ and a bias $\beta$, one number of each for every feature, let the
# model choose another scale where it needs one:
#
# $$\mathrm{LN}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta,\qquad
# \sigma^2 = \frac{1}{d}\sum_j (x_j - \mu)^2.$$
#
# *Example:* the token $(1, 2, 3, 6)$ has $\mu = 3$ and $\sigma^2 = 3.5$. Normalised, it's $(-1.069, -0.535, 0, 1.604)$;
# with $\gamma = (1, 1, 1, 2)$ and $\beta = (0, 0, 0.5, 0)$ it's $(-1.069, -0.535, 0.5, 3.207)$.
#
# Write `layer_norm(x, gamma, beta, eps=1e-5)` in NumPy: $x$ is $(n, d)$ or $(B, n, d)$, $\gamma$ and $\beta$ are
# $(d,)$. (A function in torch, or a module `LayerNorm(d_model)`, is accepted too; torch's own layer norm isn't.)
#
# *Watch out:* the variance is divided by $d$, not by $d - 1$; $\varepsilon$ stands inside the root, so that a constant
# token gives $\beta$ and not NaN; mean and variance keep their axis, or they won't meet the right token.
# %% [markdown] lang=es
# ## 3. Layer norm con ganancia y sesgo
#
# Layer norm da a todos los tokens el mismo tamaño. A cada token se le resta su propia media $\mu$, y después se divide
# por la raíz de su propia varianza $\sigma^2$. Una ganancia $\gamma$ y un sesgo $\beta$, un número de cada para cada
# característica, permiten que el modelo elija otra escala donde la necesite:
#
# $$\mathrm{LN}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta,\qquad
# \sigma^2 = \frac{1}{d}\sum_j (x_j - \mu)^2.$$
#
# *Ejemplo:* el token $(1, 2, 3, 6)$ tiene $\mu = 3$ y $\sigma^2 = 3.5$. Normalizado es $(-1.069, -0.535, 0, 1.604)$;
# con $\gamma = (1, 1, 1, 2)$ y $\beta = (0, 0, 0.5, 0)$ es $(-1.069, -0.535, 0.5, 3.207)$.
#
# Escribe `norm_capa(x, gamma, beta, eps=1e-5)` en NumPy: $x$ es $(n, d)$ o $(B, n, d)$, y $\gamma$ y $\beta$ son
# $(d,)$. (También se admite una función en torch, o un módulo `NormCapa(d_model)`; la layer norm de torch, no.)
#
# *Cuidado:* la varianza se divide entre $d$, no entre $d - 1$; $\varepsilon$ va dentro de la raíz, para que un token
# constante dé $\beta$ y no NaN; la media y la varianza conservan su eje, o no se encontrarán con el token que les toca.
# %% lang=en
def layer_norm(x, gamma, beta, eps=1e-5):
    """Each token of x (..., d) with mean 0 and variance 1, then times gamma (d,) plus beta (d,)."""
    ### BEGIN SOLUTION
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
    ### END SOLUTION


# %% lang=es
def norm_capa(x, gamma, beta, eps=1e-5):
    """Cada token de x (..., d) con media 0 y varianza 1, y después por gamma (d,) más beta (d,)."""
    ### BEGIN SOLUTION
    media = x.mean(axis=-1, keepdims=True)
    varianza = x.var(axis=-1, keepdims=True)
    return gamma * (x - media) / np.sqrt(varianza + eps) + beta
    ### END SOLUTION


# %% lang=en solved
print(layer_norm(np.array([[1.0, 2, 3, 6]]), np.array([1.0, 1, 1, 2]), np.array([0.0, 0, 0.5, 0])).round(3))
# %% lang=es solved
print(norm_capa(np.array([[1.0, 2, 3, 6]]), np.array([1.0, 1, 1, 2]), np.array([0.0, 0, 0.5, 0])).round(3))
