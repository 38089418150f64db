import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { EmbedderConfig } from "../../domain/config/embedder-config.js";
import { type Embedder, EmbedderUnavailable } from "../embedder.js";
import { type HttpLimits, postJson } from "./post-json.js";

export type HttpEmbedderConfig = Extract<EmbedderConfig, { kind: "http" }>;

/** A few hundred tokens for each text: well below the limits of hosted embedders. */
const BATCH = 64;

const LIMITS: HttpLimits = { timeoutMs: 30_000, attempts: 3, pauseMs: 500, longestPauseMs: 10_000 };

/** The part of an OpenAI-compatible `/embeddings` response that is used. */
const Answer = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) });

/** A hosted embedder with OpenAI's `/embeddings`. Texts are sent in batches, one batch at a time. */
export function createHttpEmbedder({
  config,
  key,
  limits = LIMITS,
  sleep = async (ms) => void (await wait(ms)),
}: {
  readonly config: HttpEmbedderConfig;
  readonly key: string | null;
  readonly limits?: HttpLimits;
  readonly sleep?: (ms: number) => Promise<void>;
}): Embedder {
  const url = endpoint(config.url);
  const { model, dimensions } = config;

  async function embedBatch(input: readonly string[]): Promise<Float32Array[]> {
    const answer = await postJson({ url, key, body: { model, input, encoding_format: "float" }, limits, sleep });
    const parsed = Answer.safeParse(answer);
    if (!parsed.success)
      throw new EmbedderUnavailable(`${url} did not answer with embeddings: ${parsed.error.message}`);
    const byIndex = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
    return input.map((_, index) => {
      const embedding = byIndex.get(index);
      if (embedding === undefined)
        throw new EmbedderUnavailable(`${url} left out the vector of text ${index} of ${input.length}.`);
      if (embedding.length !== dimensions)
        throw new EmbedderUnavailable(
          `${url} gave a vector of ${embedding.length} dimensions; the configuration says ${dimensions} for ${model}.`,
        );
      return Float32Array.from(embedding);
    });
  }

  return {
    model,
    dimensions,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH)
        vectors.push(...(await embedBatch(texts.slice(start, start + BATCH))));
      return vectors;
    },
    stop: async () => undefined,
  };
}

/** Either the endpoint or the base address that providers document, such as https://api.openai.com/v1. */
function endpoint(address: string): string {
  const url = new URL(address);
  const folder = url.pathname.replace(/\/+$/, "");
  url.pathname = folder.endsWith("/embeddings") ? folder : `${folder}/embeddings`;
  return url.href;
}
