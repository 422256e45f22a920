# mistake: draws uniformly
# base: perfect_en
# item: generation
# fails: newest_logits, temperature
# keeps: prompt_and_length, evaluation_mode
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        logits = model(torch.tensor([ids[-model.context :]]))[0, -1]
        ids.append(torch.randint(len(logits), ()).item())
    return tok.decode(ids)
