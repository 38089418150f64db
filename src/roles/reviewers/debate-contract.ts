import type { ZodType } from "zod";
import { contextForContract } from "../../context/sections/context-for.js";
import type { ContributionType } from "../../domain/artifacts/contribution.js";
import { Contract } from "../../domain/contract/contract.js";
import { parseModuleRef } from "../../domain/ids.js";
import { entryRef, isActive } from "../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { applyDelta } from "../../features/interface-change/rules/apply-delta.js";
import type { ChangeEvent } from "../../features/interface-change/rules/change-event.js";
import { candidatePath, contractDebatePath } from "../../features/interface-change/rules/change-file-paths.js";
import {
  ContractChallenge,
  type ContractChallengeAnswer,
  ContractProposal,
  type ContractProposalAnswer,
  ContractRuling,
  type ContractRulingAnswer,
  checkContractChallenge,
  objectionsOf,
} from "../../features/interface-change/rules/contract-debate.js";
import { writeYaml } from "../../yaml/yaml.js";
import { arbiterAdjudicateContract } from "../arbiter/arbiter-adjudicate-contract.js";
import { answerRecords, packFile } from "../asking/records.js";
import { taskCall } from "../asking/task-call.js";
import { challengerChallengeContract } from "../challenger/challenger-challenge-contract.js";
import type { RoleActivity } from "../define-role.js";
import { proposerRedraftContract } from "../proposer/proposer-redraft-contract.js";
import { question } from "../question.js";
import { type JobPorts, NOTHING } from "../reading/job-ports.js";
import { type ChangeReading, changeTexts, readChange } from "../reading/read-change.js";
import { type RoleIds, roleIds } from "../reading/role-ids.js";
import { askReviewer } from "./ask-reviewer.js";

type Debating = Extract<JobEffect, { kind: "debate-contract" }>;
type Answered = Pick<Extract<ChangeEvent, { kind: "contract-redrafted" }>, "question" | "usage">;

/** One turn of the debate: the role, the check of its answer, and what follows. */
type Turn<T> = {
  readonly role: RoleActivity<T> & {
    readonly Answer: ZodType<T>;
    readonly role: "proposer" | "challenger" | "arbiter";
  };
  readonly contributes: ContributionType;
  check(reading: ChangeReading, answer: T): Outcome<T>;
  taken(
    reading: ChangeReading,
    answer: T,
    at: TurnPlace,
  ): { readonly event: ChangeEvent; readonly files: FileToWrite[] };
};
type TurnPlace = { readonly effect: Debating; readonly ids: RoleIds; readonly answered: Answered };

const propose: Turn<ContractProposalAnswer> = {
  role: { ...proposerRedraftContract, role: "proposer" },
  contributes: "CONTRACT",
  check: (reading, answer) => {
    const candidate = candidateFrom(reading, answer);
    return candidate.ok ? accept(answer) : candidate;
  },
  taken: (reading, answer, { effect: { change_id, round }, ids, answered }) => {
    const { revision } = reading;
    const { contract } = orThrow(candidateFrom(reading, answer));
    const proposal = { proposal_id: ids.artifact("PROPOSAL"), ...answer };
    return {
      event: { kind: "contract-redrafted", ...answered },
      files: [
        { path: candidatePath(change_id, round, revision), text: writeYaml(contract, Contract) },
        {
          path: contractDebatePath(change_id, { round, revision }, "proposal"),
          text: writeYaml(proposal, ContractProposal),
        },
      ],
    };
  },
};
const challenge: Turn<ContractChallengeAnswer> = {
  role: { ...challengerChallengeContract, role: "challenger" },
  contributes: "CHALLENGE",
  check: ({ candidate, assessment }, answer) =>
    checkContractChallenge(answer, { contract: candidate, consumers: assessment.affected.modules }),
  taken: ({ revision }, answer, { effect: { change_id, round }, ids, answered }) => ({
    event: { kind: "contract-challenged", ...answered, objections: objectionsOf(answer) },
    files: [
      {
        path: contractDebatePath(change_id, { round, revision }, "challenge"),
        text: writeYaml({ challenge_id: ids.artifact("CHALLENGE"), ...answer }, ContractChallenge),
      },
    ],
  }),
};
const adjudicate: Turn<ContractRulingAnswer> = {
  role: { ...arbiterAdjudicateContract, role: "arbiter" },
  contributes: "ADJUDICATION",
  check: (_, answer) => accept(answer),
  taken: ({ candidate, revision }, answer, { effect: { change_id, round }, ids, answered }) => ({
    event: {
      kind: "contract-adjudicated",
      ...answered,
      version: candidate.module_version,
      objections: answer.decision === "APPROVE" ? [] : [`The Arbiter rejects it: ${answer.rationale}`],
    },
    files: [
      {
        path: contractDebatePath(change_id, { round, revision }, "adjudication"),
        text: writeYaml({ adjudication_id: ids.artifact("ADJUDICATION"), ...answer }, ContractRuling),
      },
    ],
  }),
};

/** The debate of the contract of an approved interface change (requirements.md#interface-change-flow). */
export function debateContract(repository: RepositoryRef, effect: Debating, ports: JobPorts): Promise<JobResult> {
  switch (effect.activity) {
    case "propose":
      return take(repository, effect, ports, propose);
    case "challenge":
      return take(repository, effect, ports, challenge);
    case "adjudicate":
      return take(repository, effect, ports, adjudicate);
    default:
      return effect.activity satisfies never;
  }
}

async function take<T>(
  repository: RepositoryRef,
  effect: Debating,
  ports: JobPorts,
  turn: Turn<T>,
): Promise<JobResult> {
  const reading = await readChange(repository, effect, ports);
  if (reading === undefined) return NOTHING;
  const stale = supersededTarget(reading);
  if (stale !== undefined)
    return ended(ports, effect, { answered: { question: effect.question, usage: [] }, why: stale, files: [] });
  const ids = roleIds(reading.state.request.issue, effect.change_id, effect.question);
  const call = taskCall(ports, ids, { task: effect.task, head: null, config: reading.config });
  const context = contextForContract(turn.role.role, call, {
    contract: reading.candidate,
    interfaceChange: changeTexts(reading),
  });
  const { moduleId } = parseModuleRef(reading.request.target_module);
  const outcome = await askReviewer(
    ports.model,
    question({
      activity: turn.role,
      subject: { task: effect.task, module: moduleId, attempt: effect.question },
      ...context,
      tools: [],
      check: (answer) => turn.check(reading, answer),
      config: reading.config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage] };
  if (outcome.kind !== "answered") {
    const why =
      outcome.kind === "invalid" ? outcome.problems.join("; ") : "why" in outcome ? outcome.why : "it tried to write";
    return ended(ports, effect, {
      answered,
      why: `The ${turn.role.role} gave no answer that can be used: ${why}`,
      files: [packFile(context.pack)],
    });
  }
  const { event, files } = turn.taken(reading, outcome.value, { effect, ids, answered });
  const records = answerRecords({
    pack: context.pack,
    type: turn.contributes,
    artifact: effect.change_id,
    task: effect.task,
    ids,
    now: ports.clock.now(),
  });
  return { events: [updated(ports, effect, event)], files: [...files, ...records] };
}

function candidateFrom({ assessment, request }: ChangeReading, { proposed_delta }: ContractProposalAnswer) {
  return applyDelta(assessment.shipped, proposed_delta, request.compatibility_expectation);
}

/** The contract was changed meanwhile: this debate is about one that is not in force any more. */
function supersededTarget({ index, request: { target_module } }: ChangeReading): string | undefined {
  const entry = index.find((candidate) => entryRef(candidate) === target_module);
  if (entry !== undefined && isActive(entry)) return undefined;
  const now =
    entry === undefined ? "not in the code index" : `${entry.status}, replaced by ${entry.superseded_by ?? "nothing"}`;
  return `${target_module} is ${now}: the task has to look at what is there now.`;
}

function ended(
  ports: JobPorts,
  effect: Debating,
  { answered, why, files }: { readonly answered: Answered; readonly why: string; readonly files: FileToWrite[] },
): JobResult {
  return { events: [updated(ports, effect, { kind: "debate-ended", ...answered, why: [why] })], files };
}

function updated({ clock }: JobPorts, { change_id }: Debating, event: ChangeEvent) {
  return { kind: "interface-change-updated", at: clock.now(), exception_id: change_id, event } as const;
}
