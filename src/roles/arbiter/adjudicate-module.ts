import { contextForAdjudicate } from "../../context/sections/context-for.js";
import { Adjudication, type AdjudicationAnswer } from "../../domain/debate/adjudication.js";
import { amendmentsWithoutTarget } from "../../domain/debate/amendment-check.js";
import { routeAdjudication } from "../../domain/debate/routing.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import { debatePath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { writeYaml } from "../../yaml/yaml.js";
import { answerRecords, packFile } from "../asking/records.js";
import { notAsked, workUpdated } from "../asking/work-updated.js";
import { deliverableOf } from "../proposer/deliverable.js";
import { question } from "../question.js";
import { type Asked, type JobPorts, NOTHING } from "../reading/job-ports.js";
import { gateFacts } from "../reading/read-module.js";
import { taskForRole } from "../reading/task-text.js";
import { askReviewer } from "../reviewers/ask-reviewer.js";
import { openReview } from "../reviewers/open-review.js";
import { reviewFailure } from "../reviewers/review-failure.js";
import { tooLargeToReview } from "../reviewers/review-fit.js";
import { arbiterAdjudicate } from "./arbiter-adjudicate.js";

/** The Arbiter decides between the two. Code, not its prompt, limits what it may decide. */
export async function adjudicateModule(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const open = await openReview(repository, effect, ports);
  if (open === undefined) return NOTHING;
  const { task, module, binding, call, ids, sops, round } = open;
  const { trail } = module.work;
  const [proposal, challenge] = [trail.proposals.at(-1), trail.challenges.at(-1)];
  if (proposal === undefined || challenge === undefined) throw new TypeError("nothing was challenged");
  const context = contextForAdjudicate(call, {
    taskFile: taskForRole(task.taskFile),
    contract: module.contract,
    proposal,
    challenge,
    gates: gateFacts(module.reports, module.work),
    ...round,
    sops,
    seals: task.seals,
  });
  const tooLarge = tooLargeToReview("arbiter", context, module.planned, task.config);
  if (tooLarge !== undefined) return notAsked(ports, effect, { module_id: module.planned.module_id, cause: tooLarge });
  const files = new Map<string, string>();
  for (const { path } of module.planned.files) {
    const text = await task.tree.read(path);
    if (text !== undefined) files.set(path, text);
  }
  const before = deliverableOf(module.contract, module.examples, files);
  const check = (answer: AdjudicationAnswer): Outcome<AdjudicationAnswer> => {
    const route = routeAdjudication({
      decision: answer.decision,
      verdict: challenge.verdict,
      gatesPassed: module.work.judged !== null && module.work.failures.length === 0,
      progress: module.work.progress,
    });
    if (!route.ok) return route;
    const lost = amendmentsWithoutTarget(answer.amendments, before);
    if (lost.length === 0) return accept(answer);
    const targets = lost.map(({ action, target }) => `${action} ${target}`).join("; ");
    return refuse(
      "amendment-without-target",
      `Nothing to change or remove is called that: ${targets}. Name what exists.`,
    );
  };
  const outcome = await askReviewer(
    ports.model,
    question({
      activity: arbiterAdjudicate,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      ...context,
      tools: [],
      check,
      config: task.config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage], module_id: module.planned.module_id };
  if (outcome.kind !== "answered") {
    const cause = reviewFailure("arbiter", outcome, { module, config: task.config });
    const event: TaskEvent = { kind: "question-failed", ...answered, cause };
    return { events: [workUpdated(ports, effect.task, event)], files: [packFile(context.pack)] };
  }
  const adjudication = Adjudication.parse({
    adjudication_id: ids.artifact("ADJUDICATION"),
    target_artifact_id: proposal.proposal_id,
    bound_to: binding,
    ...outcome.value,
  });
  const records = answerRecords({
    pack: context.pack,
    type: "ADJUDICATION",
    artifact: adjudication.adjudication_id,
    task: effect.task,
    ids,
    now: ports.clock.now(),
  });
  const file = {
    path: debatePath(effect.task, "adjudications", adjudication.adjudication_id),
    text: writeYaml(adjudication, Adjudication),
  };
  const event: TaskEvent = { kind: "module-adjudicated", ...answered, adjudication };
  return { events: [workUpdated(ports, effect.task, event)], files: [file, ...records] };
}
