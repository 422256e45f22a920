# style: lines that only work in Colab, one after the other
# earns: softmax all, kv_cache all
# base: honest
# cells: 1 raised, 2 raised|well
# limits: cell_seconds 20
# %%
from google.colab import drive
drive.mount("/content/drive")
# %%
!pip install -q einops
!nvidia-smi
%cd /content/drive/MyDrive
