# mistake: d_model // n_heads silently drops the rest
# base: perfect_es
# item: multihead
# fails: divisibility
# keeps: values, one_head, parameter_count, equivariant, mask_reaches_heads
# misconception: MH-12
# %%
class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads, self.d_k = n_heads, d_model // n_heads
        self.W_q, self.W_k, self.W_v = (nn.Linear(d_model, n_heads * self.d_k) for _ in range(3))
        self.W_o = nn.Linear(n_heads * self.d_k, d_model)

    def forward(self, x, mascara=None):
        lote, n, _ = x.shape
        q, k, v = (
            w(x).view(lote, n, self.n_heads, self.d_k).transpose(1, 2) for w in (self.W_q, self.W_k, self.W_v)
        )
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return self.W_o(salida.transpose(1, 2).reshape(lote, n, -1))
