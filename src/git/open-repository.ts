import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { personsGit } from "./git-environment.js";
import { runGit } from "./run-git.js";

/** A git directory to read from, and how to let go of it. */
export type OpenRepository = { readonly gitDirectory: string; close(): Promise<void> };

/** Where a name without an address is looked for, and what to show there. */
export type Remote = { readonly webUrl: string; readonly token: string | undefined };

/**
 * A folder on this machine, an address, or `owner/name` on GitHub, which is cloned to a temporary folder: the one branch
 * that was named, or all of them, where it is still to be found out which.
 */
export async function openRepository(
  where: string,
  branch: string | null,
  remote: Remote,
): Promise<Outcome<OpenRepository>> {
  const local = await stat(where).catch(() => undefined);
  if (local?.isDirectory() === true) return openLocal(where);
  if (/^[\w.-]+\/[\w.-]+$/.test(where)) return clone(`${remote.webUrl}/${where}.git`, branch, remote.token);
  if (/^(?:https?|ssh|git|file):\/\/|^[\w.-]+@[\w.-]+:/.test(where)) return clone(where, branch, undefined);
  return refuse("no-repository", `${where} is no folder, no git address and no owner/name. Name one of these.`);
}

async function openLocal(folder: string): Promise<Outcome<OpenRepository>> {
  const { code, stdout, stderr } = await runGit(["-C", folder, "rev-parse", "--absolute-git-dir"]);
  if (code !== 0) {
    const advice = "Name a clone of the product's repository, its address, or owner/name.";
    return refuse("no-repository", `${folder} is not in a git repository (${lastLine(stderr)}). ${advice}`);
  }
  return accept({ gitDirectory: stdout.toString("utf8").trim(), close: async () => undefined });
}

async function clone(url: string, branch: string | null, token: string | undefined): Promise<Outcome<OpenRepository>> {
  const folder = await mkdtemp(join(tmpdir(), "factory-state-"));
  const close = () => rm(folder, { recursive: true, force: true });
  const requested = branch === null ? [] : [`refs/heads/${branch}`];
  const exists = await runGit(["ls-remote", "--heads", "--", url, ...requested], {
    env: personsGit(credentials(token)),
  });
  if (exists.code !== 0) {
    await close();
    return refuse("no-repository", `${url} cannot be read (${lastLine(exists.stderr)})`);
  }
  // An empty repository answers for one that has no such branch: the caller finds no head in it.
  const fetched =
    exists.stdout.length === 0
      ? await runGit(["init", "--quiet", "--bare", folder])
      : await runGit(["clone", "--quiet", "--bare", ...only(branch), "--", url, folder], {
          env: personsGit(credentials(token)),
        });
  if (fetched.code !== 0) {
    await close();
    return refuse("no-repository", `${url} cannot be cloned (${lastLine(fetched.stderr)})`);
  }
  return accept({ gitDirectory: folder, close });
}

function only(branch: string | null): string[] {
  return branch === null ? [] : ["--single-branch", `--branch=${branch}`];
}

/** By the environment, because a process's arguments are everybody's to see. */
function credentials(token: string | undefined): Record<string, string> {
  if (token === undefined || token === "") return {};
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "http.extraHeader",
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`,
  };
}

function lastLine(text: string): string {
  return text.split("\n").at(-1) ?? text;
}
