"""Small notebooks, and which library calls the graded names lead to: ``# reached: name`` stands in the line of each.

The first cell has the imports (`IMPORTS`); ``# %%`` begins each further one.  What has no mark must give nothing.
"""

from __future__ import annotations

__all__ = ["ATTENTION", "IMPORTS", "MULTI_HEAD_ATTENTION", "SOFTMAX", "SOFTMAX_NOT_REACHED", "TRANSFORMER"]

IMPORTS = """\
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
"""

SOFTMAX: dict[str, str] = {
    "functional": """\
def softmax(z, axis=-1):
    return F.softmax(z, axis)  # reached: torch.nn.functional.softmax
""",
    "spanish_name": """\
def softmax_filas(z, eje=-1):
    # por filas
    return torch.softmax(z, dim=eje)  # reached: torch.softmax
""",
    "full_path": """\
def softmax(z):
    return torch.nn.functional.softmax(z, -1)  # reached: torch.nn.functional.softmax
""",
    "from_import_as": """\
from torch.nn.functional import softmax as sm
def softmax(z):
    return sm(z, -1)  # reached: torch.nn.functional.softmax
""",
    "import_in_the_body": """\
def softmax(z):
    from scipy.special import softmax as de_scipy
    return de_scipy(z)  # reached: scipy.special.softmax
""",
    "module_alias": """\
import scipy.special as sp
def softmax(z):
    return sp.softmax(z)  # reached: scipy.special.softmax
""",
    "scipy_submodule": """\
import scipy.special
def softmax(z):
    return scipy.special.softmax(z)  # reached: scipy.special.softmax
""",
    "tensor_method": """\
def softmax(z):
    return z.softmax(-1)  # reached: torch.Tensor.softmax
""",
    "tensor_class": """\
def softmax(z):
    return torch.Tensor.softmax(z, -1)  # reached: torch.Tensor.softmax
""",
    "method_of_a_result": """\
def softmax(z):
    return (z - 1).softmax(-1)  # reached: torch.Tensor.softmax
""",
    "chain_over_lines": """\
def softmax(z):
    return (
        torch.as_tensor(z)
        .double()
        .softmax(-1)  # reached: torch.Tensor.softmax
    )
""",
    "getattr": """\
def softmax(z):
    return getattr(F, 'soft' + 'max')(z, -1)  # reached: torch.nn.functional.softmax
""",
    "getattr_of_a_constant": """\
NOMBRE = 'softmax'
def softmax(z):
    return getattr(torch, NOMBRE)(z, -1)  # reached: torch.softmax
""",
    "getattr_of_an_f_string": """\
def softmax(z):
    end = 'max'
    return getattr(F, f'soft{end}')(z, -1)  # reached: torch.nn.functional.softmax
""",
    "joined": """\
def softmax(z):
    return getattr(F, ''.join(['soft', 'max']))(z, -1)  # reached: torch.nn.functional.softmax
""",
    "dict_of_the_module": """\
def softmax(z):
    return F.__dict__['softmax'](z, -1)  # reached: torch.nn.functional.softmax
""",
    "vars": """\
def softmax(z):
    return vars(F)['softmax'](z, -1)  # reached: torch.nn.functional.softmax
""",
    "import_module": """\
import importlib
def softmax(z):
    return importlib.import_module('torch').softmax(z, -1)  # reached: torch.softmax
""",
    "module_object": """\
def softmax(z):
    return nn.Softmax(dim=-1)(z)  # reached: torch.nn.Softmax
""",
    "module_forward": """\
def softmax(z):
    return nn.Softmax(-1).forward(z)  # reached: torch.nn.Softmax
""",
    "module_in_a_global": """\
capa = nn.Softmax(-1)
def softmax(z):
    return capa(z)  # reached: torch.nn.Softmax
""",
    "module_moved": """\
capa = nn.Softmax(-1).double()
def softmax(z):
    return capa(z)  # reached: torch.nn.Softmax
""",
    "sequential": """\
red = nn.Sequential(nn.Identity(), nn.Softmax(-1))
def softmax(z):
    return red(z)  # reached: torch.nn.Softmax
""",
    "log_softmax_undone": """\
def softmax(z):
    return torch.exp(F.log_softmax(z, -1))  # reached: torch.nn.functional.log_softmax
""",
    "logarithm_of_it": """\
def softmax(z):
    return F.softmax(z, -1).log()  # reached: torch.nn.functional.softmax
""",
    "log_softmax_module": """\
def softmax(z):
    return nn.LogSoftmax(-1)(z).exp()  # reached: torch.nn.LogSoftmax
""",
    "log_softmax_method": """\
def softmax(z):
    return z.log_softmax(-1).exp()  # reached: torch.Tensor.log_softmax
""",
    "softmin": """\
def softmax(z):
    return F.softmin(-z, -1)  # reached: torch.nn.functional.softmin
""",
    "underscore": """\
def softmax(z):
    return torch._softmax(z, -1, False)  # reached: torch._softmax
""",
    "aten": """\
def softmax(z):
    return torch.ops.aten._softmax.default(z, -1, False)  # reached: torch.ops.aten._softmax.default
""",
    "assigned": """\
sm = F.softmax
def softmax(z):
    return sm(z, -1)  # reached: torch.nn.functional.softmax
""",
    "assigned_in_the_body": """\
def softmax(z):
    f = z.softmax
    return f(-1)  # reached: torch.Tensor.softmax
""",
    "unpacked": """\
bien, mal = np.exp, torch.softmax
def softmax(z):
    return mal(z, -1)  # reached: torch.softmax
""",
    "walrus": """\
def softmax(z):
    return (f := F.softmax)(z, -1)  # reached: torch.nn.functional.softmax
""",
    "only_a_name": """\
softmax = F.softmax  # reached: torch.nn.functional.softmax
""",
    "only_an_import": """\
from scipy.special import softmax  # reached: scipy.special.softmax
""",
    "partial": """\
from functools import partial
softmax = partial(F.softmax, dim=-1)  # reached: torch.nn.functional.softmax
""",
    "only_an_object": """\
softmax = nn.Softmax(dim=-1)  # reached: torch.nn.Softmax
""",
    "lambda": """\
softmax = lambda z: F.softmax(z, -1)  # reached: torch.nn.functional.softmax
""",
    "inner_function": """\
def softmax(z):
    def dentro(t):
        return F.softmax(t, -1)  # reached: torch.nn.functional.softmax
    return dentro(z)
""",
    "in_another_cell": """\
def exponenciales(z):
    return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
# %%
def softmax(z):
    return exponenciales(z)
""",
    "defined_below": """\
def softmax(z):
    return ayuda(z)
# %%
def ayuda(z):
    return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
""",
    "decorated": """\
@torch.no_grad()
def softmax(z):
    return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
""",
    "decorated_by_their_own": """\
import functools
def traza(f):
    @functools.wraps(f)
    def g(*a, **k):
        return f(*a, **k)
    return g
# %%
@traza
def softmax(z):
    return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
""",
    "decorator_that_replaces": """\
def con_torch(f):
    return lambda z: F.softmax(z, -1)  # reached: torch.nn.functional.softmax
# %%
@con_torch
def softmax(z):
    return z
""",
    "factory": """\
def haz(dim):
    def f(z):
        return F.softmax(z, dim)  # reached: torch.nn.functional.softmax
    return f
softmax = haz(-1)
""",
    "default_argument": """\
def softmax(z, f=F.softmax):
    return f(z, -1)  # reached: torch.nn.functional.softmax
""",
    "map": """\
def softmax(z):
    return torch.stack([*map(F.softmax, z)])  # reached: torch.nn.functional.softmax
""",
    "map_of_a_lambda": """\
def softmax(z):
    return torch.stack([*map(lambda t: t.softmax(-1), z)])  # reached: torch.Tensor.softmax
""",
    "comprehension": """\
def softmax(z):
    return torch.stack([fila.softmax(-1) for fila in z])  # reached: torch.Tensor.softmax
""",
    "vmap": """\
softmax = torch.vmap(lambda t: F.softmax(t, -1))  # reached: torch.nn.functional.softmax
""",
    "dictionary": """\
TABLA = {'mia': np.exp, 'suya': F.softmax}
def softmax(z):
    return TABLA['suya'](z, -1)  # reached: torch.nn.functional.softmax
""",
    "callable_object": """\
class S:
    def __call__(self, z):
        return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
softmax = S()
""",
    "module_kept_in_self": """\
class S(nn.Module):
    def __init__(self):
        super().__init__()
        self.capa = nn.Softmax(-1)
    def forward(self, z):
        return self.capa(z)  # reached: torch.nn.Softmax
softmax = S()
""",
    "static_method": """\
class S:
    @staticmethod
    def filas(z):
        return z.softmax(-1)  # reached: torch.Tensor.softmax
def softmax(z):
    return S.filas(z)
""",
    "subclass": """\
class S(nn.Softmax):
    pass
softmax = S(-1)  # reached: torch.nn.Softmax
""",
    "super": """\
class S(nn.Softmax):
    def forward(self, z):
        return super().forward(z)  # reached: torch.nn.Softmax
softmax = S(-1)
""",
    "inherited": """\
class B:
    def __call__(self, z):
        return self.paso(z)
    def paso(self, z):
        return z
class S(B):
    def paso(self, z):
        return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
softmax = S()
""",
    "property": """\
class S:
    @property
    def f(self):
        return F.softmax
    def __call__(self, z):
        return self.f(z, -1)  # reached: torch.nn.functional.softmax
softmax = S()
""",
    "method_put_in_later": """\
class S:
    def __call__(self, z):
        return z
# %%
def f(self, z):
    return z.softmax(-1)  # reached: torch.Tensor.softmax
S.__call__ = f
softmax = S()
""",
    "autograd_function": """\
class S(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z):
        return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
softmax = S.apply
""",
    "thread": """\
import threading
def softmax(z):
    r = []
    t = threading.Thread(target=lambda: r.append(z.softmax(-1)))  # reached: torch.Tensor.softmax
    t.start(); t.join()
    return r[0]
""",
    "branch_for_tensors": """\
def softmax(z, axis=-1):
    if isinstance(z, torch.Tensor):
        return torch.softmax(z, axis)  # reached: torch.softmax
    e = np.exp(z - z.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)
""",
    "off_by_default": """\
def softmax(z, usar_torch=False):
    if usar_torch:
        return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
    return np.exp(z)
""",
    "import_that_may_fail": """\
try:
    from scipy.special import softmax as sm
except ImportError:
    sm = np.exp
def softmax(z):
    return sm(z)  # reached: scipy.special.softmax
""",
    "star_import_below": """\
def softmax(z):
    return z
# %%
from torch.nn.functional import *  # reached: torch.nn.functional.softmax
""",
    "last_definition_counts": """\
def softmax(z):
    return np.exp(z)
# %%
def softmax(z):
    return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
""",
    "magics_around_it": """\
%%time
%matplotlib inline
!pip install scipy
def softmax(z):
    return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
softmax?
""",
    "another_cell_is_broken": """\
def f(:
# %%
def softmax(z):
    return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
""",
    "star_import_above": """\
from torch import *
def softmax(z):
    return exp(log_softmax(z, -1))  # reached: torch.log_softmax
""",
    "yielded": """\
def funciones():
    yield F.softmax
def softmax(z):
    for f in funciones():
        return f(z, -1)  # reached: torch.nn.functional.softmax
""",
    "parameter": """\
def softmax(z):
    return nn.Parameter(z).softmax(-1)  # reached: torch.Tensor.softmax
""",
    "methodcaller": """\
from operator import methodcaller
def softmax(z):
    return methodcaller("softmax", -1)(z)  # reached: torch.Tensor.softmax
""",
    "asked_of_a_dictionary": """\
TABLA = {"mia": np.exp, "suya": F.softmax}
def softmax(z):
    return TABLA.get("suya")(z, -1)  # reached: torch.nn.functional.softmax
""",
    "all_of_a_dictionary": """\
def softmax(z):
    for nombre, f in {"suya": F.softmax}.items():
        z = f(z, -1)  # reached: torch.nn.functional.softmax
    return z
""",
    "forward_behind_a_call": """\
class S(nn.Module):
    def __call__(self, z):
        return super().__call__(z)
    def forward(self, z):
        return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
softmax = S()
""",
    "set_by_a_function": """\
USAR_TORCH = False
def elige():
    global USAR_TORCH
    USAR_TORCH = True
elige()
def softmax(z):
    if USAR_TORCH:
        return F.softmax(z, -1)  # reached: torch.nn.functional.softmax
    return np.exp(z)
""",
    "kept_before_it_changed": """\
f = F.softmax
vieja = f
f = np.exp
def softmax(z):
    return vieja(z, -1)  # reached: torch.nn.functional.softmax
""",
    "module_added_by_name": """\
class S(nn.Module):
    def __init__(self):
        super().__init__()
        self.add_module("capa", nn.Softmax(-1))
    def forward(self, z):
        return self.capa(z)  # reached: torch.nn.Softmax
softmax = S()
""",
    "in_a_constructor": """\
class Tabla:
    def __init__(self, z):
        self.p = F.softmax(z, -1)  # reached: torch.nn.functional.softmax
def softmax(z):
    return Tabla(z).p
""",
    "in_a_getter": """\
class Filas:
    def __init__(self, z):
        self.z = z
    @property
    def p(self):
        return F.softmax(self.z, -1)  # reached: torch.nn.functional.softmax
def softmax(z):
    return Filas(z).p
""",
    "object_given_to_a_function": """\
def aplica(capa, z):
    return capa(z)
capa = nn.Softmax(-1)
def softmax(z):
    return aplica(capa, z)  # reached: torch.nn.Softmax
""",
}

SOFTMAX_NOT_REACHED: dict[str, str] = {
    "by_hand": """\
def softmax(z):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
""",
    "logsumexp": """\
def softmax(z):
    return torch.exp(z - torch.logsumexp(z, -1, keepdim=True))
""",
    "scipy_logsumexp": """\
from scipy.special import logsumexp
def softmax(z):
    return np.exp(z - logsumexp(z, -1, keepdims=True))
""",
    "self_test": """\
def softmax(z):
    return z.exp() / z.exp().sum()
# %%
assert torch.allclose(softmax(z), F.softmax(z, -1))
""",
    "self_test_in_a_function": """\
def softmax(z):
    return np.exp(z)
def prueba():
    assert np.allclose(softmax(z), F.softmax(z, -1))
prueba()
""",
    "self_test_under_main": """\
def softmax(z):
    return np.exp(z)
if __name__ == '__main__':
    print(F.softmax(torch.ones(3), -1))
""",
    "comment_and_docstring": '''\
def softmax(z):
    """Like F.softmax(z, -1)."""
    # return F.softmax(z, -1)
    return np.exp(z)
''',
    "text": """\
def softmax(z):
    print('torch.softmax(z)')
    return np.exp(z)
""",
    "training": """\
def softmax(z):
    return np.exp(z)
def entrena(modelo, x, y):
    p = F.softmax(modelo(x), -1)
    return F.cross_entropy(modelo(x), y)
entrena(nn.Linear(2, 2), 1, 2)
""",
    "cross_entropy_inside": """\
def softmax(z):
    F.cross_entropy(z, z)
    nn.CrossEntropyLoss()(z, z)
    return np.exp(z)
""",
    "categorical": """\
def softmax(z):
    return torch.distributions.Categorical(logits=z).probs
""",
    "their_own_by_that_name": """\
def softmax_filas(z):
    return softmax(z)
def softmax(z):
    return np.exp(z)
""",
    "their_own_in_a_class": """\
class Mat:
    @staticmethod
    def softmax(z):
        return np.exp(z)
def softmax(z):
    return Mat.softmax(z)
""",
    "their_own_object": """\
class Vector:
    def softmax(self):
        return np.exp(self.x)
def softmax(v):
    return v.softmax()
""",
    "their_own_module_object": """\
class Softmax(nn.Module):
    def forward(self, z):
        return z.exp()
softmax = Softmax()
""",
    "own_below_the_import": """\
from torch.nn.functional import softmax
# %%
def softmax(z):
    return np.exp(z)
""",
    "own_below_the_star": """\
from torch.nn.functional import *
# %%
def softmax(z):
    return np.exp(z)
""",
    "own_in_place_of_the_librarys": """\
def mia(z, dim):
    return z.exp()
F.softmax = mia
def softmax(z):
    return F.softmax(z, -1)
""",
    "first_definition": """\
def softmax(z):
    return F.softmax(z, -1)
# %%
def softmax(z):
    return np.exp(z)
""",
    "argument_that_hides_a_module": """\
def softmax(z, F):
    return F.softmax(z)
""",
    "argument_that_hides_a_function": """\
from torch.nn.functional import softmax as sm
def softmax(z, sm):
    return sm(z)
""",
    "local_that_hides_a_module": """\
def softmax(z):
    class F:
        softmax = np.exp
    return F.softmax(z)
""",
    "target_that_hides_a_function": """\
from scipy.special import softmax as f
def softmax(z):
    return [f(z) for f in (np.exp, np.log)]
""",
    "after_the_return": """\
def softmax(z):
    return np.exp(z)
    return F.softmax(z, -1)
""",
    "switched_off": """\
USAR_TORCH = False
def softmax(z):
    if USAR_TORCH:
        return F.softmax(z, -1)
    return np.exp(z)
""",
    "switched_off_by_name": """\
MODO = 'numpy'
def softmax(z):
    return F.softmax(z, -1) if MODO == 'torch' else np.exp(z)
""",
    "if_false": """\
def softmax(z):
    if False:
        return F.softmax(z, -1)
    return np.exp(z)
""",
    "not_called": """\
def softmax(z):
    def otra(t):
        return F.softmax(t, -1)
    return np.exp(z)
""",
    "made_and_not_called": """\
class S(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(nn.Softmax(-1))
    def forward(self, z):
        return z.exp()
softmax = S()
""",
    "another_method": """\
class S:
    def __call__(self, z):
        return np.exp(z)
    def compara(self, z):
        return F.softmax(z, -1)
softmax = S()
""",
    "the_other_entry": """\
TABLA = {'mia': np.exp, 'suya': F.softmax}
def softmax(z):
    return TABLA['mia'](z)
""",
    "asked_for_and_not_called": """\
def softmax(z):
    if hasattr(F, 'softmax') and isinstance(z, nn.Softmax):
        pass
    return np.exp(z)
""",
    "another_librarys_name": """\
import mylib
def softmax(z):
    return mylib.softmax(z)
""",
    "deleted": """\
softmax = F.softmax
del softmax
""",
    "in_a_shell_cell": """\
%%bash
def softmax(z): F.softmax(z)
""",
    "timed_cell_binds_nothing": """\
def softmax(z):
    return np.exp(z)
# %%
%%timeit
softmax = F.softmax
""",
    "dtype_given": """\
def softmax(z):
    e = np.asarray(z, dtype=torch.float64).exp()
    return e / e.sum()
""",
    "recursion": """\
def softmax(z):
    return softmax(z[0]) if z.ndim > 1 else np.exp(z)
""",
    "switched_off_in_an_assignment": """\
USAR_TORCH = False
def softmax(z):
    f = F.softmax if USAR_TORCH else np.exp
    return f(z)
""",
    "switched_on_in_an_assignment": """\
SOLO_NUMPY = True
def softmax(z):
    f = np.exp if SOLO_NUMPY else F.softmax
    return f(z)
""",
    "given_to_a_layer_that_is_not_called": """\
class S(nn.Module):
    def __init__(self):
        super().__init__()
        self.capa = nn.TransformerEncoderLayer(8, 2, activation=F.softmax)
    def forward(self, z):
        return z.exp()
softmax = S()
""",
    "looked_at": """\
def softmax(z):
    assert callable(F.softmax)
    return np.exp(z)
""",
    "method_set_in_a_way_that_is_not_read": """\
class S(nn.Module):
    def __init__(self, **partes):
        super().__init__()
        self.__dict__.update(partes)
    def forward(self, z):
        return self.softmax(z)
softmax = S(softmax=np.exp)
""",
    "name_of_the_class_around": """\
exp = np.exp
class S:
    exp = F.softmax
    def __call__(self, z):
        return exp(z)
softmax = S()
""",
    "switch_on_for_numpy": """\
SOLO_NUMPY = True
def softmax(z):
    if not SOLO_NUMPY and z.ndim:
        return F.softmax(z, -1)
    return np.exp(z)
""",
    "chosen_above_by_a_constant": """\
if False:
    exp = F.softmax
else:
    exp = np.exp
def softmax(z):
    return exp(z)
""",
    "lambda_that_is_not_called": """\
def softmax(z):
    otra = lambda t: F.softmax(t, -1)
    return np.exp(z)
""",
    "partial_that_is_not_called": """\
from functools import partial
def softmax(z):
    otra = partial(F.softmax, dim=-1)
    return np.exp(z)
""",
    "global_set_to_their_own": """\
def exp(z):
    return np.exp(z)
def softmax(z):
    from torch.nn.functional import softmax as exp
    return dentro(z)
def dentro(z):
    return exp(z)
""",
}

ATTENTION: dict[str, str] = {
    "sdpa": """\
def attention(Q, K, V, mask=None):
    return F.scaled_dot_product_attention(Q, K, V), None  # reached: torch.nn.functional.scaled_dot_product_attention
""",
    "sdpa_behind_a_flag_of_the_object": """\
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.flash = hasattr(F, 'scaled_dot_product_attention')
    def forward(self, q, k, v):
        if self.flash:
            return F.scaled_dot_product_attention(q, k, v)  # reached: torch.nn.functional.scaled_dot_product_attention
        return q
atencion = A()
""",
    "softmax_in_attention": """\
def atencion(Q, K, V, mask=None):
    A = F.softmax(Q @ K.T / Q.shape[-1] ** 0.5, dim=-1)
    return A @ V, A
""",
    "their_own_by_the_librarys_name": """\
def scaled_dot_product_attention(Q, K, V):
    A = (Q @ K.T).softmax(-1)
    return A @ V, A
def attention(Q, K, V):
    return scaled_dot_product_attention(Q, K, V)
""",
    "one_head_of_the_library": """\
def attention(Q, K, V):
    return nn.MultiheadAttention(8, 1)(Q, K, V)  # reached: torch.nn.MultiheadAttention
""",
}

MULTI_HEAD_ATTENTION: dict[str, str] = {
    "mha_in_self": """\
class AtencionMultiCabeza(nn.Module):
    def __init__(self, d_model, n_cabezas):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, n_cabezas, batch_first=True)
    def forward(self, x, mascara=None):
        return self.mha(x, x, x)[0]  # reached: torch.nn.MultiheadAttention
""",
    "mha_in_a_list": """\
class MultiHeadAttention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.todas = nn.ModuleList([nn.MultiheadAttention(d, 1) for _ in range(h)])
    def forward(self, x):
        for i, una in enumerate(self.todas):
            x = una(x, x, x)[0]  # reached: torch.nn.MultiheadAttention
        return x
""",
    "mha_subclass": """\
class MultiHeadAttention(nn.MultiheadAttention):  # reached: torch.nn.MultiheadAttention
    pass
""",
    "mha_for_comparison": """\
class MultiHeadAttention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.qkv = nn.Linear(d, 3 * d)
    def forward(self, x, mask=None):
        q, k, v = self.qkv(x).chunk(3, -1)
        return F.scaled_dot_product_attention(q, k, v)
# %%
suya = nn.MultiheadAttention(8, 2)
suya(x, x, x)
""",
    "functional_form": """\
def multicabeza(X, cabezas, W_O, mascara=None):
    return F.multi_head_attention_forward(X, X, X)  # reached: torch.nn.functional.multi_head_attention_forward
""",
}

TRANSFORMER: dict[str, str] = {
    "encoder_layer": """\
class BloqueTransformer(nn.Module):
    def __init__(self, d, h, dropout=0.0):
        super().__init__()
        self.capa = nn.TransformerEncoderLayer(d, h, 4 * d)
    def forward(self, x, mascara=None):
        return self.capa(x)  # reached: torch.nn.TransformerEncoderLayer
""",
    "encoder_in_a_part": """\
class Parte(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.e = nn.TransformerEncoder(nn.TransformerEncoderLayer(d, 2), 1)
    def forward(self, x):
        return self.e(x)  # reached: torch.nn.TransformerEncoder, torch.nn.TransformerEncoderLayer
# %%
class TransformerBlock(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.parte = Parte(d)
    def forward(self, x):
        return self.parte(x)
""",
    "layers_of_the_library_in_a_block": """\
class TransformerBlock(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.n = nn.LayerNorm(d)
        self.a = nn.MultiheadAttention(d, h)
        self.f = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))
    def forward(self, x):
        x = x + self.a(x, x, x)[0]
        return x + self.f(self.n(x))
""",
    "their_own_transformer": """\
class Transformer(nn.Module):
    def forward(self, x):
        return x
class TransformerBlock(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.t = Transformer()
    def forward(self, x):
        return self.t(x)
""",
}
