# rows: 60
# tries: every answer takes nearly as long as it may
# earns: softmax part, kv_cache 0
# withstood: a submission has a time as a whole
# levels: full
# base: honest
# limits: call_seconds 1, submission_seconds 4
# verdicts: kv_cache.exact skipped
# %%
import time
right = softmax
def softmax(z, axis=-1):
    time.sleep(0.5)
    return right(z, axis)
