# style: NumPy, Spanish names throughout, the course's own forms: rows only, the pair (pe, omega)
# items: softmax, attention, masks, multihead, positional_encoding, block, kv_cache
# %%
import numpy as np
# %%
def softmax_filas(puntuaciones):
    """Softmax de cada fila."""
    maximo = puntuaciones.max(axis=-1, keepdims=True)
    exponenciales = np.exp(puntuaciones - maximo)
    return exponenciales / exponenciales.sum(axis=-1, keepdims=True)
# %%
def atencion_producto_escalar(consultas, claves, valores, mascara=None):
    dimension = claves.shape[-1]
    puntuaciones = consultas @ claves.T / np.sqrt(dimension)
    if mascara is not None:
        puntuaciones = np.where(mascara == 1, puntuaciones, -np.inf)
    pesos = softmax_filas(puntuaciones)
    return pesos @ valores, pesos
# %%
def mascara_causal(n):
    filas, columnas = np.indices((n, n))
    return columnas <= filas


def mascara_padding(longitudes, n_max):
    longitudes = np.array(longitudes).reshape(-1, 1)
    return np.arange(n_max) < longitudes
# %%
def multicabeza(X, cabezas, W_O, mascara=None):
    salidas = []
    for W_Q, W_K, W_V in cabezas:
        salida, _ = atencion_producto_escalar(X @ W_Q, X @ W_K, X @ W_V, mascara)
        salidas.append(salida)
    return np.concatenate(salidas, axis=1) @ W_O
# %%
def codificacion_sinusoidal(n_posiciones, d_modelo):
    posiciones = np.arange(n_posiciones)[:, np.newaxis]
    omega = 1.0 / (10000 ** (np.arange(0, d_modelo, 2) / d_modelo))
    pe = np.empty((n_posiciones, d_modelo))
    pe[:, 0::2] = np.sin(posiciones * omega)
    pe[:, 1::2] = np.cos(posiciones * omega)
    return pe, omega
# %%
def norm_capa(x, eps=1e-5):
    media = x.mean(axis=-1, keepdims=True)
    varianza = x.var(axis=-1, keepdims=True)
    return (x - media) / np.sqrt(varianza + eps)


def relu(x):
    return np.maximum(0, x)


def bloque_transformer(x, cabezas, W_O, W1, b1, W2, b2, mascara=None):
    z = norm_capa(x + multicabeza(x, cabezas, W_O, mascara))
    return norm_capa(z + relu(z @ W1 + b1) @ W2 + b2)
# %%
def memoria_kv_cache(n_tokens, n_capas, d_modelo, bytes_por_valor=2, n_cabezas=None, n_cabezas_kv=None):
    proporcion = (1, 1) if n_cabezas is None else (n_cabezas_kv, n_cabezas)
    return 2 * n_tokens * n_capas * d_modelo * bytes_por_valor * proporcion[0] // proporcion[1]
