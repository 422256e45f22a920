# mistake: the heads are in a Python list: their parameters are never trained
# base: perfect_es
# item: multihead
# fails: parameter_count
# misconception: MH-18
# drags: block, minigpt
# %%
class Cabeza(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_model, d_k) for _ in range(3))

    def forward(self, x, mascara=None):
        if mascara is not None and mascara.dim() == 4:
            mascara = mascara[:, 0]
        return atencion_producto_escalar(self.q(x), self.k(x), self.v(x), mascara)[0]


class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0
        self.cabezas = [Cabeza(d_model, d_model // n_heads) for _ in range(n_heads)]
        self.W_o = nn.Linear(d_model, d_model)

    def forward(self, x, mascara=None):
        return self.W_o(torch.cat([cabeza(x, mascara) for cabeza in self.cabezas], dim=-1))
