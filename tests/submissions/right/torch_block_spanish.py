# style: Spanish, a residual connection as a module of its own, keyword arguments
# items: multihead, block
# %%
import torch
import torch.nn as nn


class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_modelo, n_cabezas, tasa_dropout=0.0):
        super().__init__()
        if d_modelo % n_cabezas != 0:
            raise ValueError("d_modelo debe ser divisible entre n_cabezas")
        self.n_cabezas = n_cabezas
        self.dim_cabeza = d_modelo // n_cabezas
        self.proyeccion_q = nn.Linear(d_modelo, d_modelo)
        self.proyeccion_k = nn.Linear(d_modelo, d_modelo)
        self.proyeccion_v = nn.Linear(d_modelo, d_modelo)
        self.proyeccion_salida = nn.Linear(d_modelo, d_modelo)
        self.apagado = nn.Dropout(tasa_dropout)

    def dividir(self, t):
        lote, n, _ = t.shape
        return t.reshape(lote, n, self.n_cabezas, self.dim_cabeza).permute(0, 2, 1, 3)

    def forward(self, entrada, mascara=None):
        q = self.dividir(self.proyeccion_q(entrada))
        k = self.dividir(self.proyeccion_k(entrada))
        v = self.dividir(self.proyeccion_v(entrada))
        puntuaciones = q.matmul(k.transpose(2, 3)).div(self.dim_cabeza**0.5)
        if mascara is not None:
            puntuaciones = puntuaciones.masked_fill(mascara.logical_not(), float("-inf"))
        pesos = self.apagado(puntuaciones.softmax(dim=3))
        junto = pesos.matmul(v).permute(0, 2, 1, 3).flatten(start_dim=2)
        return self.proyeccion_salida(junto)
# %%
class Residual(nn.Module):
    """x + dropout(subcapa(norma(x)))"""

    def __init__(self, d_modelo, subcapa, tasa_dropout):
        super().__init__()
        self.norma = nn.LayerNorm(d_modelo)
        self.subcapa = subcapa
        self.apagado = nn.Dropout(tasa_dropout)

    def forward(self, x, *otros):
        return x + self.apagado(self.subcapa(self.norma(x), *otros))


class BloqueTransformer(nn.Module):
    def __init__(self, d_modelo, n_cabezas, tasa_dropout=0.1):
        super().__init__()
        self.atencion = Residual(d_modelo, AtencionMultiCabeza(d_modelo, n_cabezas), tasa_dropout)
        red = nn.Sequential(
            nn.Linear(in_features=d_modelo, out_features=4 * d_modelo),
            nn.GELU(),
            nn.Linear(in_features=4 * d_modelo, out_features=d_modelo),
        )
        self.red = Residual(d_modelo, red, tasa_dropout)

    def forward(self, x, mascara=None):
        return self.red(self.atencion(x, mascara))
