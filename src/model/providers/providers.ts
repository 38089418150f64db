import type { ProviderName } from "../../domain/config/models-config.js";
import type { ProviderBlock } from "../message.js";
import type { ModelProvider, Searches } from "../model-provider.js";
import { anthropicProvider } from "./anthropic/anthropic-provider.js";
import { searchesIn } from "./anthropic/from-wire.js";
import type { ProviderAccess } from "./provider-access.js";

type ProviderEntry = {
  readonly connect: (access: ProviderAccess) => ModelProvider;
  /** The same as for a connected provider, because recordings are read without a connection. */
  readonly searchesIn: (block: ProviderBlock) => Searches;
};

/** Every provider, by its name in `models.<role>.provider`. A name without an adapter does not compile. */
export const PROVIDERS: Readonly<Record<ProviderName, ProviderEntry>> = {
  anthropic: { connect: anthropicProvider, searchesIn },
};
