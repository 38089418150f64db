import { execFile } from "node:child_process";
import { access, constants, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import semver from "semver";
import { type Confinement, confine } from "./confine.js";

/** Finds the strongest confinement by running `true` in it: installed is not the same as permitted by this kernel. */
export async function probeConfinement(searchPath: string): Promise<Confinement> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "factory-confinement-")));
  try {
    const reasons: string[] = [];
    for (const candidate of await candidates(searchPath, reasons)) {
      const { file, args, env } = confine(candidate, {
        script: "true",
        cwd: folder,
        writable: [],
        readable: [],
        sealed: [],
        scratch: [],
        env: { PATH: "/usr/bin:/bin" },
        network: false,
        timeMs: 20_000,
      });
      const tried = await tryRun(file, args, { ...env });
      if (tried.code === 0) return candidate;
      reasons.push(`${candidate.kind} does not work here (${tried.output})`);
    }
    return { kind: "none", reason: reasons.join("; ") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function candidates(searchPath: string, reasons: string[]): Promise<Confinement[]> {
  const found: Confinement[] = [];
  const bwrap = await findExecutable("bwrap", searchPath);
  if (bwrap === undefined) reasons.push("bubblewrap is not installed");
  else found.push({ kind: "bubblewrap", bwrap, disableUserns: await knowsDisableUserns(bwrap) });
  const sudo = await findExecutable("sudo", searchPath);
  const unshare = await findExecutable("unshare", searchPath);
  if (unshare === undefined) reasons.push("unshare is not installed");
  else if (process.getuid?.() === 0) found.push({ kind: "namespaces", prefix: ["/usr/bin/env"] });
  else if (sudo !== undefined) found.push({ kind: "namespaces", prefix: [sudo, "-n"] });
  else reasons.push("there is no sudo for unshare");
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
    execFile(file, args, { env, timeout: 20_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      const message = code === null ? (error?.message ?? "") : "";
      resolve({ code, output: `${stdout}${stderr}${message}`.trim().split("\n").slice(0, 2).join(" ") });
    });
  });
}
