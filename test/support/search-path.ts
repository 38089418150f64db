/** The search path of this machine, and ones on which something of it is missing. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** Every program that confines anything. */
export const CONFINING: readonly string[] = ["bwrap", "unshare", "setpriv", "sudo"];

export function onPath(name: string): string | undefined {
  const places = searchFolders().map((folder) => join(folder, name));
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A folder with everything that is on the search path, but these programs. Whoever made it removes it. */
export function searchPathWithout(hidden: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "factory-test-path-"));
  // As any folder of programs: whoever commands run as must find them.
  chmodSync(folder, 0o755);
  const taken = new Set(hidden);
  for (const from of searchFolders()) {
    for (const name of namesIn(from).filter((candidate) => !taken.has(candidate))) {
      // Straight to the program: a candidate sees this folder, and not one that it leads through.
      symlinkSync(realpathSync(join(from, name)), join(folder, name));
      taken.add(name);
    }
  }
  return folder;
}

function searchFolders(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** A search path may name folders that are not there, and these hold links to nowhere. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(join(folder, name))) : [];
}
