import type { ProductRequest } from "../../engine/factory-state.js";

/** The key of what is posted once per request. An issue that is labelled again is a new request. */
export function requestKey(
  what: string,
  { issue, requested_at }: Pick<ProductRequest, "issue" | "requested_at">,
): string {
  return `${what}:${issue}:${requested_at}`;
}
