import type { PythonModule } from "../python-module.js";

const LIBRARY = /^(?:pytest|unittest|nose|hypothesis)(?:\.|$)/;

/** Whether a module outside the folders of tests serves them all the same. */
export function importsTestLibrary({ imports }: PythonModule): boolean {
  return [...imports.values()].some(({ specifier }) => LIBRARY.test(specifier));
}
