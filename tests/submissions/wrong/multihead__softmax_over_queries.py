# mistake: softmax(dim=-2): over the queries
# base: perfect_es
# item: multihead
# fails: values
# keeps: parameter_count, divisibility, equivariant
# misconception: AT-08
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        s = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        if mascara is not None:
            s = s.masked_fill(mascara == 0, -1e9)
        return self.W_o((torch.softmax(s, dim=-2) @ v).transpose(1, 2).reshape(lote, n, d_model))
