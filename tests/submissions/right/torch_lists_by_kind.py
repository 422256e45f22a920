# style: three ModuleLists (all q, all k, all v), one entry a head
# items: multihead
# %%
import torch
from torch import nn


class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_modelo, num_cabezas):
        super().__init__()
        if d_modelo % num_cabezas:
            raise ValueError("d_modelo no es múltiplo de num_cabezas")
        d_k = d_modelo // num_cabezas
        self.consultas = nn.ModuleList(nn.Linear(d_modelo, d_k) for _ in range(num_cabezas))
        self.claves = nn.ModuleList(nn.Linear(d_modelo, d_k) for _ in range(num_cabezas))
        self.valores = nn.ModuleList(nn.Linear(d_modelo, d_k) for _ in range(num_cabezas))
        self.mezcla = nn.Linear(d_modelo, d_modelo)

    def forward(self, x, mascara=None):
        if mascara is not None and mascara.dim() == 4:
            mascara = mascara[:, 0]
        trozos = []
        for consulta, clave, valor in zip(self.consultas, self.claves, self.valores):
            q, k, v = consulta(x), clave(x), valor(x)
            s = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
            if mascara is not None:
                s = s.masked_fill(mascara == 0, float("-inf"))
            trozos.append(torch.bmm(torch.softmax(s, dim=2), v))
        return self.mezcla(torch.cat(trozos, dim=2))
