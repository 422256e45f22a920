# mistake: (B, vocab, n)
# base: perfect_es
# item: minigpt
# fails: shapes
# misconception: GP-04
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        return super().forward(idx).transpose(1, 2)
