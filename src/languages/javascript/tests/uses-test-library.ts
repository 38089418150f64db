import type { Script } from "../script.js";
import { NODE_ASSERT, TEST_LIBRARIES } from "./assertion-words.js";

/**
 * Whether a file outside the folders of tests serves them all the same. Products use Node's own assertions for what must
 * hold inside them, so that these do not tell.
 */
export function usesTestLibrary({ imports }: Script): boolean {
  return [...imports.values()].some(({ specifier }) => TEST_LIBRARIES.has(specifier) && !NODE_ASSERT.test(specifier));
}
