# mistake: each head is as wide as the model: h times the parameters
# base: perfect_es
# item: multihead
# fails: parameter_count
# misconception: MH-10
# drags: block, minigpt
# %%
class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0
        self.n_heads = n_heads
        self.W_q, self.W_k, self.W_v = (nn.Linear(d_model, n_heads * d_model) for _ in range(3))
        self.W_o = nn.Linear(n_heads * d_model, d_model)

    def forward(self, x, mascara=None):
        lote, n, d = x.shape
        q, k, v = (w(x).view(lote, n, self.n_heads, d).transpose(1, 2) for w in (self.W_q, self.W_k, self.W_v))
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return self.W_o(salida.transpose(1, 2).reshape(lote, n, -1))
