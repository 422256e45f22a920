# mistake: softmax of the probabilities divided by T
# base: perfect_en
# item: generation
# fails: temperature
# keeps: prompt_and_length, context_window, evaluation_mode, reproducible
# misconception: GE-05
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        p = torch.softmax(model(torch.tensor([ids[-model.context :]]))[0, -1], -1) / temperature
        if top_k is not None:
            p[p < p.topk(min(top_k, len(p))).values[-1]] = float("-inf")
        ids.append(torch.multinomial(torch.softmax(p, -1), 1).item())
    return tok.decode(ids)
