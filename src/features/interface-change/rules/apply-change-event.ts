import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { type InterfaceChangeDecision, recordDecision } from "./change-decision.js";
import type { ChangeEvent } from "./change-event.js";
import {
  type ChangeStage,
  type ContractActivity,
  type InterfaceChange,
  MAX_CONTRACT_ROUNDS,
} from "./interface-change.js";

type Debating = Extract<ChangeStage, { stage: "debating" }>;

/** The change after an event, or why the event is impossible: an answer to a question that is not open is stale. */
export function applyChangeEvent(change: InterfaceChange, event: ChangeEvent): Outcome<InterfaceChange> {
  switch (event.kind) {
    case "decided":
      return decide(change, event.decision);
    case "contract-challenged":
      return debated(change, event, "challenge", (debating) =>
        event.objections.length === 0 ? ask(change, debating.round, "adjudicate") : fail(change, debating, event),
      );
    case "contract-redrafted":
      return debated(change, event, "propose", ({ round }) => ask(change, round, "challenge"));
    case "contract-adjudicated":
      return debated(change, event, "adjudicate", (debating) =>
        event.objections.length === 0
          ? { ...change, stage: { stage: "agreed", round: debating.round, version: event.version } }
          : fail(change, debating, event),
      );
    case "debate-ended":
      return debated(change, event, null, ({ round }) => notAgreed(change, round, event.why));
    case "task-added":
      return from(change, "agreed", ({ version }) => ({ stage: "building", task_id: event.task_id, version }));
    case "consumers-found":
      return from(change, "shipped", ({ version }) =>
        event.consumers.length === 0
          ? { stage: "done", version }
          : { stage: "reverifying", version, consumers: event.consumers },
      );
    case "reverification-added":
      return from(change, "reverifying", ({ version }) => ({ stage: "done", version }));
    default:
      return event satisfies never;
  }
}

/**
 * An approval opens the debate with the contract of the delta as the first proposal
 * (requirements.md#interface-change-flow). A revised delta opens it again from round 1.
 */
function decide(change: InterfaceChange, decision: InterfaceChangeDecision): Outcome<InterfaceChange> {
  if (!["deciding", "debating", "not-agreed"].includes(change.stage.stage))
    return refuse("change-settled", `${decision.exception_id} is settled: it is ${change.stage.stage}`);
  const decisions = recordDecision(change.decisions, decision, change.stage.stage === "not-agreed");
  if (!decisions.ok) return decisions;
  const decided = { ...change, decisions: decisions.value };
  switch (decision.decision) {
    case "APPROVE_CHANGE":
      return accept(ask(decided, 1, "challenge"));
    case "REJECT_CHANGE": {
      const { decided_by: by, reason } = decision;
      return accept({ ...decided, stage: { stage: "rejected", by, reason } });
    }
    case "DEFER":
      return accept(decided);
    default:
      return decision satisfies never;
  }
}

function ask(change: InterfaceChange, round: number, activity: ContractActivity): InterfaceChange {
  const question = change.questions + 1;
  return { ...change, questions: question, stage: { stage: "debating", round, activity, question } };
}

/** An objection leads to another contract while rounds are left; then a person decides again. */
function fail(
  change: InterfaceChange,
  { round }: Debating,
  { objections }: { readonly objections: readonly string[] },
): InterfaceChange {
  return round < MAX_CONTRACT_ROUNDS ? ask(change, round + 1, "propose") : notAgreed(change, round, objections);
}

function notAgreed(change: InterfaceChange, round: number, objections: readonly string[]): InterfaceChange {
  return { ...change, stage: { stage: "not-agreed", round, objections: [...objections] } };
}

function debated(
  change: InterfaceChange,
  { question }: { readonly question: number },
  activity: ContractActivity | null,
  next: (debating: Debating) => InterfaceChange,
): Outcome<InterfaceChange> {
  const { stage } = change;
  const isOpen =
    stage.stage === "debating" && stage.question === question && (activity === null || stage.activity === activity);
  return isOpen ? accept(next(stage)) : refuse("stale-answer", `question ${question} about this contract is not open`);
}

function from<S extends ChangeStage["stage"]>(
  change: InterfaceChange,
  stage: S,
  next: (at: Extract<ChangeStage, { stage: S }>) => ChangeStage,
): Outcome<InterfaceChange> {
  if (change.stage.stage !== stage)
    return refuse("change-elsewhere", `the change is ${change.stage.stage}, not ${stage}`);
  return accept({ ...change, stage: next(change.stage as Extract<ChangeStage, { stage: S }>) });
}
