"""
en: An encoder is to hold a conversation
es: Un encoder para conversar

done: You chose an encoder for the chatbot.
why: An encoder sees the whole text in both directions and is trained to fill gaps: it gives vectors, and has never
    learned to say what comes next. A chatbot has to write, one token after the other.
try: Which mask does an encoder have, and what would it see in training of the very token that it should predict?

hecho: Elegiste un encoder para el chatbot.
por_que: Un encoder ve el texto entero en las dos direcciones y se entrena para rellenar huecos: da vectores, y nunca
    ha aprendido a decir lo que viene después. Un chatbot tiene que escribir, un token tras otro.
prueba: ¿Qué máscara tiene un encoder, y qué vería durante el entrenamiento del propio token que debería predecir?

fails: chatbot
"""

from __future__ import annotations


def chatbot_family() -> str:
    """The choice."""
    return "encoder"
