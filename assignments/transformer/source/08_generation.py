# %% [markdown] lang=en
# ## 8. Generating text
#
# A trained model gives logits $z$ for the next token. To write, draw one, append it, and ask again:
#
# $$p = \mathrm{softmax}\!\left(\frac{z}{T}\right),\qquad \text{next token} \sim p .$$
#
# The **temperature** $T$ says how daring the draw is: below 1 the favourites gain, above 1 the outsiders. **Top-k**
# only draws among the $k$ most probable tokens.
#
# Write `generate(model, tok, prompt, length=200, temperature=1.0, top_k=None)`.
#
# | | |
# |---|---|
# | `model` | a `MiniGPT`: `model(idx)` gives logits $(B, n, V)$, and `model.context` says how many tokens it can read |
# | `tok` | a tokenizer: `tok.encode(text)` gives a list of ids, `tok.decode(ids)` a text |
# | `prompt` | the text to begin with |
# | `length` | how many *new* tokens |
# | `top_k` | draw among this many tokens; among all if None |
# | result | a `str` that starts with the prompt |
#
# **Example.** The logits $(2, 1, 0)$ give
#
# | | $p$ |
# |---|---|
# | $T = 1$ | $(.665, .245, .090)$ |
# | $T = 0.5$ | $(.867, .117, .016)$ |
# | $T = 2$ | $(.506, .307, .186)$ |
# | $T = 1$, top-k with $k = 2$ | $(.731, .269, 0)$ |
#
# **Watch out**
#
# - The model gives logits at every position. Which of them speak of the token that isn't there yet?
# - The text may grow longer than the context. Then the model is given the end of it, as much as it can read.
# - The temperature acts on the logits, before the softmax. $T = 0$ is the limit: the most probable token, or an error
#   that says it can't be. Never `nan`.
# - It is a *draw* (`torch.multinomial`). Always taking the largest is something else.
# - Don't set a seed inside: whoever calls `torch.manual_seed(0)` before wants the same text again, and whoever doesn't
#   wants a new one.
# - While a model writes it doesn't learn: evaluation mode, and no gradients.
# %% [markdown] lang=es
# ## 8. Generar texto
#
# Un modelo entrenado da logits $z$ para el token siguiente. Para escribir, sortea uno, añádelo y vuelve a preguntar:
#
# $$p = \mathrm{softmax}\!\left(\frac{z}{T}\right),\qquad \text{token siguiente} \sim p .$$
#
# La **temperatura** $T$ dice lo atrevido que es el sorteo: por debajo de 1 ganan los favoritos, por encima los demás.
# **Top-k** sortea solo entre los $k$ tokens más probables.
#
# Escribe `generar(modelo, tok, inicio, longitud=200, temperatura=1.0, top_k=None)`.
#
# | | |
# |---|---|
# | `modelo` | un `MiniGPT`: `modelo(idx)` da logits $(B, n, V)$, y `modelo.contexto` dice cuántos tokens puede leer |
# | `tok` | un tokenizador: `tok.codificar(texto)` da una lista de ids, `tok.decodificar(ids)` un texto |
# | `inicio` | el texto con el que se empieza |
# | `longitud` | cuántos tokens *nuevos* |
# | `top_k` | entre cuántos tokens se sortea; entre todos si es None |
# | resultado | un `str` que empieza por `inicio` |
#
# **Ejemplo.** Los logits $(2, 1, 0)$ dan
#
# | | $p$ |
# |---|---|
# | $T = 1$ | $(.665, .245, .090)$ |
# | $T = 0.5$ | $(.867, .117, .016)$ |
# | $T = 2$ | $(.506, .307, .186)$ |
# | $T = 1$, top-k con $k = 2$ | $(.731, .269, 0)$ |
#
# **Cuidado**
#
# - El modelo da logits en todas las posiciones. ¿Cuáles hablan del token que todavía no está?
# - El texto puede hacerse más largo que el contexto. Entonces el modelo recibe el final, todo lo que pueda leer.
# - La temperatura actúa sobre los logits, antes del softmax. $T = 0$ es el límite: el token más probable, o un error
#   que diga que no se puede. Nunca `nan`.
# - Es un *sorteo* (`torch.multinomial`). Tomar siempre el mayor es otra cosa.
# - No fijes una semilla dentro: quien llama antes a `torch.manual_seed(0)` quiere otra vez el mismo texto, y quien no,
#   uno nuevo.
# - Mientras escribe, un modelo no aprende: modo de evaluación y sin gradientes.
# %% lang=en
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    """`prompt` and `length` more tokens, drawn one after the other from softmax(logits / temperature)."""
    ### BEGIN SOLUTION
    model.eval()
    ids = torch.tensor([tok.encode(prompt)])  # (1, n)
    with torch.no_grad():
        for _ in range(length):
            logits = model(ids[:, -model.context :])[0, -1]  # (V,): only the last position speaks of what is to come
            if temperature == 0:
                new = logits.argmax().view(1)
            else:
                if top_k is not None:
                    best, where = torch.topk(logits, min(top_k, len(logits)))
                    logits = torch.full_like(logits, float("-inf")).scatter(0, where, best)
                new = torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1)
            ids = torch.cat([ids, new[None]], dim=1)
    return tok.decode(ids[0].tolist())
    ### END SOLUTION


# %% lang=es
def generar(modelo, tok, inicio, longitud=200, temperatura=1.0, top_k=None):
    """`inicio` y `longitud` tokens más, sorteados uno tras otro de softmax(logits / temperatura)."""
    ### BEGIN SOLUTION
    modelo.eval()
    ids = torch.tensor([tok.codificar(inicio)])  # (1, n)
    with torch.no_grad():
        for _ in range(longitud):
            logits = modelo(ids[:, -modelo.contexto :])[0, -1]  # (V,): solo la última posición habla de lo que viene
            if temperatura == 0:
                nuevo = logits.argmax().view(1)
            else:
                if top_k is not None:
                    mejores, donde = torch.topk(logits, min(top_k, len(logits)))
                    logits = torch.full_like(logits, float("-inf")).scatter(0, donde, mejores)
                nuevo = torch.multinomial(torch.softmax(logits / temperatura, dim=-1), 1)
            ids = torch.cat([ids, nuevo[None]], dim=1)
    return tok.decodificar(ids[0].tolist())
    ### END SOLUTION


# %% lang=en
class AlwaysTheSame(nn.Module):
    """Given: a model of a, b and c that reads 8 tokens and answers with the logits (2, 1, 0), whatever they are."""

    context = 8

    def forward(self, idx):
        assert idx.shape[1] <= self.context, "more tokens than the model can read"
        return torch.tensor([2.0, 1.0, 0.0]).expand(*idx.shape, 3)


class ABC(Letters):
    alphabet = "abc"
    vocab_size = 3


with claim("the prompt and 20 new tokens, though the model reads only 8"):
    text = generate(AlwaysTheSame(), ABC(), "abc", 20)
    assert text.startswith("abc")
    assert len(text) == 23
with claim("how often each token is drawn"):
    for temperature, top_k, shares in (
        (1.0, None, (0.665, 0.245, 0.090)),
        (0.5, None, (0.867, 0.117, 0.016)),
        (2.0, None, (0.506, 0.307, 0.186)),
        (1.0, 2, (0.731, 0.269, 0.0)),
    ):
        text = generate(AlwaysTheSame(), ABC(), "a", 2000, temperature, top_k)[1:]
        drawn = [text.count(letter) / 2000 for letter in "abc"]
        print(f"   T = {temperature}, top_k = {top_k}: drawn {drawn}, asked {shares}")
        assert np.allclose(drawn, shares, atol=0.06)
with claim("your own model recites what it has learned"):
    print("  ", generate(trained, tok, "the cat", 120, 0.5))


# %% lang=es
class SiempreLoMismo(nn.Module):
    """Ya hecho: un modelo de a, b y c que lee 8 tokens y responde con los logits (2, 1, 0), sean los que sean."""

    contexto = 8

    def forward(self, idx):
        assert idx.shape[1] <= self.contexto, "más tokens de los que el modelo puede leer"
        return torch.tensor([2.0, 1.0, 0.0]).expand(*idx.shape, 3)


class ABC(Letras):
    alfabeto = "abc"
    vocab_size = 3


with comprueba("el inicio y 20 tokens nuevos, aunque el modelo solo lee 8"):
    texto = generar(SiempreLoMismo(), ABC(), "abc", 20)
    assert texto.startswith("abc")
    assert len(texto) == 23
with comprueba("cuántas veces sale cada token"):
    for temperatura, top_k, partes in (
        (1.0, None, (0.665, 0.245, 0.090)),
        (0.5, None, (0.867, 0.117, 0.016)),
        (2.0, None, (0.506, 0.307, 0.186)),
        (1.0, 2, (0.731, 0.269, 0.0)),
    ):
        texto = generar(SiempreLoMismo(), ABC(), "a", 2000, temperatura, top_k)[1:]
        salidas = [texto.count(letra) / 2000 for letra in "abc"]
        print(f"   T = {temperatura}, top_k = {top_k}: han salido {salidas}, se pedían {partes}")
        assert np.allclose(salidas, partes, atol=0.06)
with comprueba("tu modelo recita lo que ha aprendido"):
    print("  ", generar(entrenado, tok, "la gata", 120, 0.5))
