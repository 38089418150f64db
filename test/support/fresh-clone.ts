import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * The files of this repository as a newcomer gets them, with an empty home and an empty temporary folder beside them.
 */
export type FreshClone = {
  readonly folder: string;
  /** Has PATH and nothing else of the caller's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The files that were left outside the clone: in the home, in the temporary folder and beside the clone. */
  leftBehind(): { readonly home: string[]; readonly temporary: string[]; readonly beside: string[] };
  remove(): void;
};

const PLACES = ["clone", "home", "npm", "tmp"];

/** Installed packages are linked, because tests have no network. */
export function freshClone(): FreshClone {
  const root = mkdtempSync(join(tmpdir(), "fresh-clone-"));
  for (const place of PLACES) mkdirSync(join(root, place));
  const folder = join(root, "clone");
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter((path) => path !== "")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: join(root, "home"),
      TMPDIR: join(root, "tmp"),
      // npm keeps its cache and logs in the home by default. They are npm's own files, so they are redirected.
      npm_config_cache: join(root, "npm"),
      npm_config_update_notifier: "false",
    },
    leftBehind: () => ({
      home: readdirSync(join(root, "home")),
      temporary: readdirSync(join(root, "tmp")),
      beside: readdirSync(root).filter((name) => !PLACES.includes(name)),
    }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
