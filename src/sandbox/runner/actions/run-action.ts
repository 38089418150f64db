import path from "node:path";
import { failed, type StepEnd, type StepWork } from "../job/job-context.js";
import { inputVariables } from "../job/job-environment.js";
import { runCommand } from "../job/run-command.js";
import { actionInputs } from "./action-inputs.js";
import { readActionManifest } from "./action-manifest.js";
import { runComposite } from "./run-composite.js";

/** A call of an action: the folder of its files, the text of `uses:`, and the values of `with:`. */
export type ActionCall = {
  readonly folder: string;
  readonly uses: string;
  readonly with: Readonly<Record<string, string>>;
};

/** Runs an action from its files: its real bundle with node, or its scripts. */
export async function runAction(work: StepWork, call: ActionCall): Promise<StepEnd> {
  const manifest = await readActionManifest(call.folder, call.uses);
  if (!manifest.ok) return failed(work, manifest.refusal.message);
  const resolved = actionInputs(manifest.value, call.with, { contexts: work.contexts });
  if (!resolved.ok) return failed(work, resolved.refusal.message);
  const { inputs, warnings } = resolved.value;
  for (const warning of warnings) work.console.annotate("warning", warning);
  const { runs, outputs = {} } = manifest.value;
  if (runs.using === "composite")
    return runComposite(work, { folder: call.folder, steps: runs.steps, outputs, inputs });
  const main = path.resolve(call.folder, runs.main);
  if (!main.startsWith(`${path.resolve(call.folder)}${path.sep}`)) {
    return failed(work, `${call.uses}: runs.main must stay inside the action, not ${runs.main}`);
  }
  const { node } = process.versions;
  if (runs.using !== `node${node.split(".")[0]}`) {
    work.console.print(`${call.uses} asks for ${runs.using}; this machine runs it with node ${node}`);
  }
  return runCommand(work, {
    file: work.job.machine.node,
    args: [main],
    cwd: work.job.folders.workspace,
    inputs: inputVariables(inputs),
  });
}
