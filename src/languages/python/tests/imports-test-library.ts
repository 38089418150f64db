import type { PythonModule } from "../python-module.js";

const LIBRARY = /^(?:pytest|unittest|nose|hypothesis)(?:\.|$)/;

/** Whether a module outside the test folders belongs to tests. */
export function importsTestLibrary({ imports }: PythonModule): boolean {
  return [...imports.values()].some(({ specifier }) => LIBRARY.test(specifier));
}
