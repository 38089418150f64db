import type { RoleFacts } from "../../context/sections/role-facts.js";
import { applicableSops } from "../../domain/budget/sop.js";
import type { Remark } from "../../features/halts/decision-state.js";
import { concerns, openRemarks } from "../../features/remarks/open-remarks.js";
import type { Asked } from "../reading/job-ports.js";
import { priorRulings } from "../reading/prior-rulings.js";
import { priorTasksOf } from "../reading/prior-tasks-of.js";
import { debateRounds, gateFacts, type ModuleReading, sectionsOf } from "../reading/read-module.js";
import type { TaskReading } from "../reading/read-task.js";
import { roundStartInBrief } from "../reading/round-start.js";
import { taskForRole } from "../reading/task-text.js";
import { testSetup } from "../reading/test-setup.js";
import { unshownIn } from "../reading/unshown-in.js";
import { testFilesOf } from "../reviewers/reviewed-files.js";

/** The facts of the task and the module for every writing activity. */
export async function proposerFacts(task: TaskReading, module: ModuleReading): Promise<RoleFacts> {
  const rounds = debateRounds(module.work);
  const testFiles = await testFilesOf(task, module.planned);
  const { challenges, adjudications } = module.work.trail;
  const challenge = challenges.at(-1);
  const adjudication = adjudications.at(-1);
  return {
    taskFile: taskForRole(task.taskFile),
    module: module.planned,
    ...contractKnown(module),
    ...(module.examples === null ? {} : { examples: module.examples }),
    ...(module.work.amendments === undefined ? {} : { amendments: module.work.amendments }),
    ...(module.reports === null || module.work.failures.length === 0
      ? {}
      : { gates: gateFacts(module.reports, module.work) }),
    ...(challenge === undefined ? {} : { challenge }),
    ...(adjudication === undefined ? {} : { adjudication }),
    trail: rounds.slice(0, -1),
    roundStart: roundStartInBrief(rounds.at(-1)),
    testFiles,
    ...unshownIn(task, module, testFiles),
    testSetup: await testSetup(task.tree, task.config),
    dependencies: module.dependencies.map(({ surface }) => surface),
    sections: sectionsOf(task, module),
    priorTasks: await priorTasksOf(task),
    decisions: priorRulings(task.state, task.taskId),
    sops: applicableSops(
      task.sops,
      module.planned.files.map(({ path }) => path),
    ),
    seals: task.seals,
  };
}

/** Its own contract, or the one that was agreed before the task started. */
function contractKnown({ contract, agreed }: ModuleReading): Pick<RoleFacts, "contract"> {
  const known = contract ?? agreed;
  return known === null ? {} : { contract: known };
}

/** People's remarks since the last revision; no other activity may see them. */
export function remarksFor(
  { state, taskId, work, plan }: TaskReading,
  { activity, module }: Pick<Asked, "activity" | "module">,
): readonly Remark[] {
  if (activity !== "revise" || module === null) return [];
  return openRemarks(state.remarks, taskId, work).filter((remark) => concerns(remark, module, plan ?? undefined));
}

export function feedbackOf(remarks: readonly Remark[]): Pick<RoleFacts, "feedback"> {
  if (remarks.length === 0) return {};
  const place = ({ path, line }: Remark) =>
    path === null ? "the whole" : line === null ? path : `${path}, line ${line}`;
  return { feedback: remarks.map((remark) => ({ name: `${remark.by} on ${place(remark)}`, text: remark.body })) };
}
