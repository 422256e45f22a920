"""
en: GiB where GB were asked
es: GiB donde se pedían GB

done: Your number is that of GiB: the bytes divided by 2³⁰ (or three times by 1024).
why: GB means 10⁹ bytes, and so do the makers of cards and disks; 2³⁰ bytes are a GiB, 7 percent more. Confusing the
    two is enough for a model not to fit.
try: Write the number of bytes down and put the comma by powers of ten. Or say the unit: (439.5, "GiB") would be
    right.

hecho: Tu número es el de los GiB: los bytes divididos por 2³⁰ (o tres veces por 1024).
por_que: GB significa 10⁹ bytes, también para quien fabrica tarjetas y discos; 2³⁰ bytes son un GiB, un 7 por ciento
    más. Confundirlos basta para que un modelo no quepa.
prueba: Escribe el número de bytes y coloca la coma por potencias de diez. O di la unidad: (439.5, "GiB") sería
    correcto.

fails: unit
catalogue: KM-09
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb() -> float:
    """The number."""
    return (1e9 / 2**30) * reference.kv_gb()


def kv_gb_gqa() -> float:
    """With GQA."""
    return (1e9 / 2**30) * reference.kv_gb_gqa()
