# mistake: length - 1 new tokens
# base: perfect_en
# item: generation
# fails: prompt_and_length
# keeps: newest_logits, evaluation_mode, reproducible
# misconception: GE-14
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(1, length):
        logits = model(torch.tensor([ids[-model.context :]]))[0, -1] / temperature
        if top_k is not None:
            logits[logits < logits.topk(min(top_k, len(logits))).values[-1]] = float("-inf")
        ids.append(torch.multinomial(torch.softmax(logits, -1), 1).item())
    return tok.decode(ids)
