# mistake: no 1/sqrt(d_k), in torch
# base: perfect_es
# item: attention
# fails: values, scaled
# keeps: mask_convention, mask_before_softmax, blocked_is_invisible, input_untouched
# misconception: AT-01
# drags: multihead, block, minigpt
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    puntuaciones = Q @ K.transpose(-2, -1)
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara == 0, float("-inf"))
    pesos = softmax(puntuaciones)
    return pesos @ V, pesos
