# %% [markdown] lang=en
# ## The training loop
#
# One step: draw a batch, ask the model, measure, find out which way is downhill, go a little that way. The measure is
# the mean **cross-entropy** of the next tokens over all positions of the batch,
#
# $$ L = -\frac{1}{B\,n} \sum_{b,i} \log \mathrm{softmax}(\mathrm{logits}_{b,i})_{\,y_{b,i}},
# \qquad y_{b,i} = x_{b,i+1}, $$
#
# which `F.cross_entropy(logits, targets)` computes from logits $(\cdot, V)$ and targets $(\cdot)$; the softmax is
# inside it.
#
# Write `train(model, data, steps=500, batch_size=32, lr=3e-3)`. `data` is a tensor of token ids $(N,)$; the window's
# length is `model.context`. Train with AdamW at the learning rate `lr` and return the **list of losses**, one number
# for each step. Use your `get_batch`.
#
# **Example.** A model that has learned nothing gives all $V$ tokens about the same probability, so its first loss is
# near $\ln V$. On a text of `abcabcabc...` ($V = 3$, $\ln 3 = 1.10$) it comes down to nearly 0, for each letter tells
# the next. On a text whose letters are drawn by dice it stays at $\ln V$: there is nothing to learn.
#
# **Watch out.**
#
# - A first loss near $\ln V$ and a falling curve are good signs and no proof. A loop whose targets aren't moved by one
#   has both, and its loss falls below what any text allows: to 0.
# - `backward()` *adds* to the gradients that are there.
# - A model has two modes. Which one is for learning? Yours may get one that was left in the other.
# - The loss is a tensor with its graph behind it, and the list holds plain numbers.
# - With the same seed and the same model, two runs must give the same curve.
# %% [markdown] lang=es
# ## El bucle de entrenamiento
#
# Un paso: sacar un lote, preguntar al modelo, medir, averiguar hacia dónde se baja y dar un pasito en esa dirección. La
# medida es la **entropía cruzada** media de los siguientes tokens en todas las posiciones del lote,
#
# $$ L = -\frac{1}{B\,n} \sum_{b,i} \log \mathrm{softmax}(\mathrm{logits}_{b,i})_{\,y_{b,i}},
# \qquad y_{b,i} = x_{b,i+1}, $$
#
# que `F.cross_entropy(logits, objetivos)` calcula con logits $(\cdot, V)$ y objetivos $(\cdot)$; el softmax va dentro.
#
# Escribe `entrenar(modelo, datos, pasos=500, tam_lote=32, tasa=3e-3)`. `datos` es un tensor de ids de tokens $(N,)$;
# la longitud de la ventana es `modelo.context`. Entrena con AdamW, con la tasa de aprendizaje `tasa`, y devuelve la
# **lista de pérdidas**, un número por cada paso. Usa tu función `lote`.
#
# **Ejemplo.** Un modelo que no ha aprendido nada da a los $V$ tokens más o menos la misma probabilidad, así que su
# primera pérdida está cerca de $\ln V$. Con un texto `abcabcabc...` ($V = 3$, $\ln 3 = 1.10$) baja casi a 0, porque
# cada letra dice cuál viene después. Con un texto de letras sacadas a los dados se queda en $\ln V$: no hay nada que
# aprender.
#
# **Ojo.**
#
# - Una primera pérdida cerca de $\ln V$ y una curva que baja son buenas señales y ninguna prueba. Un bucle cuyos
#   objetivos no estén desplazados en uno tiene las dos, y su pérdida baja más de lo que permite cualquier texto:
#   hasta 0.
# - `backward()` *suma* a los gradientes que ya hay.
# - Un modelo tiene dos modos. ¿Cuál es para aprender? El que te llegue puede haberse quedado en el otro.
# - La pérdida es un tensor con su grafo detrás, y en la lista van números sin más.
# - Con la misma semilla y el mismo modelo, dos ejecuciones deben dar la misma curva.
# %% lang=en
def train(model, data, steps=500, batch_size=32, lr=3e-3):
    """The loss of each step, a list of floats; the model is changed in place."""
    ### BEGIN SOLUTION
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    losses = []
    for _ in range(steps):
        x, y = get_batch(data, model.context, batch_size)  # (B, n) each
        logits = model(x)  # (B, n, V)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
    ### END SOLUTION


# %% lang=es
def entrenar(modelo, datos, pasos=500, tam_lote=32, tasa=3e-3):
    """La pérdida de cada paso, una lista de float; el modelo se cambia en el sitio."""
    ### BEGIN SOLUTION
    optimizador = torch.optim.AdamW(modelo.parameters(), lr=tasa)
    modelo.train()
    perdidas = []
    for _ in range(pasos):
        x, y = lote(datos, modelo.context, tam_lote)  # (B, n) cada una
        logits = modelo(x)  # (B, n, V)
        perdida = F.cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizador.zero_grad()
        perdida.backward()
        optimizador.step()
        perdidas.append(perdida.item())
    return perdidas
    ### END SOLUTION


# %% lang=en solved
torch.manual_seed(0)
abc = torch.arange(600) % 3  # abcabcabc...
small = MiniGPT(vocab_size=3, d_model=16, n_heads=2, n_layers=1, context=8)
losses = train(small, abc, steps=60, batch_size=8)
print(f"{losses[0]:.2f} (ln 3 = 1.10) -> {losses[-1]:.2f}")
# %% lang=es solved
torch.manual_seed(0)
abc = torch.arange(600) % 3  # abcabcabc...
pequeno = MiniGPT(vocab_size=3, d_model=16, n_heads=2, n_layers=1, context=8)
perdidas = entrenar(pequeno, abc, pasos=60, tam_lote=8)
print(f"{perdidas[0]:.2f} (ln 3 = 1.10) -> {perdidas[-1]:.2f}")
