# mistake: post-LN blocks
# base: perfect_en
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal, order_matters
# misconception: BL-05
# %%
class DecoderBlock(DecoderBlock):
    def forward(self, x):
        x = self.norm1(x + self.dropout(self.attention(x)))
        return self.norm2(x + self.dropout(self.ffn(x)))
