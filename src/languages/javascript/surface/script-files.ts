import { resolveImport } from "./resolve-import.js";
import { readScriptFile, type ScriptFile } from "./script-file.js";

/** The scripts among some sources, and the resolution of their imports. */
export type ScriptFiles = {
  read(path: string): ScriptFile | undefined;
  resolve(from: string, specifier: string): string | undefined;
};

/** Each file is read once, on first use. */
export function openScriptFiles(sources: ReadonlyMap<string, string>): ScriptFiles {
  const known = new Map<string, ScriptFile | undefined>();
  return {
    read: (path) => {
      const text = sources.get(path);
      if (text !== undefined && !known.has(path)) known.set(path, readScriptFile(path, text));
      return known.get(path);
    },
    resolve: (from, specifier) => resolveImport(from, specifier, (candidate) => sources.has(candidate)),
  };
}
