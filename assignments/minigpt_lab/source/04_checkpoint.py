# %% [markdown] lang=en
# ## Checkpoints
#
# What was learned in an hour is gone with the kernel, unless it's saved. To have a model again, three things are
# needed: the **weights**, the **sizes** that it's built with, and the **vocabulary** by which its ids mean something.
# Two tokenizers of different texts give the same letter different ids: with the wrong one a model writes gibberish, and
# no error says so.
#
# Write the two functions
#
# - `save_checkpoint(model, tok, path)`: writes one file, and changes nothing in memory;
# - `load_checkpoint(path)`: builds `(model, tok)` anew from that file and nothing else.
#
# The model that is given remembers its constructor's arguments in the dict `model.config`, and `model.state_dict()` has
# its weights.
#
# **Example.** A `MiniGPT(27, d_model=16, n_heads=2)` is saved; the notebook is closed, and opened again with another
# text. After `model, tok = load_checkpoint(path)` the model has 2 heads, `model(idx)` gives the same logits as before,
# and `tok.decode(ids)` the old letters.
#
# **Watch out.** `torch.load` refuses objects of your own classes (`weights_only=True` is its default), since loading
# them would run code from the file. Numbers, tensors, texts, lists and dicts go through. What of the tokenizer is
# needed to build it again?
# %% [markdown] lang=es
# ## Checkpoints
#
# Lo que se aprendió en una hora se pierde con el kernel si no se guarda. Para volver a tener un modelo hacen falta tres
# cosas: los **pesos**, los **tamaños** con los que se construye y el **vocabulario** que da sentido a sus ids. Dos
# tokenizadores de textos distintos dan a la misma letra ids distintos: con el que no es, un modelo escribe galimatías,
# y ningún error lo dice.
#
# Escribe las dos funciones
#
# - `guardar_checkpoint(modelo, tok, ruta)`: escribe un archivo y no cambia nada en la memoria;
# - `cargar_checkpoint(ruta)`: construye `(modelo, tok)` de nuevo a partir de ese archivo y de nada más.
#
# El modelo que te damos recuerda los argumentos de su constructor en el diccionario `modelo.config`, y
# `modelo.state_dict()` tiene sus pesos.
#
# **Ejemplo.** Se guarda un `MiniGPT(27, d_model=16, n_heads=2)`; se cierra el notebook y se vuelve a abrir con otro
# texto. Después de `modelo, tok = cargar_checkpoint(ruta)` el modelo tiene 2 cabezas, `modelo(idx)` da los mismos
# logits que antes y `tok.decodificar(ids)` las letras de antes.
#
# **Ojo.** `torch.load` rechaza los objetos de tus propias clases (por defecto, `weights_only=True`), porque cargarlos
# ejecutaría código del archivo. Los números, los tensores, los textos, las listas y los diccionarios sí pasan. ¿Qué
# hace falta del tokenizador para construirlo otra vez?
# %% lang=en
def save_checkpoint(model, tok, path):
    """Write all that is needed to have model and tok again to the file `path`."""
    ### BEGIN SOLUTION
    torch.save({"config": model.config, "weights": model.state_dict(), "alphabet": tok.alphabet}, path)
    ### END SOLUTION


def load_checkpoint(path):
    """(model, tok), as they were saved."""
    ### BEGIN SOLUTION
    saved = torch.load(path)
    model = MiniGPT(**saved["config"])
    model.load_state_dict(saved["weights"])
    return model.eval(), CharTokenizer("".join(saved["alphabet"]))  # sorted already, and each character once
    ### END SOLUTION


# %% lang=es
def guardar_checkpoint(modelo, tok, ruta):
    """Escribe en el archivo `ruta` todo lo necesario para volver a tener modelo y tok."""
    ### BEGIN SOLUTION
    torch.save({"config": modelo.config, "pesos": modelo.state_dict(), "alfabeto": tok.alfabeto}, ruta)
    ### END SOLUTION


def cargar_checkpoint(ruta):
    """(modelo, tok), como se guardaron."""
    ### BEGIN SOLUTION
    guardado = torch.load(ruta)
    modelo = MiniGPT(**guardado["config"])
    modelo.load_state_dict(guardado["pesos"])
    return modelo.eval(), TokenizadorCaracteres("".join(guardado["alfabeto"]))  # ya ordenado y sin repetidos
    ### END SOLUTION


# %% lang=en solved
import tempfile

model = MiniGPT(tok.vocab_size, d_model=16, n_heads=2, n_layers=2, context=32)
with tempfile.TemporaryDirectory() as folder:
    save_checkpoint(model, tok, folder + "/model.pt")
    again, tok_again = load_checkpoint(folder + "/model.pt")
idx = torch.tensor([tok.encode("The river")])
print("same logits:", torch.equal(model.eval()(idx), again.eval()(idx)))
print("same vocabulary:", tok_again.decode(tok.encode("The river")) == "The river")
# %% lang=es solved
import tempfile

modelo = MiniGPT(tok.vocab_size, d_model=16, n_heads=2, n_layers=2, context=32)
with tempfile.TemporaryDirectory() as carpeta:
    guardar_checkpoint(modelo, tok, carpeta + "/modelo.pt")
    otra_vez, tok_otra_vez = cargar_checkpoint(carpeta + "/modelo.pt")
idx = torch.tensor([tok.codificar("El río")])
print("los mismos logits:", torch.equal(modelo.eval()(idx), otra_vez.eval()(idx)))
print("el mismo vocabulario:", tok_otra_vez.decodificar(tok.codificar("El río")) == "El río")
