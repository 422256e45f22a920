# mistake: softmax(dim=1): keys in two dimensions, heads in four
# base: perfect_es
# item: attention
# fails: batched
# keeps: values, scaled
# misconception: AT-09
# drags: multihead, block, minigpt
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    puntuaciones = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara == 0, -1e9)
    pesos = softmax(puntuaciones, dim=1)
    return pesos @ V, pesos
