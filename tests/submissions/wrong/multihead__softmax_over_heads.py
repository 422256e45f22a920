# mistake: softmax(dim=1): over the heads
# base: perfect_es
# item: multihead
# fails: values
# keeps: parameter_count, divisibility
# misconception: AT-09
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        s = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        if mascara is not None:
            s = s.masked_fill(mascara == 0, float("-inf"))
        return self.W_o((torch.softmax(s, dim=1) @ v).transpose(1, 2).reshape(lote, n, d_model))
