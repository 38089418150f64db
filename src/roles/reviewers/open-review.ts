import { applicableSops } from "../../domain/budget/sop.js";
import type { Contract } from "../../domain/contract/contract.js";
import { bindVerdict, type VerdictBinding } from "../../domain/debate/verdict-binding.js";
import type { Sha } from "../../domain/ids.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { orThrow } from "../../domain/refusal.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { GateReports } from "../../features/gate-runs/conclude-gates.js";
import { taskCall } from "../asking/task-call.js";
import type { Asked, JobPorts } from "../reading/job-ports.js";
import { debateRounds, type ModuleReading, readModule } from "../reading/read-module.js";
import { readTask, type TaskReading } from "../reading/read-task.js";
import { roleIds } from "../reading/role-ids.js";
import { roundStart } from "../reading/round-start.js";
import { unshownIn } from "../reading/unshown-in.js";
import { changesSince, testFilesOf } from "./reviewed-files.js";

/** A module for its reviewers: specified, proposed and gated. */
export type Reviewed = ModuleReading & {
  readonly contract: Contract;
  readonly examples: string;
  readonly reports: GateReports;
};

/** The module to review, while the question is open. */
export async function openReview(repository: RepositoryRef, effect: Asked, ports: JobPorts) {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || effect.module === null) return undefined;
  const isOpen = task.work.modules.some(({ step }) => step.step === "asking" && step.question === effect.question);
  if (!isOpen) return undefined;
  const module = reviewed(await readModule(task, effect.module));
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const call = taskCall(ports, ids, { task: effect.task, head: null, config: task.config });
  const sops = applicableSops(
    task.sops,
    module.planned.files.map(({ path }) => path),
  );
  const rounds = debateRounds(module.work);
  const judged = module.work.trail.challenges.at(effect.activity === "adjudicate" ? -2 : -1)?.bound_to;
  const blob = (sha: Sha) => ports.reader.blob(repository, sha);
  const testFiles = await testFilesOf(task, module.planned);
  /** What both reviewers are told about the round (requirements.md#fresh-context). */
  const round = {
    trail: rounds.slice(0, -1),
    roundStart: roundStart(rounds.at(-2)),
    testFiles,
    ...unshownIn(task, module, testFiles),
    changesSince: await changesSince(
      { tree: task.tree, blob },
      module.planned,
      judged !== undefined && "manifest_blobs" in judged ? judged : undefined,
    ),
  };
  return { task, module, ids, call, sops, round, binding: bindingOf(task, module) };
}

function reviewed(module: ModuleReading): Reviewed {
  const { contract, examples, reports } = module;
  if (contract === null || examples === null || reports === null) {
    throw new TypeError(`${module.planned.module_id} is reviewed before it was specified and gated`);
  }
  return { ...module, contract, examples, reports };
}

/** The verdict is about exactly these files (decisions.md#verdicts-are-bound-to-content). */
export function bindingOf(
  { tree }: TaskReading,
  { contract, planned }: Pick<Reviewed, "contract" | "planned">,
): VerdictBinding {
  const folder = moduleFolder(planned.module_id, planned.module_version);
  return orThrow(
    bindVerdict({
      contract,
      contractPath: `${folder}/contract.yml`,
      examplesPath: `${folder}/examples.md`,
      blobs: tree.blobs,
    }),
  );
}
