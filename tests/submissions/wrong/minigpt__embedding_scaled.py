# mistake: the embedding is multiplied by sqrt(d_model)
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal, order_matters
# misconception: GP-12
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = self.emb_token(idx) * math.sqrt(self.emb_token.embedding_dim) + self.emb_pos(torch.arange(n))
        for bloque in self.bloques:
            x = bloque(x, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
