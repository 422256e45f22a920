# style: Spanish, everything by keyword, dictionary of layers, dropout on the embeddings
# items: minigpt, generation, kv_cache
# %%
import math

import torch
import torch.nn as nn


class CabezaCausal(nn.Module):
    def __init__(self, d_modelo, dim):
        super().__init__()
        self.q = nn.Linear(d_modelo, dim)
        self.k = nn.Linear(d_modelo, dim)
        self.v = nn.Linear(d_modelo, dim)

    def forward(self, x):
        n = x.size(1)
        s = self.q(x) @ self.k(x).transpose(1, 2) / math.sqrt(self.q.out_features)
        s = s.masked_fill(torch.tril(torch.ones(n, n)) == 0, float("-inf"))
        return s.softmax(dim=-1) @ self.v(x)


class BloqueDecoder(nn.Module):
    def __init__(self, d_modelo, n_cabezas, tasa=0.1):
        super().__init__()
        self.norma_1 = nn.LayerNorm(d_modelo)
        self.cabezas = nn.ModuleList(CabezaCausal(d_modelo, d_modelo // n_cabezas) for _ in range(n_cabezas))
        self.mezcla = nn.Linear(d_modelo, d_modelo)
        self.norma_2 = nn.LayerNorm(d_modelo)
        self.subir = nn.Linear(d_modelo, 4 * d_modelo)
        self.activacion = nn.GELU()
        self.bajar = nn.Linear(4 * d_modelo, d_modelo)
        self.apagado = nn.Dropout(tasa)

    def forward(self, x):
        y = self.norma_1(x)
        y = torch.cat([cabeza(y) for cabeza in self.cabezas], dim=-1)
        x = x + self.apagado(self.mezcla(y))
        return x + self.apagado(self.bajar(self.activacion(self.subir(self.norma_2(x)))))


class MiniGPT(nn.Module):
    def __init__(self, tam_vocab, d_modelo=64, n_cabezas=4, n_capas=3, contexto=64, tasa_dropout=0.1):
        super().__init__()
        self.longitud_contexto = contexto
        self.tabla_tokens = nn.Embedding(num_embeddings=tam_vocab, embedding_dim=d_modelo)
        self.tabla_posiciones = nn.Embedding(num_embeddings=contexto, embedding_dim=d_modelo)
        self.apagado = nn.Dropout(p=tasa_dropout)
        self.capas = nn.ModuleDict({f"capa{i}": BloqueDecoder(d_modelo, n_cabezas, tasa_dropout) for i in range(n_capas)})
        self.norma_final = nn.LayerNorm(d_modelo)
        self.salida = nn.Linear(d_modelo, tam_vocab)

    def forward(self, indices):
        n = indices.shape[-1]
        x = self.apagado(self.tabla_tokens(indices) + self.tabla_posiciones.weight[:n])
        for capa in self.capas.values():
            x = capa(x)
        return self.salida(self.norma_final(x))
# %%
def generar(modelo, tokenizador, inicio, longitud=200, temperatura=1.0, top_k=None):
    modelo.eval()
    if temperatura <= 0:
        raise ValueError("la temperatura debe ser positiva")
    indices = tokenizador.codificar(inicio)
    with torch.no_grad():
        while longitud > 0:
            ventana = torch.tensor(indices[-modelo.longitud_contexto :]).unsqueeze(0)
            puntuaciones = modelo(ventana)[0][-1] / temperatura
            if top_k:
                mejores = puntuaciones.argsort(descending=True)[:top_k]
                filtro = torch.full_like(puntuaciones, float("-inf"))
                filtro[mejores] = puntuaciones[mejores]
                puntuaciones = filtro
            probabilidades = puntuaciones.softmax(dim=0)
            indices = indices + [torch.multinomial(probabilidades, 1).item()]
            longitud -= 1
    return tokenizador.decodificar(indices)
# %%
def memoria_kv_cache(n_tokens, n_capas, d_modelo, bytes_por_valor=2, n_cabezas=None, n_cabezas_kv=None):
    if n_cabezas is not None:
        d_modelo = d_modelo * n_cabezas_kv // n_cabezas
    claves = n_tokens * n_capas * d_modelo
    return (claves + claves) * bytes_por_valor
