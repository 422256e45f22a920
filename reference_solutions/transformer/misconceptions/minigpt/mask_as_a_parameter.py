"""
en: The mask is a parameter
es: La máscara es un parámetro

done: The causal mask is kept as an nn.Parameter of the module.
why: It's counted, saved and handed to the optimiser like a weight, although nothing about it is to be learned. If it
    gets a gradient, training may even change who sees whom.
try: Look for the mask among model.named_parameters(). torch knows a second kind of tensor that belongs to a module,
    moves with it to the GPU, and isn't trained; what is it called?

hecho: La máscara causal se guarda como un nn.Parameter del módulo.
por_que: Se cuenta, se guarda y se le da al optimizador como si fuera un peso, aunque en ella no hay nada que
    aprender. Si recibe gradiente, el entrenamiento hasta puede cambiar quién ve a quién.
prueba: Busca la máscara en model.named_parameters(). torch conoce otra clase de tensor que pertenece al módulo, viaja
    con él a la GPU y no se entrena; ¿cómo se llama?

fails: parameter_count
catalogue: MK-18
"""

from __future__ import annotations

import torch

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but for a mask that counts as weights."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        self.mask = torch.nn.Parameter(torch.ones(context, context).tril(), requires_grad=False)
