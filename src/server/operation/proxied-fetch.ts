import { EnvHttpProxyAgent, fetch as fetchBy } from "undici";

/** The type of a replacement for the runtime's own fetch. */
export type Fetch = typeof globalThis.fetch;

type ProxyVariables = {
  readonly HTTPS_PROXY?: string | undefined;
  readonly HTTP_PROXY?: string | undefined;
  readonly NO_PROXY?: string | undefined;
};

/** Requests to this machine never use the proxy. */
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** A `fetch` through the configured proxy; undefined if there is none. Node 20's own fetch ignores these variables. */
export function proxiedFetch({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY }: ProxyVariables): Fetch | undefined {
  if (!HTTPS_PROXY && !HTTP_PROXY) return undefined;
  const dispatcher = new EnvHttpProxyAgent({
    ...(HTTPS_PROXY ? { httpsProxy: HTTPS_PROXY } : {}),
    ...(HTTP_PROXY ? { httpProxy: HTTP_PROXY } : {}),
    noProxy: [...(NO_PROXY ? [NO_PROXY] : []), ...LOOPBACK].join(","),
  });
  // The same interface from another package: its types differ in name only.
  const send = fetchBy as unknown as (input: unknown, init: object) => ReturnType<Fetch>;
  return (input, init) => send(input, { ...init, dispatcher });
}
