import type { ExportSurface } from "../../source-file.js";
import type { Script } from "../script.js";

/** The scripts that can be reached from the tests; each is read once. */
export type ScriptFiles = {
  /** The script that an import means, if it serves tests. */
  follow(from: Script, specifier: string): Script | undefined;
  /** Whether an import means a file of the repository, whatever it serves. */
  isOwn(from: Script, specifier: string): boolean;
  exportsOf(script: Script): ExportSurface;
  /** A script and all whose exports it passes on, as a barrel does. */
  behind(script: Script): readonly Script[];
};

/** A script and all whose exports it passes on. */
export function scriptsBehind(script: Script, { follow, exportsOf }: Omit<ScriptFiles, "behind">): readonly Script[] {
  const found = new Set([script]);
  // A set hands out what is added to it on the way.
  for (const each of found) {
    const { stars, passedOn } = exportsOf(each);
    for (const specifier of [...stars, ...passedOn.map((one) => one.specifier)]) {
      const target = follow(each, specifier);
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}
