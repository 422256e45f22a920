# mistake: heads as wide as the model, averaged instead of concatenated
# base: perfect_es
# item: multihead
# fails: values
# misconception: MH-07
# drags: block, minigpt
# %%
class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("no es divisible")
        self.n_heads, self.d_k = n_heads, d_model // n_heads
        self.W_q, self.W_k, self.W_v, self.W_o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x, mascara=None):
        lote, n, _ = x.shape
        q, k, v = (
            w(x).view(lote, n, self.n_heads, self.d_k).transpose(1, 2) for w in (self.W_q, self.W_k, self.W_v)
        )
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return self.W_o(salida.mean(dim=1).repeat(1, 1, self.n_heads))
