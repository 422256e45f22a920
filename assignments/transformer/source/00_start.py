# %% [markdown] lang=en
# # Transformers from scratch
#
# In nine parts you build a Transformer: first the mathematics, in NumPy, where you can look at every number; then the
# modules, in PyTorch; at the end a small GPT that writes text.
#
# 1. Softmax
# 2. Scaled dot-product attention
# 3. Causal and padding masks
# 4. Multi-head attention
# 5. Positional encoding
# 6. The Transformer block
# 7. MiniGPT
# 8. Generating text
# 9. The memory of the KV cache
#
# **How to work.** Where it says `raise NotImplementedError`, write your solution in its place. Keep the names of the
# functions and classes and the order of their parameters; you may rename the parameters, and add optional ones at the
# end. Later parts use earlier ones, so go from top to bottom.
#
# **How you see where you stand.** After each part there is a cell with a few checks. ✓ holds, ✗ doesn't, and · isn't
# written yet. They are examples, and fewer than those by which your work will be graded: if all are ticked, you
# aren't far from the end, but do try numbers of your own. Before you hand in, restart the kernel and run all cells.
#
# **And what to try next.** If you were given this notebook in a folder with its checks, the line `%load_ext grader` in
# a cell of your own, and below it `%grade softmax`, asks more of a part, and says of a mistake what it probably is and
# what to try. `%grade` alone goes through all parts, and `grade check` in a terminal through the saved file.
#
# **Two libraries.** Parts 1, 2, 3 and 5 may be written in NumPy or in torch. The checks here hand you NumPy arrays; if
# you choose torch, wrap them: `torch.tensor(...)`. Whatever a part asks you to build, build it: a library call that is
# the whole part (`scipy.special.softmax`, `nn.MultiheadAttention`) earns nothing there.
# %% [markdown] lang=es
# # Transformers desde cero
#
# En nueve partes construyes un Transformer: primero las matemáticas, en NumPy, donde puedes mirar cada número; después
# los módulos, en PyTorch; y al final un pequeño GPT que escribe texto.
#
# 1. Softmax
# 2. Atención por producto escalar
# 3. Máscaras causal y de padding
# 4. Atención multi-cabeza
# 5. Codificación posicional
# 6. El bloque Transformer
# 7. MiniGPT
# 8. Generar texto
# 9. La memoria de la caché KV
#
# **Cómo trabajar.** Donde pone `raise NotImplementedError`, escribe tu solución en su lugar. Conserva los nombres de
# las funciones y clases y el orden de sus parámetros; a los parámetros puedes cambiarles el nombre, y puedes añadir
# otros opcionales al final. Cada parte usa las anteriores, así que ve de arriba abajo.
#
# **Cómo ver por dónde vas.** Después de cada parte hay una celda con unas pocas comprobaciones. ✓ se cumple, ✗ no se
# cumple y · aún no está escrito. Son ejemplos, y menos que los que se usarán para calificarte: si todos llevan ✓ no
# estás lejos del final, pero prueba también con números tuyos. Antes de entregar, reinicia el kernel y ejecuta todas
# las celdas.
#
# **Y qué probar después.** Si te han dado este notebook en una carpeta con sus comprobaciones, la línea
# `%load_ext grader` en una celda tuya y, debajo, `%grade softmax` examinan mejor una parte: dicen cuál es probablemente
# el error y qué puedes probar. `%grade` a secas recorre todas las partes, y `grade check`, en una terminal, el archivo
# guardado.
#
# **Dos bibliotecas.** Las partes 1, 2, 3 y 5 se pueden escribir en NumPy o en torch. Las comprobaciones de aquí te
# pasan arrays de NumPy; si eliges torch, conviértelos: `torch.tensor(...)`. Lo que una parte te pide construir,
# constrúyelo: una llamada a una biblioteca que sea la parte entera (`scipy.special.softmax`, `nn.MultiheadAttention`)
# no puntúa.
# %%
import math
from contextlib import contextmanager

import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


# %% lang=en
@contextmanager
def claim(words):
    """Given: runs the lines below it and prints whether they hold.  An error in them doesn't stop the notebook."""
    try:
        yield
        print("✓", words)
    except NotImplementedError:
        print("·", words, "(not written yet)")
    except AssertionError:
        print("✗", words)
    except Exception as error:
        print("✗", words, f"({type(error).__name__}: {error})")


# %% lang=es
@contextmanager
def comprueba(afirmacion):
    """Ya hecha: ejecuta las líneas de debajo y dice si se cumplen.  Un error en ellas no detiene el notebook."""
    try:
        yield
        print("✓", afirmacion)
    except NotImplementedError:
        print("·", afirmacion, "(aún sin escribir)")
    except AssertionError:
        print("✗", afirmacion)
    except Exception as error:
        print("✗", afirmacion, f"({type(error).__name__}: {error})")
