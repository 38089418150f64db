import { contextForAdjudicate, contextForChallenge } from "../context/assembly/context-for.js";
import type { RoleContext } from "../context/assembly/give-role.js";
import { applicableSops } from "../domain/budget/sop.js";
import type { Contract } from "../domain/contract/contract.js";
import { effectsOf, errorSurfacesOf } from "../domain/contract/dimensions.js";
import { Adjudication, type AdjudicationAnswer } from "../domain/debate/adjudication.js";
import { amendmentsWithoutTarget } from "../domain/debate/amendment-check.js";
import { Challenge, type ChallengeAnswer } from "../domain/debate/challenge.js";
import { admitChallenge, type ReviewFacts } from "../domain/debate/compliance.js";
import { routeAdjudication } from "../domain/debate/routing.js";
import type { HaltCause } from "../domain/escalation/causes.js";
import type { GateReports } from "../domain/gates/conclude-gates.js";
import { ValidatorCode } from "../domain/gates/validator-code.js";
import type { TaskId } from "../domain/ids.js";
import { moduleFolder } from "../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { bindVerdict, type VerdictBinding } from "../domain/ship/verdict-binding.js";
import { debatePath } from "../domain/work/artifact-paths.js";
import type { TaskMove } from "../domain/work/task-move.js";
import type { JobEffect, JobResult, RepositoryRef } from "../ports.js";
import { arbiterAdjudicate } from "../roles/arbiter-adjudicate.js";
import { challengerChallenge } from "../roles/challenger-challenge.js";
import { question } from "../roles/question.js";
import { writeYaml } from "../yaml.js";
import { askReviewer, type ReviewOutcome } from "./ask-reviewer.js";
import { deliverableOf } from "./deliverable.js";
import { type JobPorts, NOTHING } from "./job-ports.js";
import { orThrow } from "./or-throw.js";
import { debateRounds, gateFacts, type ModuleReading, readModule } from "./read-module.js";
import { readTask, type TaskReading } from "./read-task.js";
import { answerRecords, packFile } from "./records.js";
import { failureCause } from "./role-failure.js";
import { roleIds } from "./role-ids.js";

type Asked = Extract<JobEffect, { kind: "ask-role" }>;

/** A module as its reviewers meet it: specified, proposed and gated. */
type Reviewed = ModuleReading & {
  readonly contract: Contract;
  readonly examples: string;
  readonly reports: GateReports;
};

/** The Challenger tries to show that the work is wrong. It sees no source, has no tool, and must cite what it was given. */
export async function challengeModule(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const open = await openReview(repository, effect, ports);
  if (open === undefined) return NOTHING;
  const { task, module, binding, call, ids } = open;
  const proposal = module.work.trail.proposals.at(-1);
  if (proposal === undefined) throw new TypeError("nothing was proposed that could be challenged");
  const sops = applicableSops(
    task.sops,
    module.planned.files.map(({ path }) => path),
  );
  const context = contextForChallenge(call, {
    contract: module.contract,
    examples: module.examples,
    proposal,
    inventory: module.reports.judge.inventory,
    gates: gateFacts(module.reports),
    acceptanceCriteria: task.taskFile.acceptance_criteria,
    trail: debateRounds(module.work).slice(0, -1),
    dependencies: module.dependencies.map(({ surface }) => surface),
    sops,
    seals: task.seals,
  });
  const identity = {
    challenge_id: ids.artifact("CHALLENGE"),
    target_artifact_id: proposal.proposal_id,
    bound_to: binding,
  };
  const facts = reviewFacts(module, new Map(sops.map(({ name, severity }) => [name, severity])));
  let mild: readonly string[] = [];
  const check = (answer: ChallengeAnswer): Outcome<ChallengeAnswer> => {
    const admitted = admitChallenge(answer, identity, facts);
    if (admitted.ok) return accept(answer);
    mild = violationsIn(admitted.refusal.details);
    return admitted;
  };
  const outcome = await askReviewer(
    ports.model,
    question({
      move: challengerChallenge,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      given: context.given,
      tools: [],
      check,
      config: task.config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage], module_id: module.planned.module_id };
  if (outcome.kind !== "answered") {
    const cause: HaltCause =
      outcome.kind === "invalid" && mild.length > 0
        ? { kind: "mild-review-violation", module: module.work.module_ref, violations: [...mild] }
        : reviewFailure("challenger", module, outcome, task.config.models.challenger.name);
    return failed(ports, effect.task, { kind: "question-failed", ...answered, cause }, context);
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
  const move: TaskMove = { kind: "module-challenged", ...answered, challenge };
  return { intents: [moved(ports, effect.task, move)], files: [file, ...records] };
}

/** The Arbiter decides between the two. What it may decide is bounded by code, not by its prompt. */
export async function adjudicateModule(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const open = await openReview(repository, effect, ports);
  if (open === undefined) return NOTHING;
  const { task, module, binding, call, ids } = open;
  const { trail, progress } = module.work;
  const [proposal, challenge] = [trail.proposals.at(-1), trail.challenges.at(-1)];
  if (proposal === undefined || challenge === undefined) throw new TypeError("nothing was challenged");
  const context = contextForAdjudicate(call, {
    taskFile: task.taskText,
    contract: module.contract,
    proposal,
    challenge,
    trail: debateRounds(module.work).slice(0, -1),
    sops: applicableSops(
      task.sops,
      module.planned.files.map(({ path }) => path),
    ),
    seals: task.seals,
  });
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
      progress,
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
      move: arbiterAdjudicate,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      given: context.given,
      tools: [],
      check,
      config: task.config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage], module_id: module.planned.module_id };
  if (outcome.kind !== "answered") {
    const cause = reviewFailure("arbiter", module, outcome, task.config.models.arbiter.name);
    return failed(ports, effect.task, { kind: "question-failed", ...answered, cause }, context);
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
  const move: TaskMove = { kind: "module-adjudicated", ...answered, adjudication };
  return { intents: [moved(ports, effect.task, move)], files: [file, ...records] };
}

function reviewFailure(
  role: "challenger" | "arbiter",
  { work: { module_ref } }: Reviewed,
  outcome: Exclude<ReviewOutcome<unknown>, { kind: "answered" }>,
  model: string,
): HaltCause {
  if (outcome.kind !== "wrote") return failureCause(role, model, outcome);
  return { kind: "write-attempt", module: module_ref, role, attempted: [...outcome.attempted] };
}

async function openReview(repository: RepositoryRef, effect: Asked, ports: JobPorts) {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || effect.module === null) return undefined;
  const isOpen = task.work.modules.some(({ step }) => step.step === "asking" && step.question === effect.question);
  if (!isOpen) return undefined;
  const module = reviewed(await readModule(task, effect.module));
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const call = {
    packId: ids.artifact("CONTEXT_PACK"),
    runId: ids.runId,
    task: effect.task,
    head: null,
    boundary: ports.boundaryFor(effect.task),
    now: ports.clock.now(),
    sizing: task.config.sizing,
  };
  return { task, module, ids, call, binding: bindingOf(task, module) };
}

function reviewed(module: ModuleReading): Reviewed {
  const { contract, examples, reports } = module;
  if (contract === null || examples === null || reports === null) {
    throw new TypeError(`${module.planned.module_id} is reviewed before it was specified and gated`);
  }
  return { ...module, contract, examples, reports };
}

/** The verdict is about these files and no others (RULES, what a verdict is bound to). */
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

/** Every name that the Challenger was given and may cite. */
function reviewFacts({ contract, reports, dependencies }: Reviewed, sops: ReviewFacts["sops"]): ReviewFacts {
  return {
    testNames: reports.judge.inventory.map(({ name }) => name),
    clauseIds: contract.clauses.map(({ id }) => id),
    contractFields: [
      ...Object.keys(contract),
      ...contract.inputs.map(({ name }) => name),
      ...contract.outputs.map(({ name }) => name),
      ...errorSurfacesOf(contract).map(({ name }) => name),
      ...effectsOf(contract).map(({ target }) => target),
      ...contract.creates,
    ],
    dependencyRefs: dependencies.map(({ surface }) => surface.ref),
    validators: ValidatorCode.options,
    sops,
  };
}

function violationsIn(details: Readonly<Record<string, unknown>> | undefined): string[] {
  const violations = details?.["violations"];
  if (!Array.isArray(violations)) return [];
  return violations.map(({ message }: { message: string }) => message);
}

function failed(ports: JobPorts, task: TaskId, move: TaskMove, { pack }: RoleContext): JobResult {
  return { intents: [moved(ports, task, move)], files: [packFile(pack)] };
}

function moved({ clock }: JobPorts, task_id: TaskId, move: TaskMove) {
  return { kind: "work-moved", at: clock.now(), task_id, move } as const;
}
