# mistake: the FFN's layers are in a Python list: never trained
# base: perfect_es
# item: block
# fails: ffn_width
# misconception: BL-14
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        del self.red
        self.capas = [nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model)]

    def red_densa(self, x):
        for capa in self.capas:
            x = capa(x)
        return x

    def forward(self, x, mascara=None):
        x = x + self.dropout(self.atencion(self.norma1(x), mascara))
        return x + self.dropout(self.red_densa(self.norma2(x)))
