# %% [markdown] lang=en
# ## 4. What a recurrent network remembers
#
# A recurrent network reads one token after the other:
#
# $$h_t = \tanh(W h_{t-1} + U x_t),\qquad h_0 = 0 .$$
#
# How much does $h_t$ still depend on $h_0$? That is what the Jacobian $\partial h_t / \partial h_0$ says, and by the
# chain rule it is a product with one factor for each step:
#
# $$\frac{\partial h_t}{\partial h_0} = J_t\,J_{t-1} \cdots J_1,\qquad
# J_s = \mathrm{diag}\!\left(1 - h_s^2\right) W .$$
#
# Write `rnn_influence(W, U, inputs)`, with $W$ of shape $(d, d)$, $U$ of shape $(d, d_{in})$ and `inputs` of shape
# $(T, d_{in})$. It returns $T$ numbers: the norm of $\partial h_t / \partial h_0$ for $t = 1, \dots, T$ (Frobenius,
# which is what `np.linalg.norm` gives; the spectral norm is fine too). Use the chain rule, or let torch's autograd do
# it.
#
# *For example*, with one hidden unit, $W = [[0.5]]$ and inputs of 0 the state stays 0, and the numbers are
# $0.5, 0.25, 0.125, \dots$: after 20 steps a millionth is left. With $W = [[2]]$ they double at each step. Attention
# was invented to get around just that: there the way from any token to any other is one step long.
#
# *Watch out:* the factor of the newest step stands on the left; $1 - h_s^2$ scales the *rows* of $W$; multiply
# matrices and take the norm at the end, not the other way round.
# %% [markdown] lang=es
# ## 4. Lo que recuerda una red recurrente
#
# Una red recurrente lee un token detrás de otro:
#
# $$h_t = \tanh(W h_{t-1} + U x_t),\qquad h_0 = 0 .$$
#
# ¿Cuánto depende todavía $h_t$ de $h_0$? Eso lo dice la jacobiana $\partial h_t / \partial h_0$, que según la regla de
# la cadena es un producto con un factor por paso:
#
# $$\frac{\partial h_t}{\partial h_0} = J_t\,J_{t-1} \cdots J_1,\qquad
# J_s = \mathrm{diag}\!\left(1 - h_s^2\right) W .$$
#
# Escribe `influencia_rnn(W, U, entradas)`, con $W$ de forma $(d, d)$, $U$ de forma $(d, d_{in})$ y `entradas` de forma
# $(T, d_{in})$. Devuelve $T$ números: la norma de $\partial h_t / \partial h_0$ para $t = 1, \dots, T$ (la de
# Frobenius, que es la que da `np.linalg.norm`; la espectral también vale). Usa la regla de la cadena o deja que lo
# haga el autograd de torch.
#
# *Por ejemplo*, con una sola unidad oculta, $W = [[0.5]]$ y entradas de 0, el estado se queda en 0 y los números son
# $0.5, 0.25, 0.125, \dots$: tras 20 pasos queda una millonésima. Con $W = [[2]]$ se duplican en cada paso. La atención
# se inventó justo para evitar esto: en ella el camino de un token a cualquier otro tiene un solo paso.
#
# *Cuidado:* el factor del paso más nuevo va a la izquierda; $1 - h_s^2$ escala las *filas* de $W$; multiplica matrices
# y toma la norma al final, no al revés.
# %% lang=en
def rnn_influence(W, U, inputs):
    """The norm of ∂h_t/∂h_0 at t = 1 ... T."""
    ### BEGIN SOLUTION
    h = np.zeros(len(W))
    jacobian = np.eye(len(W))
    norms = []
    for x in inputs:
        h = np.tanh(W @ h + U @ x)
        jacobian = np.diag(1 - h**2) @ W @ jacobian
        norms.append(np.linalg.norm(jacobian))
    return np.array(norms)
    ### END SOLUTION


# %% lang=es
def influencia_rnn(W, U, entradas):
    """La norma de ∂h_t/∂h_0 para t = 1 ... T."""
    ### BEGIN SOLUTION
    h = np.zeros(len(W))
    jacobiana = np.eye(len(W))
    normas = []
    for x in entradas:
        h = np.tanh(W @ h + U @ x)
        jacobiana = np.diag(1 - h**2) @ W @ jacobiana
        normas.append(np.linalg.norm(jacobiana))
    return np.array(normas)
    ### END SOLUTION


# %% lang=en
# Given: how much of the first state is left after t steps, for one unit and four weights.
try:
    left = {w: rnn_influence(np.array([[w]]), np.ones((1, 1)), np.zeros((20, 1))) for w in (0.5, 0.9, 1.1, 2.0)}
except NotImplementedError:
    print("The picture comes once rnn_influence is written.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(5, 3))
    for w, norms in left.items():
        plt.semilogy(range(1, 21), norms, label=f"W = {w}")
    plt.xlabel("t")
    plt.ylabel("influence of the first state")
    plt.legend()
    plt.tight_layout()
    plt.show()
# %% lang=es
# Ya hecho: cuánto queda del primer estado tras t pasos, con una sola unidad y cuatro pesos.
try:
    queda = {w: influencia_rnn(np.array([[w]]), np.ones((1, 1)), np.zeros((20, 1))) for w in (0.5, 0.9, 1.1, 2.0)}
except NotImplementedError:
    print("La imagen aparece cuando esté escrita influencia_rnn.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(5, 3))
    for w, normas in queda.items():
        plt.semilogy(range(1, 21), normas, label=f"W = {w}")
    plt.xlabel("t")
    plt.ylabel("influencia del primer estado")
    plt.legend()
    plt.tight_layout()
    plt.show()
# %% solved lang=en
rng = np.random.default_rng(0)
W, U, inputs = rng.normal(0, 0.3, (8, 8)), rng.normal(0, 0.3, (8, 4)), rng.normal(0, 1, (20, 4))
print(rnn_influence(W, U, inputs))
# %% solved lang=es
rng = np.random.default_rng(0)
W, U, entradas = rng.normal(0, 0.3, (8, 8)), rng.normal(0, 0.3, (8, 4)), rng.normal(0, 1, (20, 4))
print(influencia_rnn(W, U, entradas))
