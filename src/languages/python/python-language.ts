import { extensionOf } from "../paths.js";

/** Stubs (`.pyi`) contain no tests and no code; they are not read. */
export const PYTHON_LANGUAGES: ReadonlyMap<string, string> = new Map([["py", "python"]]);

export function isPython(path: string): boolean {
  return PYTHON_LANGUAGES.has(extensionOf(path));
}
