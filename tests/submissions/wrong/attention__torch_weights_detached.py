# mistake: the weights are detached: no gradient reaches Q and K
# base: perfect_es
# item: attention
# fails: gradients
# keeps: values, scaled, weights, mask_convention, mask_before_softmax, blocked_is_invisible, batched
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    puntuaciones = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara == 0, float("-inf"))
    pesos = softmax(puntuaciones).detach()
    return pesos @ V, pesos
