import type { components } from "@octokit/openapi-types";

/** GitHub's own description of a JSON shape. The compiler reports missing fields. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];
