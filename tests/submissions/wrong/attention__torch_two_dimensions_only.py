# mistake: K.t() works for two dimensions only
# base: perfect_es
# item: attention
# fails: batched
# keeps: values, scaled, weights, mask_convention, mask_before_softmax, blocked_is_invisible, gradients
# misconception: AT-18
# drags: multihead, block, minigpt
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    puntuaciones = Q @ K.t() / math.sqrt(Q.size(-1))
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara == 0, float("-inf"))
    pesos = softmax(puntuaciones)
    return pesos @ V, pesos
