# mistake: the other convention: True = blocked, in torch
# base: perfect_es
# item: attention
# fails: mask_convention
# keeps: values, scaled, weights, mask_before_softmax, blocked_is_invisible, batched, gradients, input_untouched
# misconception: MK-06
# drags: multihead, block, minigpt
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    puntuaciones = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara.bool(), float("-inf"))
    pesos = softmax(puntuaciones)
    return pesos @ V, pesos
