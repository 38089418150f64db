import path from "node:path";
import { cancelled, failed, type StepEnd, type StepWork, succeeded } from "../job/job-context.js";
import { runProcess } from "../process/run-process.js";

/** Replaces actions/setup-node. It installs nothing and reports the installed version. */
export async function setupNode(work: StepWork, inputs: Readonly<Record<string, string>>): Promise<StepEnd> {
  const own = path.dirname(work.job.machine.node);
  const search = [...work.pathAdditions.toReversed(), work.env.PATH ?? work.job.machine.path];
  const found = await nodeVersion(work, search.join(path.delimiter));
  const version = found ?? (await nodeVersion(work, own));
  if (work.signal.aborted) return cancelled();
  if (version === undefined) return failed(work, "actions/setup-node: there is no node on this machine");
  const requested = inputs["node-version"] ?? "";
  work.console.print(`node ${version} is installed; the stand-in for actions/setup-node installs no other`);
  if (requested !== "" && !matches(version, requested)) {
    work.console.annotate(
      "warning",
      `node-version ${requested} was asked for; this machine has ${version} and uses it`,
    );
  }
  const caches = [inputs.cache ?? "", inputs["package-manager-cache"] ?? "false"];
  if (caches.some((value) => value !== "" && value !== "false"))
    work.console.print("there is no cache here: nothing is restored or saved");
  return { ...succeeded({ "node-version": version, "cache-hit": "false" }), path: found === undefined ? [own] : [] };
}

async function nodeVersion(work: StepWork, searchPath: string): Promise<string | undefined> {
  const lines: string[] = [];
  const { machine, folders } = work.job;
  const end = await runProcess({
    file: "node",
    args: ["--version"],
    cwd: folders.workspace,
    env: { PATH: searchPath, HOME: folders.home },
    signal: work.signal,
    graceMs: machine.graceMs,
    drainMs: machine.drainMs,
    maxLineLength: machine.lineLength,
    onLine: (line) => lines.push(line),
    onStart: work.job.onProcess,
  });
  return end.kind === "exited" && end.code === 0 ? lines[0] : undefined;
}

/** Compares `24`, `24.x` or `v24.1.0` with `v24.1.0`: the numeric parts must agree. Aliases such as lts/* match. */
function matches(version: string, requested: string): boolean {
  const actual = version.replace(/^v/, "").split(".");
  return requested
    .replace(/^v/, "")
    .split(".")
    .every((part, index) => !/^\d+$/.test(part) || part === actual[index]);
}
