# %% [markdown] lang=en
# ## 8. Rotary positions with a cache
#
# With RoPE no position is added to a token. Instead, in every layer, its query and its key are turned by an angle
# that grows with its position $p$. The pair of features $(2i, 2i+1)$ turns by $p\,\omega_i$, with
# $\omega_i = 10000^{-2i/d}$:
#
# $$ R_p \begin{pmatrix} x_{2i} \\ x_{2i+1} \end{pmatrix} =
# \begin{pmatrix} \cos p\omega_i & -\sin p\omega_i \\ \sin p\omega_i & \cos p\omega_i \end{pmatrix}
# \begin{pmatrix} x_{2i} \\ x_{2i+1} \end{pmatrix}, \qquad
# (R_m q)\cdot(R_n k) = q \cdot R_{n-m}\,k . $$
#
# The score depends on the distance $n - m$ alone. And that fits a cache well: a key's position never changes, so
# it is turned **once**, by its own position, and cached like that.
#
# Write one step of decoding for one head, `rope_with_cache(q, k, v, k_cache, v_cache)`:
#
# - `q`, `k` are `(d,)` and `v` is `(d_v,)`: the new token's projections, **not turned yet**;
# - `k_cache` is `(t, d)`, the keys of the `t` tokens before, **turned already**; `v_cache` is `(t, d_v)`;
# - it returns `(output, k_cache, v_cache)`: the output `(d_v,)` of the attention of `q` over all `t + 1` tokens, scores
#   divided by $\sqrt d$, and the caches with one row more.
#
# A text begins with empty caches, `np.zeros((0, d))` and `np.zeros((0, d_v))`. NumPy or torch, as you like; you may
# pair the features `(i, i + d/2)` instead, as some models do.
#
# Example: for $d = 2$ and `k = [1, 0]` the keys cached at positions 0, 1, 2 are `[1, 0]`, `[0.540, 0.841]` and
# `[-0.416, 0.909]`.
#
# Watch out for: the position of the new token (how do you know it?), keys that get turned twice, and the
# values: are they to be turned?

# %% [markdown] lang=es
# ## 8. Posiciones rotatorias con caché
#
# Con RoPE no se suma ninguna posición al token. En vez de eso, en cada capa, su consulta y su clave se giran un ángulo
# que crece con su posición $p$. La pareja de componentes $(2i, 2i+1)$ gira $p\,\omega_i$, con
# $\omega_i = 10000^{-2i/d}$:
#
# $$ R_p \begin{pmatrix} x_{2i} \\ x_{2i+1} \end{pmatrix} =
# \begin{pmatrix} \cos p\omega_i & -\sin p\omega_i \\ \sin p\omega_i & \cos p\omega_i \end{pmatrix}
# \begin{pmatrix} x_{2i} \\ x_{2i+1} \end{pmatrix}, \qquad
# (R_m q)\cdot(R_n k) = q \cdot R_{n-m}\,k . $$
#
# La puntuación depende solo de la distancia $n - m$. Y eso le viene muy bien a una caché: la posición de una clave no
# cambia nunca, así que se gira **una vez**, con su propia posición, y se guarda así.
#
# Escribe un paso de decodificación para una cabeza, `rope_con_cache(q, k, v, cache_k, cache_v)`:
#
# - `q`, `k` son `(d,)` y `v` es `(d_v,)`: las proyecciones del token nuevo, **aún sin girar**;
# - `cache_k` es `(t, d)`, las claves de los `t` tokens anteriores, **ya giradas**; `cache_v` es `(t, d_v)`;
# - devuelve `(salida, cache_k, cache_v)`: la salida `(d_v,)` de la atención de `q` sobre los `t + 1` tokens, con las
#   puntuaciones divididas por $\sqrt d$, y las cachés con una fila más.
#
# Un texto empieza con las cachés vacías, `np.zeros((0, d))` y `np.zeros((0, d_v))`. En NumPy o torch, como quieras;
# también puedes emparejar los componentes `(i, i + d/2)`, como hacen algunos modelos.
#
# Ejemplo: para $d = 2$ y `k = [1, 0]`, las claves guardadas en las posiciones 0, 1 y 2 son `[1, 0]`, `[0.540, 0.841]` y
# `[-0.416, 0.909]`.
#
# Ten cuidado con: la posición del token nuevo (¿cómo la sabes?), las claves que se giran dos veces, y los
# valores: ¿hay que girarlos?

# %% lang=en
import numpy as np


def rope_with_cache(q, k, v, k_cache, v_cache):
    """One step: q, k (d,), v (d_v,), caches (t, d) and (t, d_v) -> output (d_v,) and the caches with a row more."""
    ### BEGIN SOLUTION
    d = len(q)
    angles = len(k_cache) * 10000.0 ** (-np.arange(0, d, 2) / d)  # (d/2,): the new token comes after t others
    cos, sin = np.cos(angles), np.sin(angles)

    def turned(x):
        pairs = np.stack([x[0::2] * cos - x[1::2] * sin, x[0::2] * sin + x[1::2] * cos], axis=1)
        return pairs.reshape(-1)

    k_cache = np.concatenate([k_cache, turned(k)[None]])  # (t + 1, d)
    v_cache = np.concatenate([v_cache, v[None]])  # (t + 1, d_v)
    scores = k_cache @ turned(q) / np.sqrt(d)  # (t + 1,)
    weights = np.exp(scores - scores.max())
    return weights / weights.sum() @ v_cache, k_cache, v_cache
    ### END SOLUTION


# %% lang=es
import numpy as np


def rope_con_cache(q, k, v, cache_k, cache_v):
    """Un paso: q, k (d,), v (d_v,), cachés (t, d) y (t, d_v) -> salida (d_v,) y las cachés con una fila más."""
    ### BEGIN SOLUTION
    d = len(q)
    angulos = len(cache_k) * 10000.0 ** (-np.arange(0, d, 2) / d)  # (d/2,): el token nuevo va tras otros t
    cos, sen = np.cos(angulos), np.sin(angulos)

    def girar(x):
        parejas = np.stack([x[0::2] * cos - x[1::2] * sen, x[0::2] * sen + x[1::2] * cos], axis=1)
        return parejas.reshape(-1)

    cache_k = np.concatenate([cache_k, girar(k)[None]])  # (t + 1, d)
    cache_v = np.concatenate([cache_v, v[None]])  # (t + 1, d_v)
    puntuaciones = cache_k @ girar(q) / np.sqrt(d)  # (t + 1,)
    pesos = np.exp(puntuaciones - puntuaciones.max())
    return pesos / pesos.sum() @ cache_v, cache_k, cache_v
    ### END SOLUTION


# %% lang=en solved
caches = np.zeros((0, 2)), np.zeros((0, 1))
for position in range(3):
    output, *caches = rope_with_cache(np.array([1.0, 0.0]), np.array([1.0, 0.0]), np.array([position]), *caches)
print(caches[0].round(3))

# %% lang=es solved
caches = np.zeros((0, 2)), np.zeros((0, 1))
for posicion in range(3):
    salida, *caches = rope_con_cache(np.array([1.0, 0.0]), np.array([1.0, 0.0]), np.array([posicion]), *caches)
print(caches[0].round(3))
