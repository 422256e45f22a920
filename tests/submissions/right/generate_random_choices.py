# style: random.choices, Spanish, the training mode restored, stoi and itos of the tokenizer
# items: generation
# %%
import random

import torch


def generar(modelo, tok, semilla_texto, n_nuevos=200, temp=1.0, k=None):
    estaba_entrenando = modelo.training
    modelo.eval()
    ids = [tok.stoi[c] for c in semilla_texto]
    with torch.no_grad():
        for _ in range(n_nuevos):
            logits = modelo(torch.tensor([ids[-modelo.contexto :]]))[0, -1]
            candidatos = list(range(len(logits)))
            if k is not None:
                candidatos = sorted(candidatos, key=lambda i: -logits[i].item())[:k]
            pesos = [torch.exp((logits[i] - logits.max()) / temp).item() for i in candidatos]
            ids.append(random.choices(candidatos, weights=pesos)[0])
    modelo.train(estaba_entrenando)
    return "".join(tok.itos[i] for i in ids)
