# mistake: masks the weights after the softmax, in torch
# base: perfect_es
# item: attention
# fails: mask_before_softmax
# keeps: scaled
# misconception: MK-01
# drags: multihead, block, minigpt
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    pesos = softmax(Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1)))
    if mascara is not None:
        pesos = pesos.masked_fill(mascara == 0, 0.0)
    return pesos @ V, pesos
