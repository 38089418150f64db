import type { ProviderName } from "../../domain/config/models-config.js";
import type { ModelProvider } from "../../model/model-provider.js";
import type { ProviderAccess } from "../../model/providers/provider-access.js";
import { PROVIDERS } from "../../model/providers/providers.js";
import type { Env } from "../env.js";

/** What the environment says of each provider. */
const ACCESS: Readonly<Record<ProviderName, (env: Env) => ProviderAccess>> = {
  anthropic: ({ ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL }) => ({
    apiKey: ANTHROPIC_API_KEY ?? "",
    ...(ANTHROPIC_BASE_URL === undefined ? {} : { baseUrl: ANTHROPIC_BASE_URL }),
  }),
};

/** The providers by their names in the configuration, each connected when a role first asks for it. */
export function connectProviders(
  env: Env,
  { fetch, around }: Pick<ProviderAccess, "fetch"> & { around(provider: ModelProvider): ModelProvider },
): (name: ProviderName) => ModelProvider {
  const connected = new Map<ProviderName, ModelProvider>();
  return (name) => {
    const known = connected.get(name);
    if (known !== undefined) return known;
    const access = { ...ACCESS[name](env), ...(fetch === undefined ? {} : { fetch }) };
    const provider = around(PROVIDERS[name].connect(access));
    connected.set(name, provider);
    return provider;
  };
}
