# %% [markdown] lang=en
# ## How good is it?
#
# The loss of one training step is noisy, and it was measured with dropout on. A fair number is the mean over many
# batches, of a model that is left exactly as it was:
#
# $$ \overline{L} = \frac{1}{K} \sum_{k=1}^{K} L(\mathrm{batch}_k). $$
#
# Write `mean_loss(model, data, n_batches=20, batch_size=32)`: one `float`, in nats per token.
#
# - No gradient is recorded: nothing is going to be back-propagated.
# - The model is in **evaluation mode** while it's measured, and in **training mode again** when you return.
#
# **Example.** A model whose logits are all 0 has $\overline{L} = \ln V$ on any text. If yours gives something else for
# it, look at the targets and at the mean.
#
# **Watch out.** Who forgets to switch back trains without dropout from the first measurement on. And it's the loss on
# text that the model *hasn't* seen that tells whether it has learned the language or the text by heart.
# %% [markdown] lang=es
# ## ¿Es bueno?
#
# La pérdida de un paso de entrenamiento es ruidosa, y se midió con el dropout activo. Un número justo es la media de
# muchos lotes, con un modelo que se queda exactamente como estaba:
#
# $$ \overline{L} = \frac{1}{K} \sum_{k=1}^{K} L(\mathrm{lote}_k). $$
#
# Escribe `perdida_media(modelo, datos, n_lotes=20, tam_lote=32)`: un `float`, en nats por token.
#
# - No se guarda nada para los gradientes: no se va a propagar nada hacia atrás.
# - El modelo está en **modo de evaluación** mientras se mide, y **otra vez en modo de entrenamiento** al volver.
#
# **Ejemplo.** Un modelo cuyos logits son todos 0 tiene $\overline{L} = \ln V$ con cualquier texto. Si la tuya da otra
# cosa con él, mira los objetivos y la media.
#
# **Ojo.** Quien se olvida de volver atrás entrena sin dropout desde la primera medida. Y lo que dice si el modelo ha
# aprendido la lengua o el texto de memoria es la pérdida con texto que *no* ha visto.
# %% lang=en
def mean_loss(model, data, n_batches=20, batch_size=32):
    """The mean cross-entropy of the next token over random batches, a float."""
    ### BEGIN SOLUTION
    model.eval()
    losses = []
    with torch.no_grad():
        for _ in range(n_batches):
            x, y = get_batch(data, model.context, batch_size)
            logits = model(x)  # (B, n, V)
            losses.append(F.cross_entropy(logits.flatten(0, 1), y.flatten()).item())
    model.train()
    return sum(losses) / len(losses)
    ### END SOLUTION


# %% lang=es
def perdida_media(modelo, datos, n_lotes=20, tam_lote=32):
    """La entropía cruzada media del siguiente token en lotes al azar, un float."""
    ### BEGIN SOLUTION
    modelo.eval()
    perdidas = []
    with torch.no_grad():
        for _ in range(n_lotes):
            x, y = lote(datos, modelo.context, tam_lote)
            logits = modelo(x)  # (B, n, V)
            perdidas.append(F.cross_entropy(logits.flatten(0, 1), y.flatten()).item())
    modelo.train()
    return sum(perdidas) / len(perdidas)
    ### END SOLUTION


# %% lang=en solved
print(f"{mean_loss(small, abc):.3f}, in training mode: {small.training}")
# %% lang=es solved
print(f"{perdida_media(pequeno, abc):.3f}, en modo de entrenamiento: {pequeno.training}")
