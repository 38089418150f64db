/**
 * The version of the REST API that the App was written for. Without the header GitHub chooses one, and may choose another one
 * later. Every Enterprise Server that is supported knows this one.
 */
export const API_VERSION = "2022-11-28";

type Sent = { readonly url: string; readonly headers: object };

/** Names the version with every REST request; GraphQL has none. */
export function nameApiVersion({ url, headers }: Sent): void {
  if (!url.endsWith("/graphql")) Object.assign(headers, { "x-github-api-version": API_VERSION });
}
