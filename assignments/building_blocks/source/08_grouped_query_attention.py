# %% [markdown] lang=en
# ## 8. Grouped-query attention
#
# While a model writes, it keeps the keys and values of all tokens so far, for every head of every layer. That cache
# soon needs more memory than the model itself. **Grouped-query attention** (Ainslie et al., 2023) keeps all query
# heads, but lets $h / h_\text{kv}$ of them share one head of keys and values:
#
# $$\text{head}_i = \operatorname{attention}\left(Q_i,\; K_{\lfloor i\, h_\text{kv} / h \rfloor},\;
# V_{\lfloor i\, h_\text{kv} / h \rfloor}\right).$$
#
# *Example:* with 6 query heads and 2 KV heads, the query heads 0, 1, 2 read KV head 0, and 3, 4, 5 read KV head 1. At
# $d_\text{model} = 24$ a head has 4 features: $W_K$ and $W_V$ are $(24, 8)$ and not $(24, 24)$, and the cache is a
# third of its former size.
#
# With $h_\text{kv} = h$ this is plain multi-head attention; with $h_\text{kv} = 1$ it is called multi-query attention.
#
# Write `grouped_query_attention(Q, K, V, mask=None)`: `Q` is $(\dots, h, n, d)$, `K` and `V` are
# $(\dots, h_\text{kv}, n, d)$. It gives `(output, weights)`, the output in the shape of `Q`. Write the attention
# yourself. A mask is True (or 1) where a token may attend.
#
# Then build the module `GroupedQueryAttention(d_model, n_heads, n_kv_heads)` on it: `forward(x, mask=None)` takes and
# gives $(B, n, d_\text{model})$. Of the two, the one that earns more counts.
#
# *Watch out:* neighbours share, 0 0 0 1 1 1. Repeating the KV heads as a whole gives 0 1 0 1 0 1: the same shape,
# another model. Two functions of torch repeat; look up which does what.
# %% [markdown] lang=es
# ## 8. Atención con consultas agrupadas
#
# Mientras un modelo escribe, guarda las claves y los valores de todos los tokens anteriores, para cada cabeza de cada
# capa. Esa caché pronto ocupa más memoria que el propio modelo. La **atención con consultas agrupadas** (GQA, Ainslie
# et al., 2023) conserva todas las cabezas de consulta, pero deja que $h / h_\text{kv}$ de ellas compartan una cabeza de
# claves y valores:
#
# $$\text{cabeza}_i = \operatorname{atención}\left(Q_i,\; K_{\lfloor i\, h_\text{kv} / h \rfloor},\;
# V_{\lfloor i\, h_\text{kv} / h \rfloor}\right).$$
#
# *Ejemplo:* con 6 cabezas de consulta y 2 cabezas KV, las cabezas de consulta 0, 1 y 2 leen la cabeza KV 0, y las 3, 4
# y 5 leen la cabeza KV 1. Con $d_\text{model} = 24$ una cabeza tiene 4 rasgos: $W_K$ y $W_V$ son $(24, 8)$ y no
# $(24, 24)$, y la caché queda en un tercio.
#
# Con $h_\text{kv} = h$ es la atención multi-cabeza normal; con $h_\text{kv} = 1$ se llama atención multi-query.
#
# Escribe `atencion_consulta_agrupada(Q, K, V, mascara=None)`: `Q` es $(\dots, h, n, d)$; `K` y `V` son
# $(\dots, h_\text{kv}, n, d)$. Devuelve `(salida, pesos)`, con la salida en la forma de `Q`. Escribe tú la atención.
# Una máscara vale True (o 1) donde un token puede atender.
#
# Construye sobre ella el módulo `AtencionConsultaAgrupada(d_model, n_cabezas, n_cabezas_kv)`:
# `forward(x, mascara=None)` recibe y devuelve $(B, n, d_\text{model})$. De los dos cuenta el que más puntos gane.
#
# *Cuidado:* comparten las vecinas, 0 0 0 1 1 1. Si repites las cabezas KV en bloque sale 0 1 0 1 0 1: la misma forma,
# otro modelo. Hay dos funciones de torch que repiten; mira qué hace cada una.
# %% lang=en
def grouped_query_attention(Q, K, V, mask=None):
    """Q: (..., h, n, d), K and V: (..., h_kv, n, d) -> the output (..., h, n, d) and the weights (..., h, n, n)."""
    ### BEGIN SOLUTION
    group = Q.shape[-3] // K.shape[-3]
    K = K.repeat_interleave(group, dim=-3)  # (..., h, n, d): 0 0 0 1 1 1
    V = V.repeat_interleave(group, dim=-3)
    scores = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5  # (..., h, n, n)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
    ### END SOLUTION


class GroupedQueryAttention(nn.Module):
    """Multi-head attention in which groups of query heads share keys and values."""

    def __init__(self, d_model, n_heads, n_kv_heads):
        super().__init__()
        ### BEGIN SOLUTION
        if d_model % n_heads or n_heads % n_kv_heads:
            raise ValueError(f"{d_model} features, {n_heads} heads and {n_kv_heads} KV heads don't divide evenly")
        self.d_head = d_model // n_heads
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, n_kv_heads * self.d_head)
        self.W_V = nn.Linear(d_model, n_kv_heads * self.d_head)
        self.W_O = nn.Linear(d_model, d_model)
        ### END SOLUTION

    def forward(self, x, mask=None):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        B, n, d_model = x.shape
        Q, K, V = (W(x).view(B, n, -1, self.d_head).transpose(1, 2) for W in (self.W_Q, self.W_K, self.W_V))
        output, _ = grouped_query_attention(Q, K, V, mask)  # (B, h, n, d_head)
        return self.W_O(output.transpose(1, 2).reshape(B, n, d_model))
        ### END SOLUTION


# %% lang=es
def atencion_consulta_agrupada(Q, K, V, mascara=None):
    """Q: (..., h, n, d), K y V: (..., h_kv, n, d) -> la salida (..., h, n, d) y los pesos (..., h, n, n)."""
    ### BEGIN SOLUTION
    grupo = Q.shape[-3] // K.shape[-3]
    K = K.repeat_interleave(grupo, dim=-3)  # (..., h, n, d): 0 0 0 1 1 1
    V = V.repeat_interleave(grupo, dim=-3)
    puntuaciones = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5  # (..., h, n, n)
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara == 0, float("-inf"))
    pesos = torch.softmax(puntuaciones, dim=-1)
    return pesos @ V, pesos
    ### END SOLUTION


class AtencionConsultaAgrupada(nn.Module):
    """Atención multi-cabeza en la que grupos de cabezas de consulta comparten claves y valores."""

    def __init__(self, d_model, n_cabezas, n_cabezas_kv):
        super().__init__()
        ### BEGIN SOLUTION
        if d_model % n_cabezas or n_cabezas % n_cabezas_kv:
            raise ValueError(f"{d_model} rasgos, {n_cabezas} cabezas y {n_cabezas_kv} cabezas KV no son divisibles")
        self.d_cabeza = d_model // n_cabezas
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, n_cabezas_kv * self.d_cabeza)
        self.W_V = nn.Linear(d_model, n_cabezas_kv * self.d_cabeza)
        self.W_O = nn.Linear(d_model, d_model)
        ### END SOLUTION

    def forward(self, x, mascara=None):
        """x: (B, n, d_model) -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        B, n, d_model = x.shape
        Q, K, V = (W(x).view(B, n, -1, self.d_cabeza).transpose(1, 2) for W in (self.W_Q, self.W_K, self.W_V))
        salida, _ = atencion_consulta_agrupada(Q, K, V, mascara)  # (B, h, n, d_cabeza)
        return self.W_O(salida.transpose(1, 2).reshape(B, n, d_model))
        ### END SOLUTION


# %% lang=en solved
# How the parameters shrink with the number of KV heads.
for n_kv_heads in (6, 3, 2, 1):
    print(n_kv_heads, sum(p.numel() for p in GroupedQueryAttention(24, 6, n_kv_heads).parameters()))
# %% lang=es solved
# Cómo encogen los parámetros con el número de cabezas KV.
for n_cabezas_kv in (6, 3, 2, 1):
    print(n_cabezas_kv, sum(p.numel() for p in AtencionConsultaAgrupada(24, 6, n_cabezas_kv).parameters()))
