# mistake: new tokens are put in front of the text
# base: perfect_en
# item: generation
# fails: prompt_and_length
# keeps: evaluation_mode, reproducible
# misconception: GE-12
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    idx = torch.tensor([tok.encode(prompt)])
    for _ in range(length):
        logits = model(idx[:, -model.context :])[:, -1] / temperature
        if top_k is not None:
            logits[logits < logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]] = float("-inf")
        new = torch.multinomial(torch.softmax(logits, -1), 1)
        idx = torch.cat([new, idx], dim=1)
    return tok.decode(idx[0].tolist())
