# mistake: logits of the last position only
# base: perfect_es
# item: minigpt
# fails: shapes
# misconception: GP-10
# drags: generation
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        return super().forward(idx)[:, -1, :]
