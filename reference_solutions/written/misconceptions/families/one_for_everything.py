"""
en: One family for everything
es: Una sola familia para todo

done: You chose the same family for all three.
why: The three tasks differ in what goes in and what comes out: a text to be continued, a text to be put into a
    drawer, a text to be turned into another one. Each family was made for one of these.
try: For each task write down what the model reads, in which direction it may look, and what it gives back.

hecho: Elegiste la misma familia para las tres.
por_que: Las tres tareas se distinguen en lo que entra y lo que sale: un texto que hay que continuar, un texto que hay
    que meter en un cajón, un texto que hay que convertir en otro. Cada familia se hizo para una de ellas.
prueba: Para cada tarea, escribe qué lee el modelo, en qué dirección puede mirar y qué devuelve.

fails: chatbot, tickets, translation
catalogue: CO-01
"""

from __future__ import annotations


def chatbot_family() -> str:
    """The choice."""
    return "decoder"


def tickets_family() -> str:
    """The choice."""
    return "decoder"


def translation_family() -> str:
    """The choice."""
    return "decoder"
