# mistake: divides the probabilities: multinomial renormalises and nothing changes
# base: perfect_en
# item: generation
# fails: temperature
# keeps: prompt_and_length, newest_logits, context_window, evaluation_mode, reproducible
# misconception: GE-04
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        logits = model(torch.tensor([ids[-model.context :]]))[0, -1]
        if top_k is not None:
            logits[logits < logits.topk(min(top_k, len(logits))).values[-1]] = float("-inf")
        probabilities = torch.softmax(logits, -1) / temperature
        ids.append(torch.multinomial(probabilities, 1).item())
    return tok.decode(ids)
