import type { EmbedderConfig } from "../../domain/config/embedder-config.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Embedder } from "../embedder.js";
import { createHttpEmbedder } from "./http-embedder.js";

/** The hosted embedders that the operator of the App allows, by origin, each with its key or null. */
export type HostedEmbedders = ReadonlyMap<string, string | null>;

/** The embedder that the operator allows, by the origin of its address. */
export function hostedEmbedders(env: {
  readonly EMBEDDER_URL?: string | undefined;
  readonly EMBEDDER_API_KEY?: string | undefined;
}): HostedEmbedders {
  if (env.EMBEDDER_URL === undefined) return new Map();
  return new Map([[new URL(env.EMBEDDER_URL).origin, env.EMBEDDER_API_KEY ?? null]]);
}

/**
 * The embedder that a repository requests. Everyone who can merge there controls the address in the configuration. The
 * App therefore connects only to origins that its operator allows, and sends a key only to its own origin.
 */
export function chooseEmbedder(
  config: EmbedderConfig,
  { local, hosted }: { readonly local: Embedder; readonly hosted: HostedEmbedders },
): Outcome<Embedder> {
  if (config.kind === "local") return accept(local);
  const { origin } = new URL(config.url);
  const key = hosted.get(origin);
  if (key !== undefined) return accept(createHttpEmbedder({ config, key }));
  return refuse(
    "embedder-not-allowed",
    `The embedder at ${origin} is not allowed by this App. Ask whoever runs it to set EMBEDDER_URL to that origin, or say kind: local.`,
    { origin },
  );
}
