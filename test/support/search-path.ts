/** The search path of this machine, and copies of it without some programs. */
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

/** Every program that can confine a process. */
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

/** A folder with every program of the search path except these. The caller removes it. */
export function searchPathWithout(hidden: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "factory-test-path-"));
  // Any user that commands run as must find these programs.
  chmodSync(folder, 0o755);
  const taken = new Set(hidden);
  for (const from of searchFolders()) {
    for (const name of namesIn(from).filter((candidate) => !taken.has(candidate))) {
      // The link leads straight to the program, so that the candidate needs access to this folder only.
      symlinkSync(realpathSync(join(from, name)), join(folder, name));
      taken.add(name);
    }
  }
  return folder;
}

function searchFolders(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** A search path may name missing folders, and folders may hold broken links. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(join(folder, name))) : [];
}
