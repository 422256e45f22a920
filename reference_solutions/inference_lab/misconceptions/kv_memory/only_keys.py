"""
en: Half of the cache is missing
es: Falta la mitad de la caché

done: You count one vector for each token, KV head and layer.
why: Attention needs two of them from every earlier token: its key, to be found by, and its value, to be read. A
    server sized by your number is full at half the conversations that were promised.
try: Go through the formula of attention for the newest token. Which matrices with a row per earlier token appear in
    it?

hecho: Cuentas un solo vector por token, cabeza KV y capa.
por_que: La atención necesita dos de cada token anterior: su clave, para encontrarlo, y su valor, para leerlo. Un
    servidor dimensionado con tu número se llena con la mitad de las conversaciones prometidas.
prueba: Recorre la fórmula de la atención para el token más reciente. ¿Qué matrices con una fila por token anterior
    aparecen en ella?

fails: values
catalogue: KM-01
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """Without the factor 2."""
    return reference.kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value) // 2
