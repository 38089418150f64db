import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";

const PLACES = ["bin", "clone", "home", "npm", "tmp"];

/** A clone at its last commit, beside an empty home and an empty temporary folder. */
export type Places = {
  readonly root: string;
  readonly clone: string;
  /** For links to programs; created later. */
  readonly bin: string;
  readonly temporary: string;
  env(path: string): Record<string, string>;
  /** The content of the home, and of the folder around the known places. */
  leftBehind(): string[];
  /** The content of the temporary folder. */
  leftInTemporary(): string[];
  remove(): void;
};

export function makePlaces(): Places {
  const root = mkdtempSync(join(tmpdir(), "fresh-clone-"));
  const at = (place: string) => join(root, place);
  for (const place of ["home", "npm", "tmp"]) mkdirSync(at(place));
  // Some tests start programs as other users, who must be able to enter.
  chmodSync(root, 0o755);
  chmodSync(at("tmp"), 0o1777);
  execFileSync("git", ["clone", "--quiet", process.cwd(), at("clone")]);
  const npmrc = join(homedir(), ".npmrc");
  // In the temporary folder, the mount point of this one does not count.
  const leftIn = (folder: string) => readdirSync(folder).filter((name) => name !== basename(root));
  return {
    root,
    clone: at("clone"),
    bin: at("bin"),
    temporary: at("tmp"),
    env: (path) => ({
      PATH: path,
      HOME: at("home"),
      TMPDIR: at("tmp"),
      // npm's cache and settings stay npm's own, because each machine configures its registry.
      npm_config_cache: at("npm"),
      ...(existsSync(npmrc) ? { npm_config_userconfig: npmrc } : {}),
    }),
    leftBehind: () => [
      ...leftIn(at("home")).map((name) => join("home", name)),
      ...leftIn(root).filter((name) => !PLACES.includes(name)),
    ],
    leftInTemporary: () => leftIn(at("tmp")),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
