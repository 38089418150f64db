import { AmendSpec, RevisePlan, SplitTask } from "../../commands/command.js";
import { fencedBlock } from "../../commands/fenced-block.js";
import { UnfinishedAmendment, UnfinishedSplit } from "../../domain/decisions/human-resolution.js";
import type { Escalation } from "../../domain/escalation/escalation.js";
import type { MicroPlan } from "../../domain/plan/micro-plan.js";
import type { TaskFile } from "../../domain/project/task-file.js";
import { cutLine } from "../../render/cut.js";
import { defuse } from "../../render/defuse.js";
import { writeYaml } from "../../yaml.js";

const Amendment = AmendSpec.omit({ action: true });
const Division = SplitTask.omit({ action: true });
const Outline = RevisePlan.omit({ action: true });

/** What is known of the halted task that a ready-made answer can be made of. */
export type PayloadFacts = { readonly taskFile: TaskFile | undefined; readonly plan: MicroPlan | undefined };

/** The recommended answer with this task's own words in it, to be changed and sent. Null where there are none to use, or the command would not take them. */
export function cardPayload(escalation: Escalation, { taskFile, plan }: PayloadFacts): string | null {
  const { recommended_resolution, cause } = escalation;
  switch (recommended_resolution) {
    case "APPROVE_OVERRIDE":
      return agreement(cause) ?? `/factory override I accept it as it is, although this failed: ${failed(escalation)}`;
    // Files could only be made up here. Without pushed commits it is answered that there are none, and nothing happens.
    case "PROVIDE_FIX":
      return `/factory fix The commits I pushed to this branch mend it: ${failed(escalation)}`;
    case "ABANDON_TASK":
      return `/factory abandon It is given up, because this failed: ${failed(escalation)}`;
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

/** What failed first, on one line; whoever sends it mentions nobody by it. */
function failed({ failed_invariants: [first] }: Escalation): string {
  const line = (first?.invariant ?? "it could not be done").replace(/\s+/g, " ");
  return defuse(cutLine(line, 200));
}

/** Packages that wait for a person's word, by name. */
function agreement(cause: Escalation["cause"]): string | null {
  if (cause.kind === "dependency-runs-scripts") {
    return `/factory override I agree to ${cause.packages.join(", ")}; install scripts stay off here.`;
  }
  if (cause.kind !== "dependency-not-allowed") return null;
  const named = cause.dependencies.map(({ name, range }) => `${name} ${range}`).join(", ");
  return `/factory override I agree to ${named} for this task.`;
}

/** What stands where only the person knows what to say: a comment that still holds it is refused, with the place. */
const MISSING = "TODO";
const MISSING_LINE = new RegExp(`^(\\s*- )${MISSING}$`, "gm");
const OPEN_CRITERION = "say what was left open, or change the line above that cannot be met and remove this one";
const OPEN_PART = "say what else shows that this part is done: a part needs two criteria";

/** Whether something has to be filled in before the command takes it. */
export function isUnfinished(payload: string | null): boolean {
  return [OPEN_CRITERION, OPEN_PART].some((means) => payload?.includes(`- ${MISSING} # ${means}`));
}

function explained(yaml: string, means: string): string {
  return yaml.replace(MISSING_LINE, `$1${MISSING} # ${means}`);
}

/** The criteria as they are: what is to be different about them nobody can write for somebody else. */
function amendment({ acceptance_criteria }: TaskFile): string | null {
  const payload = {
    amended_acceptance_criteria: [...acceptance_criteria, MISSING],
    amendment_rationale: "The criteria could not be met as they were.",
  };
  const whole = { ...payload, amended_acceptance_criteria: [...acceptance_criteria, "Says what was left open."] };
  if (!Amendment.safeParse(whole).success) return null;
  return comment("amend-spec", explained(writeYaml(payload, UnfinishedAmendment), OPEN_CRITERION));
}

/** Its criteria in two halves. A part needs two of them: of a task with few, what is missing is left to be filled in. */
function division({ name, description, acceptance_criteria }: TaskFile): string | null {
  if (acceptance_criteria.length === 0) return null;
  const half = Math.ceil(acceptance_criteria.length / 2);
  const parts = [acceptance_criteria.slice(0, half), acceptance_criteria.slice(half)];
  const missing = (criteria: readonly string[]) =>
    Array.from({ length: 2 - Math.min(2, criteria.length) }, () => MISSING);
  const new_tasks = parts.map((criteria, index) => ({
    name: `${name}, part ${index + 1}`,
    description,
    acceptance_criteria: [...criteria, ...missing(criteria)],
    depends_on: index === 0 ? [] : ["#1"],
  }));
  if (Division.safeParse({ new_tasks }).success) return comment("split", writeYaml({ new_tasks }, Division));
  const isOnlyShort = acceptance_criteria.length < 4 && UnfinishedSplit.safeParse({ new_tasks }).success;
  if (!isOnlyShort) return null;
  const yaml = writeYaml({ new_tasks }, UnfinishedSplit);
  return comment("split", explained(yaml, OPEN_PART));
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
