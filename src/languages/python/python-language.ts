import { extensionOf } from "../paths.js";

/** Stubs (`.pyi`) hold no tests and run nothing; they are not read. */
export const PYTHON_LANGUAGES: ReadonlyMap<string, string> = new Map([["py", "python"]]);

export function isPython(path: string): boolean {
  return PYTHON_LANGUAGES.has(extensionOf(path));
}
