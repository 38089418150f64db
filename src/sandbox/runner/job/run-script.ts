import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { interpolate } from "../expressions/evaluate.js";
import type { Step } from "../workflow/workflow.js";
import { failed, type StepEnd, type StepWork } from "./job-context.js";
import { runCommand } from "./run-command.js";

/** The default shell and working directory of scripts. */
export type ScriptDefaults = { readonly shell?: "bash" | undefined; readonly workingDirectory?: string | undefined };

/** `run:`: writes the text to a file and runs it with bash, like GitHub. An explicit `shell: bash` is stricter. */
export async function runScript(work: StepWork, step: Step, defaults: ScriptDefaults): Promise<StepEnd> {
  const script = interpolate(step.run ?? "", { contexts: work.contexts });
  if (!script.ok) return failed(work, script.refusal.message);
  const folder = interpolate(step["working-directory"] ?? defaults.workingDirectory ?? ".", {
    contexts: work.contexts,
  });
  if (!folder.ok) return failed(work, folder.refusal.message);
  const cwd = path.resolve(work.job.folders.workspace, folder.value);
  if (!(await isFolder(cwd))) return failed(work, `The working directory ${folder.value} does not exist`);
  const strict = (step.shell ?? defaults.shell) === "bash";
  const file = path.join(work.job.folders.temp, `${work.key}.sh`);
  await writeFile(file, script.value);
  work.console.print(`##[group]Run ${script.value.split("\n")[0]}`);
  for (const line of script.value.trimEnd().split("\n")) work.console.print(line);
  work.console.print("##[endgroup]");
  return runCommand(work, {
    file: "bash",
    args: strict ? ["--noprofile", "--norc", "-eo", "pipefail", file] : ["-e", file],
    cwd,
  });
}

async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
