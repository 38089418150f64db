import { FEATURES } from "../features/features.js";
import type { FactoryState } from "./factory-state.js";

/** The files of the state branch that a decision in this state may look at and must find. */
export function requiredStateFiles(state: FactoryState): string[] {
  return [...new Set(FEATURES.flatMap(({ reads }) => reads?.(state).required ?? []))];
}

/** Files of the state branch that a decision looks at where they are there. */
export function optionalStateFiles(state: FactoryState): string[] {
  return [...new Set(FEATURES.flatMap(({ reads }) => reads?.(state).optional ?? []))];
}

/** Files of the state branch, as a decision reads them. */
export type StateFiles = Pick<ReadonlyMap<string, string>, "get" | "has">;

/**
 * The files that were read, and nothing else: to ask for a file that no row names is an error, because it would look as if
 * it did not exist. A file that only a later state of this decision names is not there yet; the next decision has it.
 */
export function stateFiles(files: ReadonlyMap<string, string>, states: readonly (FactoryState | null)[]): StateFiles {
  let named: ReadonlySet<string> | undefined;
  const isNamed = (path: string) => {
    named ??= new Set(
      states.flatMap((state) => (state === null ? [] : [...requiredStateFiles(state), ...optionalStateFiles(state)])),
    );
    return named.has(path);
  };
  const check = (path: string) => {
    if (!files.has(path) && !isNamed(path))
      throw new TypeError(
        `${path} is read from the state branch, but no row of src/features/features.ts names it in reads`,
      );
  };
  return {
    get(path) {
      check(path);
      return files.get(path);
    },
    has(path) {
      check(path);
      return files.has(path);
    },
  };
}
