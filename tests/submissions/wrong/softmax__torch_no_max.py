# mistake: exp of the raw scores, in torch
# base: perfect_es
# item: softmax
# fails: stable
# keeps: values, sums_to_one
# misconception: SM-01
# drags: attention, multihead, block, minigpt
# %%
def softmax(z, dim=-1):
    return torch.exp(z) / torch.exp(z).sum(dim, keepdim=True)
