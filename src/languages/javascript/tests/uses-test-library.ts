import type { Script } from "../script.js";
import { NODE_ASSERT, TEST_LIBRARIES } from "./assertion-words.js";

/**
 * Whether a file outside the test folders belongs to tests. Products use Node's assertions for their own invariants, so
 * those prove nothing.
 */
export function usesTestLibrary({ imports }: Script): boolean {
  return [...imports.values()].some(({ specifier }) => TEST_LIBRARIES.has(specifier) && !NODE_ASSERT.test(specifier));
}
