import { AmendSpec, RevisePlan, SplitTask } from "../../commands/command.js";
import { fencedBlock } from "../../commands/fenced-block.js";
import type { Escalation } from "../../domain/escalation/escalation.js";
import type { MicroPlan } from "../../domain/plan/micro-plan.js";
import type { TaskFile } from "../../domain/project/task-file.js";
import { writeYaml } from "../../yaml.js";

const Amendment = AmendSpec.omit({ action: true });
const Division = SplitTask.omit({ action: true });
const Outline = RevisePlan.omit({ action: true });

/** What is known of the halted task that a ready-made answer can be made of. */
export type PayloadFacts = { readonly taskFile: TaskFile | undefined; readonly plan: MicroPlan | undefined };

/** The recommended answer with this task's own words in it, to be changed and sent. Null where there are none to use, or the command would not take them. */
export function cardPayload({ recommended_resolution }: Escalation, { taskFile, plan }: PayloadFacts): string | null {
  switch (recommended_resolution) {
    case "AMEND_SPEC":
      return taskFile === undefined ? null : amendment(taskFile);
    case "SPLIT_TASK":
      return taskFile === undefined ? null : division(taskFile);
    case "REVISE_PLAN":
      return plan === undefined ? null : outline(plan);
    default:
      return null;
  }
}

function amendment({ acceptance_criteria }: TaskFile): string | null {
  const payload = {
    amended_acceptance_criteria: [...acceptance_criteria],
    amendment_rationale: "The criteria could not be met as they were.",
  };
  return Amendment.safeParse(payload).success ? comment("amend-spec", writeYaml(payload, Amendment)) : null;
}

/** Its criteria in two halves; a part needs two of them. */
function division({ name, description, acceptance_criteria }: TaskFile): string | null {
  const half = Math.ceil(acceptance_criteria.length / 2);
  const parts = [acceptance_criteria.slice(0, half), acceptance_criteria.slice(half)];
  const new_tasks = parts.map((criteria, index) => ({
    name: `${name}, part ${index + 1}`,
    description,
    acceptance_criteria: [...criteria],
    depends_on: index === 0 ? [] : ["#1"],
  }));
  return Division.safeParse({ new_tasks }).success ? comment("split", writeYaml({ new_tasks }, Division)) : null;
}

function outline({ modules }: MicroPlan): string | null {
  const own = new Set(modules.map(({ module_id }) => module_id));
  const revised_micro_plan = modules.map(({ module_id, purpose, depends_on }) => ({
    module_id,
    description: purpose,
    depends_on: depends_on.map((ref) => ref.split("@")[0] ?? ref).filter((id) => own.has(id)),
  }));
  const payload = { revised_micro_plan };
  return Outline.safeParse(payload).success ? comment("revise-plan", writeYaml(payload, Outline)) : null;
}

function comment(verb: string, yaml: string): string {
  return `/factory ${verb}\n\n${fencedBlock(yaml, "yaml")}`;
}
