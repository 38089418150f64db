import type { ZodType } from "zod";
import {
  contextForAmend,
  contextForImplement,
  contextForRevise,
  contextForSpecify,
} from "../context/assembly/context-for.js";
import type { RoleContext } from "../context/assembly/give-role.js";
import type { RoleFacts } from "../context/assembly/role-facts.js";
import { proposerTools } from "../context/tools/proposer-tools.js";
import { unownedPaths } from "../context/workspace/unowned-paths.js";
import { openWorkspace } from "../context/workspace/workspace.js";
import { applicableSops } from "../domain/budget/sop.js";
import type { Proposal, ProposalAnswer } from "../domain/debate/proposal.js";
import type { Remark } from "../domain/factory/decision-state.js";
import { gitBlobSha } from "../domain/hash.js";
import type { TaskId } from "../domain/ids.js";
import type { Outcome, Refusal } from "../domain/refusal.js";
import type { AmendAnswer, ReviseAnswer, SpecifyAnswer } from "../domain/roles/answers.js";
import type { WritingMove } from "../domain/work/module-work.js";
import type { TaskMove } from "../domain/work/task-move.js";
import type { JobEffect, JobResult, RepositoryRef } from "../ports.js";
import type { RoleMove } from "../roles/define-role.js";
import { proposerAmend } from "../roles/proposer-amend.js";
import { proposerImplement } from "../roles/proposer-implement.js";
import { proposerRevise } from "../roles/proposer-revise.js";
import { proposerSpecify } from "../roles/proposer-specify.js";
import { question } from "../roles/question.js";
import { amendFailure } from "./amend-failure.js";
import { type Built, builtFiles, type Work } from "./built-files.js";
import { checkAmended, checkProposed, checkSpecified } from "./check-built.js";
import { type JobPorts, NOTHING } from "./job-ports.js";
import { priorTasksOf } from "./prior-tasks-of.js";
import { debateRounds, gateFacts, type ModuleReading, readModule, sectionsOf } from "./read-module.js";
import { isBuilt, readTask, readTree, type TaskReading, type Tree } from "./read-task.js";
import { answerRecords, packFile } from "./records.js";
import { failureCause } from "./role-failure.js";
import { type RoleIds, roleIds } from "./role-ids.js";

type Asked = Extract<JobEffect, { kind: "ask-role" }>;

/** Everything one writing move is made of: who is asked, what it sees, and what counts as done. */
type Move<T> = {
  readonly role: RoleMove<T> & { readonly Answer: ZodType<T> };
  context(call: Call, facts: RoleFacts): RoleContext;
  check(work: Work, answer: T): Promise<Outcome<T>>;
  built(answer: T): Built;
};
type Call = Parameters<typeof contextForImplement>[0];

const specify: Move<SpecifyAnswer> = {
  role: proposerSpecify,
  context: (call, facts) => contextForSpecify(call, needed(facts, "taskFile", "module")),
  check: checkSpecified,
  built: ({ contract, examples }) => ({ contract, examples, proposal: null }),
};
const implement: Move<ProposalAnswer> = {
  role: proposerImplement,
  context: (call, facts) => contextForImplement(call, needed(facts, "taskFile", "module", "contract")),
  check: checkProposed,
  built: (proposal) => ({ contract: null, examples: null, proposal }),
};
const revise: Move<ReviseAnswer> = {
  role: proposerRevise,
  context: (call, facts) => contextForRevise(call, needed(facts, "taskFile", "module", "contract")),
  check: checkProposed,
  built: ({ contract, examples, ...proposal }) => ({ contract, examples, proposal }),
};
const amend: Move<AmendAnswer> = {
  role: proposerAmend,
  context: (call, facts) => contextForAmend(call, needed(facts, "taskFile", "module", "contract", "adjudication")),
  check: checkAmended,
  built: ({ contract, examples, records: _records, ...proposal }) => ({ contract, examples, proposal }),
};

/** One call to the Proposer: it works in a guarded copy of the tree, and what it wrote becomes one commit. */
export function buildModule(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  switch (effect.move) {
    case "specify":
      return build(repository, effect, ports, specify);
    case "implement":
      return build(repository, effect, ports, implement);
    case "revise":
      return build(repository, effect, ports, revise);
    case "amend":
      return build(repository, effect, ports, amend);
    default:
      throw new TypeError(`${effect.move} writes nothing`);
  }
}

async function build<T>(repository: RepositoryRef, effect: Asked, ports: JobPorts, move: Move<T>): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || effect.module === null || !isOpen(task, effect)) return NOTHING;
  const module = await readModule(task, effect.module);
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const tree = await startingTree(repository, task, module, effect, ports);
  const boundary = ports.boundaryFor(effect.task);
  const remarks = remarksFor(task, effect);
  const { config } = task;
  const rules = {
    module: module.planned,
    seals: task.seals,
    others: (task.plan?.modules ?? []).filter(isBuilt).filter(({ module_id }) => module_id !== effect.module),
    config,
  };
  const context = move.context(
    {
      packId: ids.artifact("CONTEXT_PACK"),
      runId: ids.runId,
      task: effect.task,
      head: tree.commit,
      boundary,
      now: ports.clock.now(),
      sizing: config.sizing,
    },
    {
      ...factsFor(task, module),
      ...feedbackOf(remarks),
      unownedPaths: unownedPaths({ ...rules, entries: tree.entries }),
    },
  );
  const workspace = openWorkspace({
    head: tree.commit,
    entries: tree.entries,
    readBlob: (blob) => ports.reader.blob(repository, blob),
    pack: context.pack,
    move: writingMove(effect),
    ...rules,
  });
  const work: Work = { task, module, tree, workspace, move: writingMove(effect) };
  const codeIndex = ports.indexOf(task.index);
  let refused: Refusal | undefined;
  const outcome = await ports.model.ask(
    question({
      move: move.role,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      given: context.given,
      tools: proposerTools(workspace, {
        searchIndex: (query) => codeIndex.search(query),
        raiseException: async () => ({
          ok: false,
          refusal: { code: "not-now", message: "Name the failing dependency in your answer; the reviewers raise it." },
        }),
        boundary,
      }),
      check: async (answer) => {
        const checked = await move.check(work, answer);
        refused = checked.ok ? undefined : checked.refusal;
        return checked;
      },
      config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage] };
  if (outcome.kind !== "answered") {
    const unapplied = outcome.kind === "invalid" ? amendFailure(module, refused) : undefined;
    const cause = unapplied ?? failureCause("proposer", config.models.proposer.name, outcome);
    const failed: TaskMove = { kind: "question-failed", ...answered, module_id: effect.module, cause };
    return { intents: [moved(ports, effect.task, failed)], files: [packFile(context.pack)] };
  }
  return written(work, move.built(outcome.value), { ids, ports, effect, answered, remarks, pack: context.pack });
}

/** What people wrote in the pull request since the last revision; no other move may see it. */
function remarksFor({ state, taskId }: TaskReading, { move }: Asked): readonly Remark[] {
  if (move !== "revise") return [];
  return state.remarks.filter(({ task_id, taken_in }) => task_id === taskId && taken_in === undefined);
}

function feedbackOf(remarks: readonly Remark[]): Pick<RoleFacts, "feedback"> {
  if (remarks.length === 0) return {};
  const place = ({ path, line }: Remark) => (line === null ? path : `${path}, line ${line}`);
  return { feedback: remarks.map((remark) => ({ name: `${remark.by} on ${place(remark)}`, text: remark.body })) };
}

function isOpen({ work }: TaskReading, { module, question: number }: Asked): boolean {
  return work.modules.some(
    ({ step, module_ref }) => step.step === "asking" && step.question === number && module_ref.startsWith(`${module}@`),
  );
}

/** A fresh attempt starts from the red commit: nothing of the failed one is left to be misled by (RULES, retries). */
async function startingTree(
  repository: RepositoryRef,
  task: TaskReading,
  { work }: ModuleReading,
  { from }: Asked,
  { reader }: JobPorts,
): Promise<Tree> {
  if (from === "head" || work.lock === null) return task.tree;
  return readTree(repository, work.lock.head, reader);
}

function factsFor(task: TaskReading, module: ModuleReading): RoleFacts {
  const rounds = debateRounds(module.work);
  const { challenges, adjudications } = module.work.trail;
  const challenge = challenges.at(-1);
  const adjudication = adjudications.at(-1);
  return {
    taskFile: task.taskText,
    module: module.planned,
    ...(module.contract === null ? {} : { contract: module.contract }),
    ...(module.examples === null ? {} : { examples: module.examples }),
    ...(module.reports === null || module.work.failures.length === 0 ? {} : { gates: gateFacts(module.reports) }),
    ...(challenge === undefined ? {} : { challenge }),
    ...(adjudication === undefined ? {} : { adjudication }),
    trail: rounds.slice(0, -1),
    dependencies: module.dependencies.map(({ surface }) => surface),
    sections: sectionsOf(task, module),
    priorTasks: priorTasksOf(task),
    sops: applicableSops(
      task.sops,
      module.planned.files.map(({ path }) => path),
    ),
    seals: task.seals,
  };
}

/** The commit that the answer makes due, and what it leaves on record. */
async function written(
  work: Work,
  built: Built,
  {
    ids,
    ports,
    effect,
    answered,
    remarks,
    pack,
  }: {
    readonly ids: RoleIds;
    readonly ports: JobPorts;
    readonly effect: Asked;
    readonly answered: { question: number; usage: Extract<TaskMove, { kind: "module-specified" }>["usage"] };
    readonly remarks: readonly Remark[];
    readonly pack: RoleContext["pack"];
  },
): Promise<JobResult> {
  const { files, testText, contractText } = await builtFiles(work, built, effect.question);
  const { lock } = work.module.work;
  const changes = {
    module_id: work.module.planned.module_id,
    move: work.move,
    contract_changed: lock !== null && gitBlobSha(contractText) !== lock.contract_blob,
    tests_changed: lock !== null && gitBlobSha(testText) !== lock.test_blob,
  };
  const now = ports.clock.now();
  if (built.proposal === null) {
    const move: TaskMove = { kind: "module-specified", ...answered, ...changes };
    const artifact = ids.artifact("CONTRACT");
    const records = answerRecords({ pack, type: "CONTRACT", artifact, task: effect.task, ids, now });
    return { intents: [moved(ports, effect.task, move)], files: [...files, ...records] };
  }
  const proposal: Proposal = {
    proposal_id: ids.artifact("PROPOSAL"),
    target_artifact_id: ids.artifact("IMPLEMENTATION"),
    deliverable_ref: work.module.work.module_ref,
    ...built.proposal,
  };
  const taken = remarks.length === 0 ? {} : { remarks: remarks.map(({ id }) => id) };
  const move: TaskMove = { kind: "module-proposed", ...answered, ...changes, ...taken, proposal };
  const records = answerRecords({
    pack,
    type: "IMPLEMENTATION",
    artifact: proposal.proposal_id,
    task: effect.task,
    ids,
    now,
  });
  return { intents: [moved(ports, effect.task, move)], files: [...files, ...records] };
}

function writingMove({ move }: Asked): WritingMove {
  if (move === "plan" || move === "challenge" || move === "adjudicate") throw new TypeError(`${move} writes nothing`);
  return move;
}

/** The facts with those that this call cannot do without; that one is missing is a bug. */
function needed<Key extends keyof RoleFacts>(facts: RoleFacts, ...keys: readonly Key[]) {
  const missing = keys.filter((key) => facts[key] === undefined);
  if (missing.length > 0) throw new TypeError(`a role cannot be asked without: ${missing.join(", ")}`);
  return facts as RoleFacts & { readonly [Needed in Key]-?: NonNullable<RoleFacts[Needed]> };
}

function moved({ clock }: JobPorts, task_id: TaskId, move: TaskMove) {
  return { kind: "work-moved", at: clock.now(), task_id, move } as const;
}
