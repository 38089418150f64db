import { z } from "zod";
import { nonBlank } from "./non-blank.js";

/**
 * Turns descriptions into vectors for the code index. A hosted embedder takes its key from the environment, never from
 * here.
 */
export const EmbedderConfig = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("local").describe("The model inside the App: no key, no network."),
  }),
  z.strictObject({
    kind: z.literal("http").describe("A hosted embedder."),
    url: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).describe("Where it answers."),
    model: nonBlank(100).describe("The model's name, stored with every vector."),
    dimensions: z.int().min(256).max(1_536).describe("The length of its vectors."),
  }),
]);
export type EmbedderConfig = z.infer<typeof EmbedderConfig>;
