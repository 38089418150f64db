import type { ProductRequest } from "./product-request.js";

/** The key of what is posted once per request. An issue that is labelled again is a new request. */
export function requestKey(
  what: string,
  { issue, requested_at }: Pick<ProductRequest, "issue" | "requested_at">,
): string {
  return `${what}:${issue}:${requested_at}`;
}
