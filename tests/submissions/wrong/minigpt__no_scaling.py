# mistake: no 1/sqrt(d_k) in its attention
# base: perfect_en
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal, order_matters, initial_loss
# misconception: AT-01
# %%
class CausalSelfAttention(CausalSelfAttention):
    def forward(self, x):
        batch, n, d_model = x.shape
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        future = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
        weights = torch.softmax((q @ k.transpose(-2, -1)).masked_fill(future, float("-inf")), dim=-1)
        return self.output((self.dropout(weights) @ v).transpose(1, 2).reshape(batch, n, d_model))
