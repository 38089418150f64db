import { EnvHttpProxyAgent, fetch as fetchBy } from "undici";

/** What a client takes in place of the runtime's own. */
export type Fetch = typeof globalThis.fetch;

type ProxyVariables = {
  readonly HTTPS_PROXY?: string | undefined;
  readonly HTTP_PROXY?: string | undefined;
  readonly NO_PROXY?: string | undefined;
};

/** A GitHub or a model on this machine is nobody else's to see. */
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/**
 * A `fetch` that goes through the proxy the environment names, or undefined where it names none; an empty name is none.
 * Node 20's own does not look at these variables.
 */
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
