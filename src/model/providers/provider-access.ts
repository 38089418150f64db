/** How a provider is reached. */
export type ProviderAccess = {
  readonly apiKey: string;
  /** A gateway or a compatible server; the provider itself when left out. */
  readonly baseUrl?: string;
  /** In place of the runtime's own, for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
};
