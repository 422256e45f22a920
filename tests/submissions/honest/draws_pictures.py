# style: matplotlib, inline and to a file, at every step
# earns: softmax all, kv_cache all
# base: honest
# limits: cell_seconds 20
# %%
%matplotlib inline
import matplotlib.pyplot as plt
plt.plot(softmax(np.arange(5.0)))
plt.title("softmax")
plt.show()
plt.savefig("softmax.png")
figure, axes = plt.subplots(2, 2)
