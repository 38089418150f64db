import type { StoppableModel } from "../../src/model/model-port.js";
import type { ModelProvider } from "../../src/model/model-provider.js";
import { anthropicProvider } from "../../src/model/providers/anthropic/anthropic-provider.js";
import type { ProviderAccess } from "../../src/model/providers/provider-access.js";
import { type RoleModelOptions, roleModel } from "../../src/model/role-model.js";

type Options = ProviderAccess &
  Omit<RoleModelOptions, "providerOf" | "name"> & {
    /** Wraps the provider, so that a test can change what it answers. */
    readonly around?: (provider: ModelProvider) => ModelProvider;
  };

/** A model of Anthropic, or of a local server that imitates it. */
export function anthropicModel({
  apiKey,
  baseUrl,
  around = (provider) => provider,
  ...options
}: Options): StoppableModel {
  const provider = around(anthropicProvider({ apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) }));
  return roleModel({ ...options, providerOf: () => provider, name: "anthropic" });
}
