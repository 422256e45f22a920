# %% [markdown] lang=en
# ## 7. Rotary positions (RoPE)
#
# So far positions were added to the tokens. RoPE (Su et al., 2021) **turns** instead: just before queries and keys
# meet, each vector is cut into pairs of features, and each pair is turned by an angle that grows with the position. At
# position $p$ the pair $i = 0, 1, \dots, d/2 - 1$ becomes
#
# $$\begin{pmatrix} x'_{2i} \\ x'_{2i+1} \end{pmatrix} =
# \begin{pmatrix} \cos p\theta_i & -\sin p\theta_i \\ \sin p\theta_i & \cos p\theta_i \end{pmatrix}
# \begin{pmatrix} x_{2i} \\ x_{2i+1} \end{pmatrix}, \qquad \theta_i = \text{base}^{-2i/d}.$$
#
# A rotation keeps lengths. And when two vectors are turned by $p\theta$ and $q\theta$, their dot product knows only of
# $(p - q)\theta$: **scores depend on the distance alone**.
#
# *Example:* the pair $(1, 0)$ with $\theta = 1$ is $(0.540, 0.841)$ at position 1 and $(-0.416, 0.909)$ at position 2.
# Their dot product is $\cos 1 = 0.540$, and so it is for positions 5 and 6.
#
# Write `rope(x, positions=None, base=10000)`. `x` is $(\dots, n, d)$ with an even $d$: heads and samples may stand in
# front. `positions` is $(n,)$, by default $0, 1, \dots, n-1$; with a cache a new token comes alone and stands at, say,
# position 57. The result has the shape of `x`.
#
# Then write `rope_attention(Q, K, V)`: attention in which queries and keys are turned. It gives `(output, weights)`.
#
# *Watch out:*
#
# * Which features make a pair is up to you: $(0, 1), (2, 3), \dots$ as above, or $(0, d/2), (1, d/2+1), \dots$ as in
#   many libraries. Each layout has its own table of angles; mixed, nothing is a rotation any more.
# * The values are **not** turned: what a token has to say doesn't depend on where it stands.
# %% [markdown] lang=es
# ## 7. Posiciones rotatorias (RoPE)
#
# Hasta ahora las posiciones se sumaban a los tokens. RoPE (Su et al., 2021) en cambio **gira**: justo antes de que se
# encuentren consultas y claves, cada vector se corta en pares de rasgos y cada par gira un ángulo que crece con la
# posición. En la posición $p$, el par $i = 0, 1, \dots, d/2 - 1$ pasa a ser
#
# $$\begin{pmatrix} x'_{2i} \\ x'_{2i+1} \end{pmatrix} =
# \begin{pmatrix} \cos p\theta_i & -\operatorname{sen} p\theta_i \\
# \operatorname{sen} p\theta_i & \cos p\theta_i \end{pmatrix}
# \begin{pmatrix} x_{2i} \\ x_{2i+1} \end{pmatrix}, \qquad \theta_i = \text{base}^{-2i/d}.$$
#
# Una rotación conserva las longitudes. Y cuando dos vectores giran $p\theta$ y $q\theta$, su producto escalar solo sabe
# de $(p - q)\theta$: **las puntuaciones dependen solo de la distancia**.
#
# *Ejemplo:* el par $(1, 0)$ con $\theta = 1$ es $(0.540, 0.841)$ en la posición 1 y $(-0.416, 0.909)$ en la 2. Su
# producto escalar es $\cos 1 = 0.540$, y lo mismo sale con las posiciones 5 y 6.
#
# Escribe `aplicar_rope(x, posiciones=None, base=10000)`. `x` es $(\dots, n, d)$ con $d$ par: delante puede haber
# cabezas y muestras. `posiciones` es $(n,)$, por defecto $0, 1, \dots, n-1$; con una caché, un token nuevo llega solo y
# está, por ejemplo, en la posición 57. El resultado tiene la forma de `x`.
#
# Escribe después `atencion_rope(Q, K, V)`: atención en la que giran consultas y claves. Devuelve `(salida, pesos)`.
#
# *Cuidado:*
#
# * Qué rasgos forman un par lo decides tú: $(0, 1), (2, 3), \dots$ como arriba, o $(0, d/2), (1, d/2+1), \dots$ como en
#   muchas bibliotecas. Cada disposición tiene su propia tabla de ángulos; si se mezclan, ya no hay rotación.
# * Los valores **no** giran: lo que un token tiene que decir no depende de dónde está.
# %% lang=en
def rope(x, positions=None, base=10000.0):
    """x: (..., n, d), positions: (n,) or None -> (..., n, d), each pair of features turned by its position."""
    ### BEGIN SOLUTION
    n, d = x.shape[-2:]
    if positions is None:
        positions = torch.arange(n)
    frequencies = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angles = positions[:, None] * frequencies  # (n, d/2)
    cos, sin = angles.cos(), angles.sin()
    first, second = x[..., 0::2], x[..., 1::2]  # (..., n, d/2)
    turned = torch.stack([first * cos - second * sin, first * sin + second * cos], dim=-1)
    return turned.flatten(-2)  # (..., n, d)
    ### END SOLUTION


def rope_attention(Q, K, V):
    """Q, K: (..., n, d), V: (..., n, d_v) -> the output (..., n, d_v) and the weights (..., n, n)."""
    ### BEGIN SOLUTION
    scores = rope(Q) @ rope(K).transpose(-2, -1) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
    ### END SOLUTION


# %% lang=es
def aplicar_rope(x, posiciones=None, base=10000.0):
    """x: (..., n, d), posiciones: (n,) o None -> (..., n, d), con cada par de rasgos girado según su posición."""
    ### BEGIN SOLUTION
    n, d = x.shape[-2:]
    if posiciones is None:
        posiciones = torch.arange(n)
    frecuencias = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angulos = posiciones[:, None] * frecuencias  # (n, d/2)
    cos, sen = angulos.cos(), angulos.sin()
    primero, segundo = x[..., 0::2], x[..., 1::2]  # (..., n, d/2)
    girado = torch.stack([primero * cos - segundo * sen, primero * sen + segundo * cos], dim=-1)
    return girado.flatten(-2)  # (..., n, d)
    ### END SOLUTION


def atencion_rope(Q, K, V):
    """Q, K: (..., n, d), V: (..., n, d_v) -> la salida (..., n, d_v) y los pesos (..., n, n)."""
    ### BEGIN SOLUTION
    puntuaciones = aplicar_rope(Q) @ aplicar_rope(K).transpose(-2, -1) / Q.shape[-1] ** 0.5
    pesos = torch.softmax(puntuaciones, dim=-1)
    return pesos @ V, pesos
    ### END SOLUTION


# %% lang=en solved
# One query and one key at all pairs of positions: along each diagonal the score is the same.
q, k = torch.randn(2, 8)
print(rope(q.repeat(4, 1)) @ rope(k.repeat(4, 1)).T)
# %% lang=es solved
# Una consulta y una clave en todos los pares de posiciones: a lo largo de cada diagonal, la puntuación es la misma.
q, k = torch.randn(2, 8)
print(aplicar_rope(q.repeat(4, 1)) @ aplicar_rope(k.repeat(4, 1)).T)
