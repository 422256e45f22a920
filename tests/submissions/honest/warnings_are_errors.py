# style: turns warnings into errors, as a careful person does
# earns: softmax all, kv_cache all
# base: honest
# %%
import warnings
warnings.simplefilter("error")
np.seterr(divide="raise", invalid="raise", under="ignore")
