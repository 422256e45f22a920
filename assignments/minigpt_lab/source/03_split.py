# %% [markdown] lang=en
# ## Training and validation data
#
# A large enough model can learn a text by heart. Whether it has learned the *language* shows on text that it hasn't
# seen, so a part is held back before training begins.
#
# Write `train_val_split(data, fraction=0.9)`. It gives `(train, val)`: the first `fraction` of the tokens `data` $(N,)$
# and all the rest, both in their order. Where `fraction` $\cdot N$ isn't a whole number, round it either way.
#
# **Example.** Of 20 tokens, `train_val_split(data, 0.75)` gives the first 15 and the last 5.
#
# **Watch out.** Examples that stand each for itself are shuffled before they are split; a text isn't, for shuffled it's
# no text any more. No token is in both parts, and none is lost between them.
# %% [markdown] lang=es
# ## Datos de entrenamiento y de validación
#
# Un modelo lo bastante grande puede aprenderse un texto de memoria. Si ha aprendido el *idioma* se ve con texto que no
# ha visto, así que una parte se reserva antes de empezar a entrenar.
#
# Escribe `separar_datos(datos, fraccion=0.9)`. Da `(entrenamiento, validacion)`: la primera `fraccion` de los tokens
# `datos` $(N,)$ y todo el resto, los dos en su orden. Si `fraccion` $\cdot N$ no es un número entero, redondéalo hacia
# donde quieras.
#
# **Ejemplo.** De 20 tokens, `separar_datos(datos, 0.75)` da los 15 primeros y los 5 últimos.
#
# **Ojo.** Los ejemplos que van cada uno por su lado se barajan antes de separarlos; un texto no, porque barajado ya no
# es un texto. Ningún token está en las dos partes, y ninguno se pierde entre ellas.
# %% lang=en
def train_val_split(data, fraction=0.9):
    """The first `fraction` of data for training, the rest for validation."""
    ### BEGIN SOLUTION
    cut = int(fraction * len(data))
    return data[:cut], data[cut:]
    ### END SOLUTION


# %% lang=es
def separar_datos(datos, fraccion=0.9):
    """La primera `fraccion` de los datos para entrenar, el resto para validar."""
    ### BEGIN SOLUTION
    corte = int(fraccion * len(datos))
    return datos[:corte], datos[corte:]
    ### END SOLUTION


# %% lang=en solved
train_data, val_data = train_val_split(data)
print(len(train_data), "tokens to learn from,", len(val_data), "to be examined on")
print("... " + tok.decode(train_data[-30:]) + " | " + tok.decode(val_data[:30]) + " ...")
# %% lang=es solved
datos_entrenamiento, datos_validacion = separar_datos(datos)
print(len(datos_entrenamiento), "tokens para aprender,", len(datos_validacion), "para examinarse")
print("... " + tok.decodificar(datos_entrenamiento[-30:]) + " | " + tok.decodificar(datos_validacion[:30]) + " ...")
