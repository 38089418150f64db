import type { MicroPlan } from "../../../domain/plan/micro-plan.js";
import { Statement } from "../../../domain/statement.js";
import { cutLine } from "../../../render/cut.js";
import { escapeMentions } from "../../../render/escape-mentions.js";
import { writeYaml } from "../../../yaml/yaml.js";
import type { TaskFile } from "../../tasks/task-file/task-file.js";
import type { Escalation } from "../escalation/escalation.js";
import { named } from "../escalation/left-out.js";
import { AmendSpec, SplitTask, UnfinishedAmendment, UnfinishedSplit } from "../resolution/human-resolution.js";
import { planPayload } from "./plan-payload.js";
import { explained, MISSING, payloadComment } from "./unfinished.js";

const Amendment = AmendSpec.omit({ action: true });
const Division = SplitTask.omit({ action: true });

/** The facts about the halted task from which an answer is prepared. */
export type PayloadFacts = { readonly taskFile: TaskFile | undefined; readonly plan: MicroPlan | undefined };

/**
 * The recommended answer with this task's own words, to be edited and sent. What only the person can say is marked, and
 * the command is refused until it is filled in.
 */
export function cardPayload(escalation: Escalation, { taskFile, plan }: PayloadFacts): string {
  const { recommended_resolution, cause } = escalation;
  switch (recommended_resolution) {
    case "APPROVE_OVERRIDE":
      return agreement(cause) ?? `/factory override I accept it as it is, although this failed: ${failed(escalation)}`;
    // The contents of files cannot be prepared here. Without pushed commits the answer says that there are none, and
    // nothing happens.
    case "PROVIDE_FIX":
      return `/factory fix The commits I pushed to this branch mend it: ${failed(escalation)}`;
    case "ABANDON_TASK":
      return `/factory abandon It is given up, because this failed: ${failed(escalation)}`;
    case "AMEND_SPEC":
      return amendment(taskFile?.acceptance_criteria ?? []);
    case "SPLIT_TASK":
      return division(taskFile);
    case "REVISE_PLAN":
      return planPayload(cause, plan);
    case "RETRY_TASK":
      return "/factory retry";
    case "APPROVE_INTERFACE_CHANGE":
      return "/factory ice approve";
    case "REJECT_INTERFACE_CHANGE":
      return `/factory ice reject ${rejection(cause)}`;
    default:
      return recommended_resolution satisfies never;
  }
}

/** What failed first, on one line, without mentions. */
function failed({ failed_invariants: [first] }: Escalation): string {
  return onOneLine(first?.invariant ?? "it could not be done");
}

function onOneLine(text: string): string {
  return escapeMentions(cutLine(text.replace(/\s+/g, " "), 200));
}

/** The roles get the reason: their own words from the debate, or the person's. */
function rejection(cause: Escalation["cause"]): string {
  const objections = cause.kind === "contract-not-agreed" ? cause.objections.slice(0, OBJECTIONS) : [];
  if (objections.length === 0) return `${MISSING}: say why the interface stays as it is, and how the task does without`;
  return `No contract for the change was agreed on. What stood against it: ${objections.map(onOneLine).join("; ")}`;
}

/** The card lists all of them. */
const OBJECTIONS = 3;

/** The names of packages that wait for consent, escaped: `@acme/tools` must not mention that team. */
function agreement(cause: Escalation["cause"]): string | null {
  if (cause.kind === "dependency-runs-scripts") {
    return `/factory override I agree to ${escapeMentions(named(cause.packages, cause.left_out))}; install scripts stay off here.`;
  }
  if (cause.kind !== "dependency-not-allowed") return null;
  const declared = cause.dependencies.map(({ name, range }) => `${name} ${range}`).join(", ");
  return `/factory override I agree to ${escapeMentions(declared)} for this task.`;
}

const OPEN_CRITERION = "say what was left open, or change the line above that cannot be met and remove this one";
const OPEN_PART = "say what else shows that this part is done: a part needs two criteria";
const OPEN_TEXT = "say what this part does";

/** The present criteria. Only the person can say how they should change. */
function amendment(criteria: readonly string[]): string {
  const amendment_rationale = "The criteria could not be met as they were.";
  const whole = { amended_acceptance_criteria: [...criteria, "Says what was left open."], amendment_rationale };
  const known = Amendment.safeParse(whole).success ? criteria : [MISSING];
  const payload = { amended_acceptance_criteria: [...known, MISSING], amendment_rationale };
  return payloadComment("amend-spec", explained(writeYaml(payload, UnfinishedAmendment), OPEN_CRITERION));
}

/**
 * The criteria in two halves. Each part needs two of them, so missing ones of a small task are left to be filled in.
 */
function division(taskFile: TaskFile | undefined): string {
  const { name, description, acceptance_criteria } = taskFile ?? UNKNOWN;
  const criteria = acceptance_criteria.filter(saysSomething);
  const half = Math.ceil(criteria.length / 2);
  const new_tasks = [criteria.slice(0, half), criteria.slice(half)].map((own, index) => ({
    name: `${name}, part ${index + 1}`,
    description: saysSomething(description) ? description : MISSING,
    acceptance_criteria: [...own, ...Array.from({ length: 2 - Math.min(2, own.length) }, () => MISSING)],
    depends_on: index === 0 ? [] : ["#1"],
  }));
  if (Division.safeParse({ new_tasks }).success) return payloadComment("split", writeYaml({ new_tasks }, Division));
  const yaml = writeYaml({ new_tasks }, UnfinishedSplit);
  return payloadComment("split", explained(explained(yaml, OPEN_PART), OPEN_TEXT, "description"));
}

const UNKNOWN: Pick<TaskFile, "name" | "description" | "acceptance_criteria"> = {
  name: "The task",
  description: MISSING,
  acceptance_criteria: [],
};

function saysSomething(text: string): boolean {
  return Statement.safeParse(text).success;
}
