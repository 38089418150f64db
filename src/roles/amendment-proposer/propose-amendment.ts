import { contextForAmendmentProposal } from "../../context/sections/context-for.js";
import type { Contract } from "../../domain/contract/contract.js";
import { affectedModules, amendmentDue, checkAmendment } from "../../domain/enforcement/amendment-proposal.js";
import { contractText } from "../../domain/enforcement/change-contract.js";
import { amendedContract, ContractAmendment, DeclinedAmendment } from "../../domain/enforcement/contract-amendment.js";
import { accept, type Outcome, orThrow } from "../../domain/refusal.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import { amendmentDeclinedPath, amendmentPath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { moduleIdOf } from "../../features/modules/task-work.js";
import { writeYaml } from "../../yaml/yaml.js";
import { isAsked, sourcesOf } from "../asking/asked-module.js";
import { answerRecords, packFile } from "../asking/records.js";
import { failureCause } from "../asking/role-failure.js";
import { taskCall } from "../asking/task-call.js";
import { workUpdated } from "../asking/work-updated.js";
import { checkBound } from "../proposer/check-built.js";
import { question } from "../question.js";
import { type Asked, type JobPorts, NOTHING } from "../reading/job-ports.js";
import { gateFacts, type ModuleReading, readModule } from "../reading/read-module.js";
import { readTask, type TaskReading } from "../reading/read-task.js";
import { roleIds } from "../reading/role-ids.js";
import { type AmendmentAnswer, amendmentProposerPropose } from "./amendment-proposer-propose.js";

/**
 * Asks whether the contract is wrong after the same signature or contract failure three times. A proposal is checked
 * against the present contract before a person is asked; the affected modules are computed
 * (requirements.md#contract-amendments).
 */
export async function proposeAmendment(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || effect.module === null || !isAsked(task, effect)) return NOTHING;
  const module = await readModule(task, effect.module);
  const { contract, reports, planned, work } = module;
  if (contract === null || reports === null) throw new TypeError("an amendment needs a contract that was gated");
  const attempts = work.contract_failures ?? [];
  const violations = orThrow(amendmentDue({ shipped: false, attempts }));
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const context = contextForAmendmentProposal(
    taskCall(ports, ids, { task: effect.task, head: null, config: task.config }),
    {
      contract,
      gates: gateFacts(reports),
      repeated: attempts,
      sources: await sourcesOf(task, planned),
      ...(work.amendments === undefined ? {} : { amendments: work.amendments }),
    },
  );
  const proposalOf = (amendment: NonNullable<AmendmentAnswer["amendment"]>) => ({
    module_id: planned.module_id,
    ...amendment,
    affected_modules: affectedBy(task, planned.module_id),
  });
  const outcome = await ports.model.ask(
    question({
      activity: amendmentProposerPropose,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      ...context,
      tools: [],
      check: (answer) => checked(answer, { module, contract, proposalOf }),
      config: task.config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage], module_id: planned.module_id };
  const say = (event: TaskEvent) => workUpdated(ports, effect.task, event);
  if (outcome.kind !== "answered") {
    const cause = failureCause("amendment-proposer", task.config.models["amendment-proposer"].name, outcome);
    return { events: [say({ kind: "question-failed", ...answered, cause })], files: [packFile(context.pack)] };
  }
  const { amendment: proposed, why } = outcome.value;
  const now = ports.clock.now();
  const recorded = (artifact: string) =>
    answerRecords({ pack: context.pack, type: "CONTRACT_AMENDMENT", artifact, task: effect.task, ids, now });
  if (proposed === null) {
    const path = amendmentDeclinedPath(effect.task, ids.amendment());
    const declined = { module_id: planned.module_id, why, violations, declined_at: now };
    return {
      events: [say({ kind: "amendment-declined", ...answered, why })],
      files: [{ path, text: writeYaml(declined, DeclinedAmendment) }, ...recorded(path)],
    };
  }
  const amendment: ContractAmendment = {
    amendment_id: ids.amendment(),
    proposal: proposalOf(proposed),
    why,
    violations,
    proposed_at: now,
  };
  const path = amendmentPath(effect.task, amendment.amendment_id);
  return {
    events: [say({ kind: "amendment-proposed", ...answered, amendment })],
    files: [{ path, text: writeYaml(amendment, ContractAmendment) }, ...recorded(path)],
  };
}

type Amendable = {
  readonly module: ModuleReading;
  readonly contract: Contract;
  readonly proposalOf: (amendment: NonNullable<AmendmentAnswer["amendment"]>) => ContractAmendment["proposal"];
};

/**
 * A person is only asked about a proposal that could be accepted: an agreed or shipped interface, and dependencies of
 * the plan, cannot be changed by it.
 */
function checked(answer: AmendmentAnswer, { module, contract, proposalOf }: Amendable): Outcome<AmendmentAnswer> {
  if (answer.amendment === null) return accept(answer);
  const proposal = checkAmendment(proposalOf(answer.amendment), {
    moduleId: contract.module_id,
    shipped: false,
    valueAt: (path) => contractText(contract, path),
  });
  if (!proposal.ok) return proposal;
  const amended = amendedContract(contract, proposal.value);
  const bound = amended.ok ? checkBound(module, amended.value) : amended;
  return bound.ok ? accept(answer) : bound;
}

function affectedBy({ work }: TaskReading, module: string) {
  return affectedModules(module, new Map(work.modules.map((each) => [moduleIdOf(each), each.depends_on])));
}
