# mistake: blocks without residuals
# base: perfect_en
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal
# misconception: BL-01
# %%
class DecoderBlock(DecoderBlock):
    def forward(self, x):
        x = self.dropout(self.attention(self.norm1(x)))
        return self.dropout(self.ffn(self.norm2(x)))
