# style: asserts, doctests and unit tests in its own cells, one of which fails
# earns: softmax all, kv_cache all
# base: honest
# cells: 2 raised
# %%
import doctest, unittest
class TestSoftmax(unittest.TestCase):
    def test_sum(self):
        self.assertAlmostEqual(softmax(np.arange(3.0)).sum(), 1)
unittest.main(argv=["x"], exit=False)
doctest.testmod()
# %%
assert softmax(np.arange(3.0))[0] == 0.09, "not exactly"
