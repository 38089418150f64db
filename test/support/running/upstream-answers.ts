/** Job results about shipped contracts that must change: the interface change, its debate and the new version. */
import { Contract } from "../../../src/domain/contract/contract.js";
import {
  ContractAmendment as Amendment,
  type ContractAmendment,
} from "../../../src/domain/enforcement/contract-amendment.js";
import { sha256 } from "../../../src/domain/hash.js";
import type { Instant } from "../../../src/domain/ids.js";
import type { JobEffect, JobResult } from "../../../src/engine/ports.js";
import { applyDelta } from "../../../src/features/interface-change/rules/apply-delta.js";
import { assessChange, ChangeAssessment } from "../../../src/features/interface-change/rules/assessment.js";
import type { ChangeEvent } from "../../../src/features/interface-change/rules/change-event.js";
import {
  assessmentPath,
  candidatePath,
  interfaceChangePath,
} from "../../../src/features/interface-change/rules/change-file-paths.js";
import { ContractDelta } from "../../../src/features/interface-change/rules/contract-delta.js";
import { InterfaceChangeRequest } from "../../../src/features/interface-change/rules/interface-change-request.js";
import { amendmentPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aUsageLine } from "../artifacts.js";
import { aContract } from "../contract.js";
import { aViolation } from "../violation.js";

type Ask = Extract<JobEffect, { kind: "ask-role" }>;

/** Shipped before the test begins. */
const UPSTREAM = "MM-0900@1.0.0";
const SHIPPED = aContract({ module_id: "MM-0900", dependencies: [] });
const DELTA = ContractDelta.parse({ added_outputs: [{ name: "parts", type: "string[]", invariants: [] }] });
const applied = applyDelta(SHIPPED, DELTA, "BACKWARD_COMPATIBLE");
if (!applied.ok) throw new Error(applied.refusal.message);
const CANDIDATE = applied.value;
const NEXT_VERSION = CANDIDATE.contract.module_version;

const idOf = (prefix: string, ...parts: readonly unknown[]) => `${prefix}-${sha256(parts.join(" ")).slice(0, 8)}`;

export function raised({ task, module, question }: Ask, at: Instant, role: "proposer" | "challenger"): JobResult {
  const id = idOf("ICE", task, question);
  const exception: InterfaceChangeRequest = {
    exception_id: id,
    type: "CANNOT_SUPPORT",
    raised_by: { artifact_ref: "PROP-00000001", role, run_id: "run-1" },
    target_module: UPSTREAM,
    reason: "The parts cannot be had",
    evidence: ["the contract gives one string only"],
    proposed_contract_delta: DELTA,
    compatibility_expectation: "BACKWARD_COMPATIBLE",
    urgency: "BLOCKING",
  };
  const usage = [aUsageLine({ at, task, cost_usd: 0.01 })];
  const event = {
    kind: "interface-change-raised",
    question,
    usage,
    module_id: module ?? "MM-0001",
    exception,
  } as const;
  const assessment = assessChange(SHIPPED, CANDIDATE, { modules: [], tasks: [] });
  return {
    events: [{ kind: "work-updated", at, task_id: task, event }],
    files: [
      { path: interfaceChangePath(id), text: writeYaml(exception, InterfaceChangeRequest) },
      { path: assessmentPath(id), text: writeYaml(assessment, ChangeAssessment) },
      { path: candidatePath(id, 1), text: writeYaml(CANDIDATE.contract, Contract) },
    ],
  };
}

/** One turn of the debate, with or without an objection. */
export function debated(effect: Extract<JobEffect, { kind: "debate-contract" }>, at: Instant, ok: boolean): JobResult {
  const { change_id, question, round, task } = effect;
  const answered = { question, usage: [aUsageLine({ at, task, cost_usd: 0.01 })] };
  const objections = ok ? [] : ["The parts have no order."];
  const events: Readonly<Record<typeof effect.activity, ChangeEvent>> = {
    challenge: { kind: "contract-challenged", ...answered, objections },
    propose: { kind: "contract-redrafted", ...answered },
    adjudicate: { kind: "contract-adjudicated", ...answered, version: NEXT_VERSION, objections },
  };
  const redraft = { path: candidatePath(change_id, round), text: writeYaml(CANDIDATE.contract, Contract) };
  return {
    events: [{ kind: "interface-change-updated", at, exception_id: change_id, event: events[effect.activity] }],
    files: effect.activity === "propose" ? [redraft] : [],
  };
}

/** The module's own contract may be wrong. */
export function amendment({ task, module, question }: Ask, at: Instant): JobResult {
  const proposed: ContractAmendment = {
    amendment_id: idOf("AMD", task, question),
    proposal: {
      module_id: module ?? "MM-0001",
      reason: "The note says more than can be kept.",
      proposed_changes: [{ path: "modes.notes", old_value: "returns at once", new_value: "returns when logged" }],
      additional_types: [],
      affected_modules: [],
    },
    why: "It cannot return at once and log, too.",
    violations: [aViolation()],
    proposed_at: at,
  };
  const usage = [aUsageLine({ at, task, cost_usd: 0.01 })];
  const event = { kind: "amendment-proposed", question, usage, module_id: proposed.proposal.module_id } as const;
  return {
    events: [{ kind: "work-updated", at, task_id: task, event: { ...event, amendment: proposed } }],
    files: [{ path: amendmentPath(task, proposed.amendment_id), text: writeYaml(proposed, Amendment) }],
  };
}
