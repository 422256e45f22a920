# %% [markdown] lang=en
# ## 11. A classifier on an encoder
#
# An encoder gives a vector for each token, and each has seen all others. To say one thing of the whole text (is this
# ticket urgent?) it is enough to read one of them. BERT puts a token `[CLS]` in front of every text, and classifies by
# the vector of that **first** token:
#
# $$\text{logits} = H_0 W + b, \qquad H = \operatorname{encoder}(\text{ids}) \in \mathbb{R}^{n \times d},\;
# W \in \mathbb{R}^{d \times C}.$$
#
# *Example:* with 2 texts of 5 tokens, $d = 8$ and 3 classes, the encoder gives $(2, 5, 8)$. The head reads $(2, 8)$ of
# it and gives $(2, 3)$.
#
# Write the module `EncoderClassifier(encoder, d_model, n_classes)`. `encoder` is a ready-made module that maps ids
# $(B, n)$ to $(B, n, d)$; `forward(idx)` gives logits $(B, C)$ by one linear layer.
#
# *Watch out:* the encoder is to be trained along with the head, so its parameters must be among those of your module.
# And no softmax: the loss takes it.
# %% [markdown] lang=es
# ## 11. Un clasificador sobre un encoder
#
# Un encoder da un vector por token, y cada uno ha visto a todos los demás. Para decir una sola cosa de todo el texto
# (¿es urgente este ticket?) basta con leer uno de ellos. BERT pone delante de cada texto un token `[CLS]` y clasifica
# con el vector de ese **primer** token:
#
# $$\text{logits} = H_0 W + b, \qquad H = \operatorname{encoder}(\text{ids}) \in \mathbb{R}^{n \times d},\;
# W \in \mathbb{R}^{d \times C}.$$
#
# *Ejemplo:* con 2 textos de 5 tokens, $d = 8$ y 3 clases, el encoder da $(2, 5, 8)$. La cabeza lee de ahí $(2, 8)$ y da
# $(2, 3)$.
#
# Escribe el módulo `ClasificadorSobreEncoder(encoder, d_model, n_clases)`. `encoder` es un módulo ya hecho que lleva
# ids $(B, n)$ a $(B, n, d)$; `forward(idx)` da logits $(B, C)$ con una sola capa lineal.
#
# *Cuidado:* el encoder se entrena junto con la cabeza, así que sus parámetros deben estar entre los de tu módulo. Y sin
# softmax: lo aplica la pérdida.
# %% lang=en
class EncoderClassifier(nn.Module):
    """One linear layer on the encoder's output for the first token."""

    def __init__(self, encoder, d_model, n_classes):
        super().__init__()
        ### BEGIN SOLUTION
        self.encoder = encoder
        self.head = nn.Linear(d_model, n_classes)
        ### END SOLUTION

    def forward(self, idx):
        """idx: (B, n) of ids -> logits (B, n_classes)."""
        ### BEGIN SOLUTION
        hidden = self.encoder(idx)  # (B, n, d_model)
        return self.head(hidden[:, 0])
        ### END SOLUTION


# %% lang=es
class ClasificadorSobreEncoder(nn.Module):
    """Una capa lineal sobre la salida del encoder para el primer token."""

    def __init__(self, encoder, d_model, n_clases):
        super().__init__()
        ### BEGIN SOLUTION
        self.encoder = encoder
        self.cabeza = nn.Linear(d_model, n_clases)
        ### END SOLUTION

    def forward(self, idx):
        """idx: (B, n) de ids -> logits (B, n_clases)."""
        ### BEGIN SOLUTION
        oculto = self.encoder(idx)  # (B, n, d_model)
        return self.cabeza(oculto[:, 0])
        ### END SOLUTION
