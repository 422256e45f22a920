"""
en: The targets aren't moved by one
es: Los objetivos no están desplazados en uno

done: At each position the model is taught to repeat the token of that very position.
why: It's an easy task: the loss starts near ln V, falls to 0 and looks wonderful, far below what any text allows.
    What was learned is to copy, and the generated text repeats one letter.
try: Take one window, print x and y side by side, and say in words what the model should answer at position 0. Can a
    loss of 0 be right, if two different letters may follow the same beginning?

hecho: En cada posición se enseña al modelo a repetir el token de esa misma posición.
por_que: Es una tarea fácil: la pérdida empieza cerca de ln V, baja a 0 y parece una maravilla, muy por debajo de lo
    que permite un texto. Lo aprendido es copiar, y el texto generado repite una letra.
prueba: Toma una ventana, imprime x e y lado a lado y di con palabras qué debería responder el modelo en la posición
    0. ¿Puede ser correcta una pérdida de 0, si al mismo comienzo le pueden seguir dos letras distintas?

fails: next_token
catalogue: GP-05
"""

from __future__ import annotations

from typing import Any

from torch.nn.functional import cross_entropy

from ._loop import trained


def loss_of(logits: Any, x: Any, y: Any) -> Any:
    return cross_entropy(logits.flatten(0, 1), x.flatten())


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one that learns to copy."""
    return trained(model, data, steps, batch_size, lr, loss_of=loss_of)
