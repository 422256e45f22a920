"""
en: Gradients are recorded while generating
es: Al generar se guardan los gradientes

done: The model is called with autograd on.
why: torch then keeps every intermediate result of every step for a backward pass that never comes. It costs time and
    memory, and long texts may run out of it.
try: Print logits.requires_grad in your loop. Will anybody ever call backward() on it? torch has a way to say so.

hecho: El modelo se llama con autograd encendido.
por_que: torch guarda entonces todos los resultados intermedios de cada paso para un backward que nunca llega. Cuesta
    tiempo y memoria, y con textos largos puede agotarla.
prueba: Imprime logits.requires_grad en tu bucle. ¿Va a llamar alguien a backward() alguna vez? torch tiene una forma
    de decírselo.

fails: evaluation_mode
catalogue: GE-11
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with gradients."""
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        logits = model(torch.tensor([ids[-model.context :]]))[0]
        ids.append(drawn(probabilities(logits[-1], temperature, top_k)))
    text: str = tok.decode(ids)
    return text
