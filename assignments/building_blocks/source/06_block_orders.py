# %% [markdown] lang=en
# ## 6. Post-LN and pre-LN
#
# A block has two sublayers, attention and feed-forward network, and two norms. In 2017 each **sum** was normalised
# (post-LN):
#
# $$y = \mathrm{norm}_1\bigl(x + \mathrm{attention}(x)\bigr),\qquad
# \mathrm{out} = \mathrm{norm}_2\bigl(y + \mathrm{ffn}(y)\bigr).$$
#
# Since GPT-2 it is rather what goes **into** a sublayer (pre-LN), so that nothing stands in the way of $x$ itself:
#
# $$y = x + \mathrm{attention}\bigl(\mathrm{norm}_1(x)\bigr),\qquad
# \mathrm{out} = y + \mathrm{ffn}\bigl(\mathrm{norm}_2(y)\bigr).$$
#
# *Example* with toys for numbers: $\mathrm{attention}(v) = 2v$, $\mathrm{ffn}(v) = v + 1$ and both norms $v / 10$. For
# $x = 10$, post-LN gives $y = 30/10 = 3$ and $(3 + 4)/10 = 0.7$; pre-LN gives $y = 10 + 2 \cdot 1 = 12$ and
# $12 + (1.2 + 1) = 14.2$.
#
# Write `post_ln_forward(x, attention, ffn, norm1, norm2)` and `pre_ln_forward(x, attention, ffn, norm1, norm2)`. The
# last four arguments are functions: each takes the tokens and gives tokens of the same shape. Call each of them once.
#
# *Watch out:* in pre-LN the norm is for the sublayer alone; the sum takes the $x$ that wasn't normalised.
# %% [markdown] lang=es
# ## 6. Post-LN y pre-LN
#
# Un bloque tiene dos subcapas, la atención y la red feed-forward, y dos normas. En 2017 se normalizaba cada **suma**
# (post-LN):
#
# $$y = \mathrm{norm}_1\bigl(x + \mathrm{attention}(x)\bigr),\qquad
# \mathrm{out} = \mathrm{norm}_2\bigl(y + \mathrm{ffn}(y)\bigr).$$
#
# Desde GPT-2 se normaliza más bien lo que **entra** en cada subcapa (pre-LN), para que nada se cruce en el camino de la
# propia $x$:
#
# $$y = x + \mathrm{attention}\bigl(\mathrm{norm}_1(x)\bigr),\qquad
# \mathrm{out} = y + \mathrm{ffn}\bigl(\mathrm{norm}_2(y)\bigr).$$
#
# *Ejemplo* de juguete, con números: $\mathrm{attention}(v) = 2v$, $\mathrm{ffn}(v) = v + 1$ y las dos normas $v / 10$.
# Para $x = 10$, post-LN da $y = 30/10 = 3$ y $(3 + 4)/10 = 0.7$; pre-LN da $y = 10 + 2 \cdot 1 = 12$ y
# $12 + (1.2 + 1) = 14.2$.
#
# Escribe `forward_post_ln(x, atencion, ffn, norma1, norma2)` y `forward_pre_ln(x, atencion, ffn, norma1, norma2)`. Los
# cuatro últimos argumentos son funciones: cada una recibe los tokens y da tokens de la misma forma. Llama a cada una
# una vez.
#
# *Cuidado:* en pre-LN la norma es solo para la subcapa; la suma toma la $x$ sin normalizar.
# %% lang=en
def post_ln_forward(x, attention, ffn, norm1, norm2):
    """A block of the 2017 paper: each sum is normalised.  x: (n, d) -> (n, d)."""
    ### BEGIN SOLUTION
    y = norm1(x + attention(x))
    return norm2(y + ffn(y))
    ### END SOLUTION


def pre_ln_forward(x, attention, ffn, norm1, norm2):
    """A block since GPT-2: what goes into each sublayer is normalised.  x: (n, d) -> (n, d)."""
    ### BEGIN SOLUTION
    y = x + attention(norm1(x))
    return y + ffn(norm2(y))
    ### END SOLUTION


# %% lang=es
def forward_post_ln(x, atencion, ffn, norma1, norma2):
    """Un bloque del artículo de 2017: se normaliza cada suma.  x: (n, d) -> (n, d)."""
    ### BEGIN SOLUTION
    y = norma1(x + atencion(x))
    return norma2(y + ffn(y))
    ### END SOLUTION


def forward_pre_ln(x, atencion, ffn, norma1, norma2):
    """Un bloque desde GPT-2: se normaliza lo que entra en cada subcapa.  x: (n, d) -> (n, d)."""
    ### BEGIN SOLUTION
    y = x + atencion(norma1(x))
    return y + ffn(norma2(y))
    ### END SOLUTION


# %% lang=en solved
toys = (lambda v: 2 * v, lambda v: v + 1, lambda v: v / 10, lambda v: v / 10)
print(post_ln_forward(10.0, *toys), pre_ln_forward(10.0, *toys))
# %% lang=es solved
juguetes = (lambda v: 2 * v, lambda v: v + 1, lambda v: v / 10, lambda v: v / 10)
print(forward_post_ln(10.0, *juguetes), forward_pre_ln(10.0, *juguetes))
