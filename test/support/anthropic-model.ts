import type { StoppableModel } from "../../src/model/model-port.js";
import type { ModelProvider } from "../../src/model/model-provider.js";
import { anthropicProvider } from "../../src/model/providers/anthropic/anthropic-provider.js";
import type { ProviderAccess } from "../../src/model/providers/provider-access.js";
import { type RoleModelOptions, roleModel } from "../../src/model/role-model.js";

type Options = ProviderAccess &
  Omit<RoleModelOptions, "providerOf" | "name"> & {
    /** Puts something between the conversation and the provider. */
    readonly around?: (provider: ModelProvider) => ModelProvider;
  };

/** A model of Anthropic's, or of a server that pretends to be theirs. */
export function anthropicModel({
  apiKey,
  baseUrl,
  around = (provider) => provider,
  ...options
}: Options): StoppableModel {
  const provider = around(anthropicProvider({ apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) }));
  return roleModel({ ...options, providerOf: () => provider, name: "anthropic" });
}
