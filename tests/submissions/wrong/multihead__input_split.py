# mistake: the input is cut into pieces first and each head projects its own piece
# base: perfect_es
# item: multihead
# fails: values, parameter_count
# misconception: MH-11
# drags: block, minigpt
# %%
class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0
        self.n_heads, d_k = n_heads, d_model // n_heads
        self.q, self.k, self.v = (nn.Linear(d_k, d_k) for _ in range(3))
        self.W_o = nn.Linear(d_model, d_model)

    def forward(self, x, mascara=None):
        lote, n, d = x.shape
        trozos = x.view(lote, n, self.n_heads, -1).transpose(1, 2)
        salida, _ = atencion_producto_escalar(self.q(trozos), self.k(trozos), self.v(trozos), mascara)
        return self.W_o(salida.transpose(1, 2).reshape(lote, n, d))
