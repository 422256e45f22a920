# mistake: Q.div_ changes the caller's queries
# base: perfect_es
# item: attention
# fails: input_untouched
# keeps: values, weights, mask_convention, mask_before_softmax
# misconception: AT-21
# %%
def atencion_producto_escalar(Q, K, V, mascara=None):
    with torch.no_grad():
        Q.div_(math.sqrt(Q.size(-1)))
    puntuaciones = Q @ K.transpose(-2, -1)
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(mascara == 0, float("-inf"))
    pesos = softmax(puntuaciones)
    return pesos @ V, pesos
