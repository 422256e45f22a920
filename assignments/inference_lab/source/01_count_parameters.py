# %% [markdown] lang=en
# # Inference lab: what a model costs
#
# How many parameters does a model have, how much text does it want, how much memory does it take while it writes, and
# which tricks make that less? First you work it out with pen and paper (parts 1 to 4), then you save: a window that
# slides (5), attention in tiles (6), a cache of keys and values (7), and the same with rotary positions (8) and
# grouped queries (9).
#
# Write your code where it says `write your solution here`. Keep the names of functions and classes; their parameters
# are passed by position, so you may call these as you like.
#
# **How you see where you stand.** If you were given this notebook in a folder with its checks, write `%load_ext grader`
# in a cell of your own, and below it `%grade`: it says of each part what holds, and of a mistake what it probably is
# and what to try. `grade check` in a terminal does the same with the saved file. The grade asks more than that.

# %% [markdown] lang=es
# # Laboratorio de inferencia: lo que cuesta un modelo
#
# ¿Cuántos parámetros tiene un modelo, cuánto texto pide, cuánta memoria ocupa mientras escribe, y con qué trucos se
# reduce? Primero lo calculas con papel y lápiz (partes 1 a 4) y después ahorras: una ventana que se desliza (5),
# atención por bloques (6), una caché de claves y valores (7), y lo mismo con posiciones rotatorias (8) y consultas
# agrupadas (9).
#
# Escribe tu código donde dice `escribe aquí tu solución`. No cambies los nombres de las funciones y las clases; sus
# parámetros se pasan por posición, así que puedes llamarlos como quieras.
#
# **Cómo ver por dónde vas.** Si te han dado este notebook en una carpeta con sus comprobaciones, escribe `%load_ext
# grader` en una celda tuya y, debajo, `%grade`: te dice qué se cumple de cada parte y, si hay un error, cuál es
# probablemente y qué puedes probar. `grade check`, en una terminal, hace lo mismo con el archivo guardado. Para la nota
# se pregunta más.

# %% [markdown] lang=en
# ## 1. Parameters of each component
#
# Take a MiniGPT as you built it: token embeddings and learned positions, $L$ pre-LN blocks of attention and a
# feed-forward layer $4d$ wide, a last norm, and a head that isn't tied to the embeddings. Every linear layer has a
# bias, every norm a gain and a bias. With vocabulary $V$, width $d$ and context $C$:
#
# | component | parameters |
# |---|---|
# | embeddings | $V d + C d$ |
# | attention, in each block | $W_Q, W_K, W_V, W_O$ with biases: $4(d^2 + d)$ |
# | feed-forward, in each block | $d \to 4d \to d$ with biases: $8d^2 + 5d$ |
# | norms | $2 \cdot 2d$ in each block, and $2d$ at the end |
# | head | $d V + V$ |
#
# Write `count_parameters(vocab_size, d_model, n_heads, n_layers, context)`. It returns a dict with the keys
# `"embeddings"`, `"attention"`, `"ffn"`, `"norms"`, `"head"` and `"total"`; each number is for **all layers
# together**.
#
# Example: `count_parameters(46, 64, 4, 3, 64)` gives 7 040 + 49 920 + 99 264 + 896 + 2 990 = **160 110**, as you find
# in your model: `sum(p.numel() for p in model.parameters())`.
#
# *Watch out:* biases are few, but they belong to it; and think about whether the number of heads changes anything.

# %% [markdown] lang=es
# ## 1. Parámetros de cada componente
#
# Toma un MiniGPT como el que construiste: embeddings de tokens y posiciones aprendidas, $L$ bloques pre-LN con
# atención y una red feed-forward de ancho $4d$, una última norma, y una cabeza que no comparte sus pesos con los
# embeddings. Cada capa lineal tiene sesgo, y cada norma una ganancia y un sesgo. Con vocabulario $V$, ancho $d$ y
# contexto $C$:
#
# | componente | parámetros |
# |---|---|
# | embeddings | $V d + C d$ |
# | atención, en cada bloque | $W_Q, W_K, W_V, W_O$ con sesgos: $4(d^2 + d)$ |
# | feed-forward, en cada bloque | $d \to 4d \to d$ con sesgos: $8d^2 + 5d$ |
# | normas | $2 \cdot 2d$ en cada bloque, y $2d$ al final |
# | cabeza | $d V + V$ |
#
# Escribe `contar_parametros(vocab_size, d_model, n_cabezas, n_capas, contexto)`. Devuelve un dict con las claves
# `"embeddings"`, `"atencion"`, `"ffn"`, `"normas"`, `"cabeza"` y `"total"`; cada número es el de **todas las capas
# juntas**.
#
# Ejemplo: `contar_parametros(46, 64, 4, 3, 64)` da 7 040 + 49 920 + 99 264 + 896 + 2 990 = **160 110**, lo mismo que
# encuentras en tu modelo: `sum(p.numel() for p in modelo.parameters())`.
#
# *Cuidado:* los sesgos son pocos, pero cuentan; y piensa si el número de cabezas cambia algo.


# %% lang=en
def count_parameters(vocab_size, d_model, n_heads, n_layers, context):
    """The parameters of a MiniGPT by component: a dict with embeddings, attention, ffn, norms, head, total."""
    ### BEGIN SOLUTION
    d = d_model
    counts = {
        "embeddings": vocab_size * d + context * d,
        "attention": n_layers * 4 * (d**2 + d),
        "ffn": n_layers * (8 * d**2 + 5 * d),
        "norms": n_layers * 2 * 2 * d + 2 * d,
        "head": d * vocab_size + vocab_size,
    }
    counts["total"] = sum(counts.values())
    return counts
    ### END SOLUTION


# %% lang=es
def contar_parametros(vocab_size, d_model, n_cabezas, n_capas, contexto):
    """Los parámetros de un MiniGPT por componente: un dict con embeddings, atencion, ffn, normas, cabeza, total."""
    ### BEGIN SOLUTION
    d = d_model
    cuentas = {
        "embeddings": vocab_size * d + contexto * d,
        "atencion": n_capas * 4 * (d**2 + d),
        "ffn": n_capas * (8 * d**2 + 5 * d),
        "normas": n_capas * 2 * 2 * d + 2 * d,
        "cabeza": d * vocab_size + vocab_size,
    }
    cuentas["total"] = sum(cuentas.values())
    return cuentas
    ### END SOLUTION


# %% lang=en solved
print("MiniGPT:", count_parameters(46, 64, 4, 3, 64))
print("the size of GPT-2:", count_parameters(50257, 768, 12, 12, 1024))
# %% lang=es solved
print("MiniGPT:", contar_parametros(46, 64, 4, 3, 64))
print("del tamaño de GPT-2:", contar_parametros(50257, 768, 12, 12, 1024))
