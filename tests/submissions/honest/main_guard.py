# style: a script with a main guard and arguments
# earns: softmax all, kv_cache all
# base: honest
# %%
import argparse, sys

def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int, default=3)
    print(softmax(np.arange(parser.parse_args(arguments).n * 1.0)))

if __name__ == "__main__":
    main([])
