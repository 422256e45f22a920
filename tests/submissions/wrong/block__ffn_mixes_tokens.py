# mistake: the FFN reads the mean of all tokens
# base: perfect_es
# item: block
# fails: ffn_per_token
# keeps: ffn_width, dropout, stacks
# misconception: BL-09
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.atencion(self.norma1(x), mascara))
        h = self.norma2(x)
        h = 0.5 * h + 0.5 * h.mean(dim=1, keepdim=True)
        return x + self.dropout(self.red(h))
