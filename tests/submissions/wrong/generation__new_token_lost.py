# mistake: the new token isn't fed back: every step sees the prompt alone
# base: perfect_en
# item: generation
# fails: context_window
# keeps: prompt_and_length, evaluation_mode, reproducible
# misconception: GE-12
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    idx = torch.tensor([tok.encode(prompt)])
    new = []
    for _ in range(length):
        logits = model(idx[:, -model.context :])[0, -1] / temperature
        if top_k is not None:
            logits[logits < logits.topk(min(top_k, len(logits))).values[-1]] = float("-inf")
        new.append(torch.multinomial(torch.softmax(logits, -1), 1).item())
    return prompt + tok.decode(new)
