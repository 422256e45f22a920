# style: Spanish, Greek and full-width names
# earns: softmax all, kv_cache all
# %%
import numpy as np
def softmax(señal, eje=-1):
    Δ = señal - señal.max(axis=eje, keepdims=True)
    ε = np.exp(Δ)
    Σ = ε.sum(axis=eje, keepdims=True)
    return ε / Σ
def memoria_kv_cache(ｎ, capas, dimensión, bytes_por_número=2, cabezas=None, cabezas_kv=None):
    ancho = dimensión if cabezas is None else dimensión // cabezas * cabezas_kv
    return 2 * n * capas * ancho * bytes_por_número
