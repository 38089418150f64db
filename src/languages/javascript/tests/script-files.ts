import type { ExportSurface } from "../../source-file.js";
import type { Script } from "../script.js";

/** The scripts that tests can reach. Each is read once. */
export type ScriptFiles = {
  /** The script that an import refers to, if it belongs to tests. */
  follow(from: Script, specifier: string): Script | undefined;
  /** Whether an import refers to any file of the repository. */
  isOwn(from: Script, specifier: string): boolean;
  exportsOf(script: Script): ExportSurface;
  /** A script and all scripts that it re-exports, as a barrel does. */
  behind(script: Script): readonly Script[];
};

/** A script and all scripts that it re-exports. */
export function scriptsBehind(script: Script, { follow, exportsOf }: Omit<ScriptFiles, "behind">): readonly Script[] {
  const found = new Set([script]);
  // Iteration over a set includes members that are added meanwhile.
  for (const each of found) {
    const { stars, passedOn } = exportsOf(each);
    for (const specifier of [...stars, ...passedOn.map((one) => one.specifier)]) {
      const target = follow(each, specifier);
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}
