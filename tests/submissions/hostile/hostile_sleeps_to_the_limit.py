# rows: 60
# tries: every answer takes nearly as long as it may
# earns: softmax part, kv_cache 0
# withstood: a submission has a time as a whole
# levels: full
# base: honest
# limits: call_seconds 2, submission_seconds 8
# verdicts: kv_cache.exact skipped
# %%
import time
right = softmax
def softmax(z, axis=-1):
    time.sleep(1)
    return right(z, axis)
