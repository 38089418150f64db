/** How to reach a provider. */
export type ProviderAccess = {
  readonly apiKey: string;
  /** The address of a gateway or a compatible server; absent for the provider itself. */
  readonly baseUrl?: string;
  /** Replaces the runtime's `fetch`, for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
};
