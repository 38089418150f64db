import type { ProductRequest } from "../../engine/factory-state.js";

/** The key of what is said once for a request: an issue that is labelled again asks for another product, and hears it again. */
export function requestKey(
  what: string,
  { issue, requested_at }: Pick<ProductRequest, "issue" | "requested_at">,
): string {
  return `${what}:${issue}:${requested_at}`;
}
