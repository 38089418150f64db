import type { components } from "@octokit/openapi-types";

/** GitHub's own description of a JSON shape: the compiler lists what a serialiser forgot. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];
