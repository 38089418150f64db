import { execFile } from "node:child_process";
import { access, chmod, constants, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import semver from "semver";
import { type Confinement, confine } from "./confine.js";

/** Generous, so that a slow machine does not count as one without confinement. */
const PATIENCE_MS = 120_000;
const MOST_OUTPUT = 150;

/** The user for the candidate under root: `nobody`, with the same number on every Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Finds the strongest confinement by running a command in it: an installed tool may be forbidden by the kernel. */
export async function probeConfinement(searchPath: string): Promise<Confinement> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "factory-confinement-")));
  try {
    const work = path.join(folder, "work");
    await mkdir(work);
    // Like a workbench: the candidate's user must be able to enter and write.
    await chmod(work, 0o777);
    const reasons: string[] = [];
    for (const candidate of await candidates(searchPath, reasons)) {
      const { file, args, env } = confine(candidate, {
        script: ": >reached",
        cwd: work,
        writable: [],
        readable: [],
        sealed: [],
        scratch: [],
        env: { PATH: "/usr/bin:/bin" },
        network: false,
        timeMs: PATIENCE_MS,
      });
      const tried = await tryRun(file, args, { ...env });
      if (tried.code === 0) return candidate;
      reasons.push(`${NAMES[candidate.kind]} does not work here (${tried.output})`);
    }
    return { kind: "none", reason: reasons.join("; ") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NAMES: Readonly<Record<Confinement["kind"], string>> = {
  bubblewrap: "bubblewrap",
  namespaces: "unshare with setpriv",
  none: "nothing",
};

async function candidates(searchPath: string, reasons: string[]): Promise<Confinement[]> {
  const found: Confinement[] = [];
  const bwrap = await findExecutable("bwrap", searchPath);
  if (bwrap === undefined) reasons.push("bubblewrap is not installed");
  else found.push({ kind: "bubblewrap", bwrap, disableUserns: await knowsDisableUserns(bwrap) });
  const programs = ["unshare", "setpriv"];
  const places = await Promise.all(programs.map((name) => findExecutable(name, searchPath)));
  const missing = programs.filter((_, index) => places[index] === undefined);
  if (missing.length > 0) {
    reasons.push(`${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not installed`);
    return found;
  }
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === 0) return [...found, { kind: "namespaces", sudo: [], user: NOBODY }];
  const sudo = await findExecutable("sudo", searchPath);
  // Runs as this process's user, who must be able to remove the candidate's files.
  if (sudo !== undefined && uid !== undefined && gid !== undefined)
    return [...found, { kind: "namespaces", sudo: [sudo, "-n"], user: { uid, gid } }];
  reasons.push("unshare needs root or sudo");
  return found;
}

/** bubblewrap 0.8 and newer. */
async function knowsDisableUserns(bwrap: string): Promise<boolean> {
  const version = /\d+\.\d+\.\d+/.exec((await tryRun(bwrap, ["--version"], {})).output)?.[0];
  return version !== undefined && semver.gte(version, "0.8.0");
}

async function findExecutable(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter).filter(path.isAbsolute)) {
    const file = path.join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return file;
  }
  return undefined;
}

function tryRun(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      // Node's message repeats the whole command. The code says what failed.
      const failure = code === null ? String(error?.code ?? error?.signal ?? "") : "";
      const lines = `${stdout}${stderr}${failure}`.trim().split("\n").slice(0, 2).join(" ");
      resolve({ code, output: lines.slice(0, MOST_OUTPUT) });
    });
  });
}
