import { Tokenizer } from "@huggingface/tokenizers";
import {
  loadGraphModel,
  ones,
  setBackend,
  tensor2d,
  tidy,
  zeros,
} from "../../../src/code-index/embeddings/tfjs/tfjs.cjs";
import { readMiniLmFiles } from "./minilm-files.js";
import { MINILM_SPACE } from "./minilm-space.js";
import { chunkTokens, meanVector } from "./token-chunks.js";

/** all-MiniLM-L6-v2 in WebAssembly. It blocks its thread while it computes, so it needs a thread of its own. */
export type MiniLm = { embed(text: string): Float32Array };

export async function loadMiniLm(): Promise<MiniLm> {
  if (!(await setBackend("wasm"))) throw new Error("WebAssembly is not available to run the embedding model");
  const { artifacts, tokenizer: vocabulary, tokenizerConfig } = await readMiniLmFiles();
  const tokenizer = new Tokenizer(vocabulary, tokenizerConfig);
  const model = await loadGraphModel({ load: async () => artifacts });

  /**
   * Embeds one chunk alone and without padding, so that no text's vector depends on other texts. The model normalises.
   */
  const vectorOf = (ids: readonly number[]) =>
    tidy(() => {
      const shape: [number, number] = [1, ids.length];
      const pooled = model.predict({
        input_ids: tensor2d([...ids], shape, "int32"),
        attention_mask: ones(shape, "int32"),
        token_type_ids: zeros(shape, "int32"),
      });
      return Float32Array.from(pooled.dataSync());
    });

  return {
    embed(text) {
      const { ids } = tokenizer.encode(text, { add_special_tokens: false });
      const chunks = chunkTokens(ids).map((chunk) => ({ tokens: chunk.length, vector: vectorOf(chunk) }));
      return meanVector(chunks, MINILM_SPACE.dimensions);
    },
  };
}
