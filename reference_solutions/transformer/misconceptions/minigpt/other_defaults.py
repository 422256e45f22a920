"""
en: The defaults of the constructor are others
es: Los valores por defecto del constructor son otros

done: Given its sizes the model is right, but MiniGPT(vocab_size) alone builds one of another size.
why: Whoever leaves the sizes out gets a model that the text doesn't speak of: its count, its speed and its loss can't
    be compared with anybody else's.
try: Print the number of parameters of MiniGPT(46) and of MiniGPT(46, 64, 4, 3, 64). Which line of your class makes
    the two differ?

hecho: Con los tamaños dados el modelo es correcto, pero MiniGPT(vocab_size) por sí solo construye uno de otro tamaño.
por_que: Quien no indique los tamaños recibe un modelo del que el enunciado no habla: ni su cuenta de parámetros, ni
    su velocidad, ni su pérdida se pueden comparar con las de nadie.
prueba: Imprime el número de parámetros de MiniGPT(46) y de MiniGPT(46, 64, 4, 3, 64). ¿Qué línea de tu clase hace que
    sean distintos?

fails: parameter_count
"""

from __future__ import annotations

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but four layers by default."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 4, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
