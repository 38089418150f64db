import { contextForPlanReview } from "../../context/sections/context-for.js";
import { entryRef, isThere } from "../../domain/index-entries/code-index-entry.js";
import { isReused, PlanDraft } from "../../domain/plan/plan-draft.js";
import { checkPlanReview, PlanReview } from "../../domain/plan/plan-review.js";
import { orThrow } from "../../domain/refusal.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { planDraftPath, planReviewPath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { answerRecords, packFile } from "../asking/records.js";
import { failureCause } from "../asking/role-failure.js";
import { taskCall } from "../asking/task-call.js";
import { workUpdated } from "../asking/work-updated.js";
import { planFindings } from "../planner/reviewed-before.js";
import { question } from "../question.js";
import { type Asked, type JobPorts, NOTHING } from "../reading/job-ports.js";
import { missingOnState } from "../reading/missing-file.js";
import { priorRulings } from "../reading/prior-rulings.js";
import { readDependency } from "../reading/read-dependency.js";
import { readTask, type TaskReading } from "../reading/read-task.js";
import { roleIds } from "../reading/role-ids.js";
import { askReviewer, type ReviewOutcome } from "../reviewers/ask-reviewer.js";
import { describedTask } from "../reviewers/reviewer-facts.js";
import { challengerReviewPlan } from "./challenger-review-plan.js";

/** The Challenger judges a plan against its task and the rubric, and changes nothing (decisions.md#plan-review). */
export async function reviewPlan(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const reading = await readTask(repository, effect.task, ports);
  const proposed = reading?.work.proposed_plan;
  if (reading?.work.stage.stage !== "reviewing-plan" || proposed === undefined) return NOTHING;
  if (reading.work.stage.question !== effect.question) return NOTHING;
  const { micro_plan_id } = proposed;
  const draft = await draftOf(reading, micro_plan_id);
  const ids = roleIds(reading.state.request.issue, effect.task, effect.question);
  const call = taskCall(ports, ids, { task: effect.task, head: null, config: reading.config });
  const context = contextForPlanReview(call, {
    taskDescription: describedTask(reading.taskFile),
    acceptanceCriteria: reading.taskFile.acceptance_criteria,
    reviewedPlan: draft.text,
    planFindings: planFindings(reading),
    dependencies: await surfacesOf(reading, draft.plan),
    decisions: priorRulings(reading.state, effect.task),
    sops: reading.sops,
    seals: reading.seals,
  });
  const keys = draft.plan.modules.map(({ key }) => key);
  const outcome = await askReviewer(
    ports.model,
    question({
      activity: challengerReviewPlan,
      subject: { task: effect.task, module: null, attempt: effect.attempt },
      ...context,
      tools: [],
      check: (answer) => checkPlanReview(answer, keys),
      config: reading.config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage] };
  if (outcome.kind !== "answered") {
    const cause = failureOf(outcome, reading);
    const event: TaskEvent = { kind: "question-failed", ...answered, module_id: null, cause };
    return { events: [workUpdated(ports, effect.task, event)], files: [packFile(context.pack)] };
  }
  const review: PlanReview = { ...outcome.value, micro_plan_id };
  const path = planReviewPath(effect.task, micro_plan_id);
  const records = answerRecords({
    pack: context.pack,
    type: "PLAN_REVIEW",
    artifact: path,
    task: effect.task,
    ids,
    now: ports.clock.now(),
  });
  return {
    events: [workUpdated(ports, effect.task, { kind: "plan-reviewed", ...answered, review })],
    files: [{ path, text: writeYaml(review, PlanReview) }, ...records],
  };
}

/** The plan with the keys that its planner gave to the modules: by these both speak of them. */
async function draftOf({ taskId, stored }: TaskReading, id: string) {
  const path = planDraftPath(taskId, id);
  const text = (await stored([path])).get(path);
  if (text === undefined) throw missingOnState(path);
  return { text, plan: orThrow(readYaml(path, text, PlanDraft)) };
}

/** The shipped modules that the plan rests on or reuses, as their users know them. */
async function surfacesOf({ index, tree }: TaskReading, { modules }: PlanDraft) {
  const named = new Set(
    modules.flatMap((module) => [
      ...module.depends_on,
      ...module.reuse_candidate_refs,
      ...(isReused(module) ? [module.reuse_ref] : []),
    ]),
  );
  const shipped = index.filter((entry) => isThere(entry) && named.has(entryRef(entry))).map(entryRef);
  const dependencies = await Promise.all(shipped.map((ref) => readDependency(tree, ref)));
  return dependencies.map(({ surface }) => surface);
}

function failureOf(
  outcome: Exclude<ReviewOutcome<unknown>, { kind: "answered" }>,
  { config }: Pick<TaskReading, "config">,
): HaltCause {
  if (outcome.kind !== "wrote") return failureCause("challenger", config.models.challenger.name, outcome);
  const names = [...new Set(outcome.attempted)].slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME));
  return {
    kind: "answer-invalid",
    role: "challenger",
    errors: [`A reviewer writes nothing, and it called ${names.join(", ")}.`],
  };
}

const MOST_NAMES = 10;
const LONGEST_NAME = 200;
