import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";

const PLACES = ["bin", "clone", "home", "npm", "tmp"];

/** A clone at its last commit, with an empty home and an empty temporary folder beside it. */
export type Places = {
  readonly root: string;
  readonly clone: string;
  /** For links to programs; not made yet. */
  readonly bin: string;
  readonly temporary: string;
  env(path: string): Record<string, string>;
  /** What is in the home, and beside the places that are known. */
  leftBehind(): string[];
  /** What is in the temporary folder. */
  leftInTemporary(): string[];
  remove(): void;
};

export function makePlaces(): Places {
  const root = mkdtempSync(join(tmpdir(), "fresh-clone-"));
  const at = (place: string) => join(root, place);
  for (const place of ["home", "npm", "tmp"]) mkdirSync(at(place));
  // Some tests start programs as other users, who must be able to pass.
  chmodSync(root, 0o755);
  chmodSync(at("tmp"), 0o1777);
  execFileSync("git", ["clone", "--quiet", process.cwd(), at("clone")]);
  const npmrc = join(homedir(), ".npmrc");
  // Of the temporary folder, the place where this one is mounted in it is no news.
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
      // npm's cache and settings are npm's own: where packages come from is the machine's business.
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
