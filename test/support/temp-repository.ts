import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A real git repository in a temporary folder. */
export type TempRepository = {
  readonly folder: string;
  /** Adds or changes files and returns the new commit. A value of undefined removes the file. */
  readonly commit: (files: Readonly<Record<string, string | undefined>>, message?: string) => string;
  readonly git: (...args: string[]) => string;
  readonly remove: () => void;
};

const ENV = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

export function createTempRepository(): TempRepository {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "factory-test-repo-")));
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: folder, env: ENV, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  git("init", "--quiet", "--initial-branch=main", ".");
  return {
    folder,
    git,
    commit: (files, message = "change") => {
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(folder, name);
        if (text === undefined) rmSync(file);
        else {
          mkdirSync(path.dirname(file), { recursive: true });
          writeFileSync(file, text);
        }
      }
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
