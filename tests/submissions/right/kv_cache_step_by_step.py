# style: Spanish, one step a line, bits and then bytes
# items: kv_cache
# %%
def memoria_kv_cache(tokens, capas, dim, bytes_valor=2, cabezas=None, cabezas_kv=None):
    """Memoria de K y V en bytes."""
    if cabezas is None:
        cabezas = cabezas_kv = 1
    dim_cabeza = dim // cabezas
    numeros_por_capa_y_token = cabezas_kv * dim_cabeza
    memoria_k = tokens * capas * numeros_por_capa_y_token * bytes_valor * 8 // 8
    memoria_v = memoria_k
    return memoria_k + memoria_v
