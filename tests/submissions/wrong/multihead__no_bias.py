# mistake: projections without bias
# base: perfect_es
# item: multihead
# fails: parameter_count
# keeps: values, one_head, divisibility, equivariant, mask_reaches_heads
# drags: minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def __init__(self, d_model, n_heads):
        super().__init__(d_model, n_heads)
        self.W_q, self.W_k, self.W_v, self.W_o = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))
