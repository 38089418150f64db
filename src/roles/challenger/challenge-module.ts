import { contextForChallenge } from "../../context/sections/context-for.js";
import { haltedAfter, interfaceChangeTool } from "../../context/tools/interface-change-tool.js";
import { namedFields } from "../../domain/contract/contract-fields.js";
import { Challenge, type ChallengeAnswer } from "../../domain/debate/challenge.js";
import { admitChallenge, type ReviewFacts } from "../../domain/debate/compliance.js";
import type { GateReport } from "../../domain/gates/gate-report.js";
import { mutantPlace, survivorsOf } from "../../domain/gates/mutation-report.js";
import { ValidatorCode } from "../../domain/gates/validator-code.js";
import { accept, type Outcome, orThrow, type Refusal, refuse } from "../../domain/refusal.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import { MUTATION } from "../../features/gate-runs/conclude-gates.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { debatePath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { writeYaml } from "../../yaml/yaml.js";
import { interfaceChangeFiles, unmergedOf, upstreamRecorder } from "../asking/raise-upstream.js";
import { answerRecords, packFile } from "../asking/records.js";
import { notAsked, workUpdated } from "../asking/work-updated.js";
import { question } from "../question.js";
import { type Asked, type JobPorts, NOTHING } from "../reading/job-ports.js";
import { gateFacts } from "../reading/read-module.js";
import { askReviewer } from "../reviewers/ask-reviewer.js";
import { openReview, type Reviewed } from "../reviewers/open-review.js";
import { reviewFailure } from "../reviewers/review-failure.js";
import { tooLargeToReview } from "../reviewers/review-fit.js";
import { describedTask, reviewerFacts } from "../reviewers/reviewer-facts.js";
import { RAISE_INTERFACE_CHANGE } from "../tool-names.js";
import { challengerChallenge } from "./challenger-challenge.js";

/**
 * The Challenger tries to show that the work is wrong. It sees no source, can only raise an exception, and must cite
 * what it was given.
 */
export async function challengeModule(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const open = await openReview(repository, effect, ports);
  if (open === undefined) return NOTHING;
  const { task, module, binding, call, ids, sops, round } = open;
  const proposal = module.work.trail.proposals.at(-1);
  if (proposal === undefined) throw new TypeError("nothing was proposed that could be challenged");
  const context = contextForChallenge(call, {
    contract: module.contract,
    examples: module.examples,
    proposal,
    inventory: module.reports.judge.inventory,
    gates: gateFacts(module.reports, module.work),
    ...(module.work.amendments === undefined ? {} : { amendments: module.work.amendments }),
    acceptanceCriteria: task.taskFile.acceptance_criteria,
    taskDescription: describedTask(task.taskFile),
    ...round,
    dependencies: module.dependencies.map(({ surface }) => surface),
    sops,
    ...(await reviewerFacts(task, module.planned)),
    seals: task.seals,
  });
  const tooLarge = tooLargeToReview("challenger", context, module.planned, task.config);
  if (tooLarge !== undefined) return notAsked(ports, effect, { module_id: module.planned.module_id, cause: tooLarge });
  const identity = {
    challenge_id: ids.artifact("CHALLENGE"),
    target_artifact_id: proposal.proposal_id,
    bound_to: binding,
  };
  const facts = reviewFacts(module, new Map(sops.map(({ name, severity }) => [name, severity])));
  const raiser = { role: "challenger", ids, artifactRef: proposal.proposal_id } as const;
  const upstream = upstreamRecorder(task, module, raiser);
  const mayRaise = module.planned.depends_on.some((ref) => !unmergedOf(task).includes(ref));
  const refused: Refusal[] = [];
  const check = (answer: ChallengeAnswer): Outcome<ChallengeAnswer> => {
    if (upstream.raised() !== undefined) return accept(answer); // the task halts, and nothing of this is used
    const unraised = unraisedUpstream(answer, mayRaise);
    if (!unraised.ok) return unraised;
    const admitted = admitChallenge(answer, identity, facts);
    if (admitted.ok) return accept(answer);
    refused.push(admitted.refusal);
    return admitted;
  };
  const outcome = await askReviewer(
    ports.model,
    question({
      activity: challengerChallenge,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      ...context,
      tools: mayRaise ? haltedAfter(interfaceChangeTool(upstream.raise), []) : [],
      check,
      config: task.config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage], module_id: module.planned.module_id };
  const raised = upstream.raised();
  if (raised !== undefined && outcome.kind !== "wrote") {
    const event: TaskEvent = { kind: "interface-change-raised", ...answered, exception: raised.request };
    const files = [...interfaceChangeFiles(task, raised, ids), packFile(context.pack)];
    return { events: [workUpdated(ports, effect.task, event)], files };
  }
  if (outcome.kind !== "answered") {
    // The last rejection is the cause of the halt: an unreadable answer is not mild, whatever came before it.
    const mild = refused.at(-1);
    const isMild = outcome.kind === "invalid" && mild !== undefined && outcome.problems.includes(mild.message);
    const violations = isMild ? violationsIn(mild.details) : [];
    const cause: HaltCause =
      violations.length > 0
        ? { kind: "mild-review-violation", module: module.work.module_ref, violations }
        : reviewFailure("challenger", outcome, { module, config: task.config });
    const event: TaskEvent = { kind: "question-failed", ...answered, cause };
    return { events: [workUpdated(ports, effect.task, event)], files: [packFile(context.pack)] };
  }
  const challenge = orThrow(admitChallenge(outcome.value, identity, facts));
  const records = answerRecords({
    pack: context.pack,
    type: "CHALLENGE",
    artifact: challenge.challenge_id,
    task: effect.task,
    ids,
    now: ports.clock.now(),
  });
  const file = {
    path: debatePath(effect.task, "challenges", challenge.challenge_id),
    text: writeYaml(challenge, Challenge),
  };
  const event: TaskEvent = { kind: "module-challenged", ...answered, challenge };
  return { events: [workUpdated(ports, effect.task, event)], files: [file, ...records] };
}

/** A failure of a shipped contract needs an exception with the proposed change. */
function unraisedUpstream({ failures }: ChallengeAnswer, mayRaise: boolean): Outcome<null> {
  const failure = failures.find(({ scope }) => scope === "UPSTREAM");
  if (failure === undefined) return accept(null);
  const instead = "If it is not the shipped contract that is wrong, its scope is MODULE or PLAN.";
  return refuse(
    "upstream-not-raised",
    mayRaise
      ? `A failure with scope UPSTREAM is raised: call \`${RAISE_INTERFACE_CHANGE}\` with the change that is needed. ${instead}`
      : `This module rests on no shipped module whose contract could be changed. ${instead}`,
  );
}

/** Every name that the Challenger was given and may cite. */
function reviewFacts({ contract, reports, dependencies }: Reviewed, sops: ReviewFacts["sops"]): ReviewFacts {
  return {
    testNames: [
      ...(reports.judge.inventory ?? reports.execute.tests).map(({ name }) => name),
      ...contract.assertions.map(({ message }) => message),
    ],
    clauseIds: contract.clauses.map(({ id }) => id),
    contractFields: [...Object.keys(contract), ...namedFields(contract)],
    dependencyRefs: dependencies.map(({ surface }) => surface.ref),
    validators: [...ValidatorCode.options, ...mutationNames(reports.execute)],
    sops,
  };
}

/** What is said about mutants can be cited by their places. */
function mutationNames({ mutation }: GateReport): string[] {
  return mutation?.kind === "tried" ? [MUTATION, ...new Set(survivorsOf(mutation).map(mutantPlace))] : [];
}

function violationsIn(details: Readonly<Record<string, unknown>> | undefined): string[] {
  const violations = details?.["violations"];
  if (!Array.isArray(violations)) return [];
  return violations.map(({ message }: { message: string }) => message);
}
