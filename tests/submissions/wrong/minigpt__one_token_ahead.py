# mistake: the mask lets each token see the next one
# base: perfect_en
# item: minigpt
# fails: causal
# keeps: parameter_count, shapes, initial_loss
# misconception: MK-07
# %%
class CausalSelfAttention(CausalSelfAttention):
    def forward(self, x):
        batch, n, d_model = x.shape
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        future = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=2)
        weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
        return self.output((self.dropout(weights) @ v).transpose(1, 2).reshape(batch, n, d_model))
