# mistake: the weights are masked after the softmax: the future leaks through the sum
# base: perfect_en
# item: minigpt
# fails: causal
# keeps: parameter_count, shapes
# misconception: MK-01
# %%
class CausalSelfAttention(CausalSelfAttention):
    def forward(self, x):
        batch, n, d_model = x.shape
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        weights = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(self.d_k), dim=-1)
        weights = weights * torch.tril(torch.ones(n, n))
        return self.output((self.dropout(weights) @ v).transpose(1, 2).reshape(batch, n, d_model))
