# %% [markdown] lang=en
# ## 3. Why scores are divided by $\sqrt{d_k}$
#
# A score is a dot product, $q \cdot k = \sum_{i=1}^{d_k} q_i k_i$. If all $q_i$ and $k_i$ are independent with mean 0
# and variance 1, each product has mean 0 and variance 1 too, and the variances add up:
#
# $$\mathrm{Var}(q \cdot k) = d_k,\qquad \mathrm{sd}(q \cdot k) = \sqrt{d_k},\qquad
# \mathrm{sd}\!\left(\frac{q \cdot k}{\sqrt{d_k}}\right) = 1 .$$
#
# With $d_k = 64$ scores lie about 8 apart, and $e^8 \approx 3000$: the softmax gives nearly everything to one key, and
# its gradient all but vanishes.
#
# Don't believe it, measure it. Write `score_spread(d_k, n=10_000, seed=0)`: draw `n` queries and `n` keys of `d_k`
# standard normal numbers each, from a generator made of `seed`; take the dot product of each query with its key;
# return the pair (standard deviation of the scores, standard deviation of the scores divided by $\sqrt{d_k}$).
#
# *For example* `score_spread(16)` gives about `(4.0, 1.0)`: about, for a measurement has an error, and the fewer the
# pairs, the larger it is. The same seed must give the same numbers.
#
# *Watch out:* queries and keys are different numbers; standard *normal*, not uniform; a *deviation*, not a variance.
# %% [markdown] lang=es
# ## 3. Por qué se divide entre $\sqrt{d_k}$
#
# Una puntuación es un producto escalar, $q \cdot k = \sum_{i=1}^{d_k} q_i k_i$. Si todos los $q_i$ y $k_i$ son
# independientes, de media 0 y varianza 1, cada producto tiene también media 0 y varianza 1, y las varianzas se suman:
#
# $$\mathrm{Var}(q \cdot k) = d_k,\qquad \mathrm{dt}(q \cdot k) = \sqrt{d_k},\qquad
# \mathrm{dt}\!\left(\frac{q \cdot k}{\sqrt{d_k}}\right) = 1 .$$
#
# Con $d_k = 64$ las puntuaciones se separan unas 8 unidades, y $e^8 \approx 3000$: el softmax se lo da casi todo a una
# sola clave, y su gradiente casi desaparece.
#
# No te lo creas: mídelo. Escribe `dispersion_puntuaciones(d_k, n=10_000, semilla=0)`: saca `n` consultas y `n` claves
# de `d_k` números normales estándar cada una, con un generador hecho a partir de `semilla`; toma el producto escalar
# de cada consulta con su clave, y devuelve el par (desviación típica de las puntuaciones, desviación típica de las
# puntuaciones divididas entre $\sqrt{d_k}$).
#
# *Por ejemplo*, `dispersion_puntuaciones(16)` da alrededor de `(4.0, 1.0)`: alrededor, porque toda medida tiene un
# error, tanto mayor cuantos menos pares se tomen. La misma semilla debe dar los mismos números.
#
# *Cuidado:* consultas y claves son números distintos; de la distribución *normal* estándar, no uniformes; una
# *desviación*, no una varianza.
# %% lang=en
def score_spread(d_k, n=10_000, seed=0):
    """(standard deviation of q·k, that of q·k / √d_k) over n pairs."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal((n, d_k)), rng.standard_normal((n, d_k))
    scores = (q * k).sum(axis=1)
    return scores.std(), (scores / math.sqrt(d_k)).std()
    ### END SOLUTION


# %% lang=es
def dispersion_puntuaciones(d_k, n=10_000, semilla=0):
    """(desviación típica de q·k, la de q·k / √d_k) con n pares."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(semilla)
    q, k = rng.standard_normal((n, d_k)), rng.standard_normal((n, d_k))
    puntuaciones = (q * k).sum(axis=1)
    return puntuaciones.std(), (puntuaciones / math.sqrt(d_k)).std()
    ### END SOLUTION


# %% solved lang=en
for d_k in (4, 16, 64, 256):
    print(d_k, score_spread(d_k))
# %% solved lang=es
for d_k in (4, 16, 64, 256):
    print(d_k, dispersion_puntuaciones(d_k))
