# mistake: softmax(dim=-2)
# base: perfect_es
# item: attention
# fails: values, weights
# misconception: AT-08
# drags: multihead, block, minigpt
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    puntuaciones = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara == 0, -1e9)
    pesos = softmax(puntuaciones, dim=-2)
    return pesos @ V, pesos
