# mistake: dim=0, in torch
# base: perfect_es
# item: softmax
# fails: values, any_axis, sums_to_one
# misconception: SM-04
# drags: attention, multihead, block, minigpt
# %%
def softmax(z, dim=-1):
    e = torch.exp(z - z.max(dim=0, keepdim=True).values)
    return e / e.sum(dim=0, keepdim=True)
