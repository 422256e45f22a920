"""
en: W_Q and W_K are exchanged
es: W_Q y W_K están intercambiadas

done: The queries are x W_K, and the keys are memory W_Q. What comes from where is right.
why: The two matrices have the same shape, so nothing raises an error. But each has learned its own side: with the
    weights of a trained model, the queries ask what keys should answer.
try: Put a 0 in place of W_Q and nothing else. Which of the two, queries or keys, should become 0? Which does in yours?

hecho: Las consultas son x W_K, y las claves, memory W_Q. De dónde viene cada cosa está bien.
por_que: Las dos matrices tienen la misma forma, así que no salta ningún error. Pero cada una ha aprendido su lado: con
    los pesos de un modelo entrenado, las consultas preguntan lo que deberían contestar las claves.
prueba: Pon un 0 en el lugar de W_Q, y nada más. ¿Qué debería volverse 0: las consultas o las claves? ¿Y qué se vuelve
    0 en tu código?

fails: values
"""

from __future__ import annotations

from typing import Any

from ... import cross_attention as reference


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """The reference, with W_K for W_Q and the reverse."""
    return reference.cross_attention(x, memory, W_K, W_Q, W_V)
