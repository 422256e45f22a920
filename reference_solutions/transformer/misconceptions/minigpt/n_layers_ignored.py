"""
en: The number of blocks doesn't depend on n_layers
es: El número de bloques no depende de n_layers

done: The constructor accepts n_layers and builds three blocks whatever it says.
why: With the default everything fits, the parameter count included. But whoever asks for a larger or a smaller model
    gets the same one, and compares nothing.
try: Count the parameters with n_layers = 1, 2 and 3. Where in your constructor does n_layers appear?

hecho: El constructor acepta n_layers y construye tres bloques diga lo que diga.
por_que: Con el valor por defecto encaja todo, también la cuenta de parámetros. Pero quien pida un modelo mayor o
    menor recibe el mismo, y no está comparando nada.
prueba: Cuenta los parámetros con n_layers = 1, 2 y 3. ¿En qué parte de tu constructor aparece n_layers?

fails: values
"""

from __future__ import annotations

from ._in_torch import Model


class MiniGPT(Model):
    """Right for three layers."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, 3, context)
        self.n_layers = n_layers
