/** An interface change of a shipped contract, and the files of the state branch that its decision needs. */

import { Contract } from "../../src/domain/contract/contract.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import { applyDelta } from "../../src/features/interface-change/rules/apply-delta.js";
import { assessChange, ChangeAssessment } from "../../src/features/interface-change/rules/assessment.js";
import {
  assessmentPath,
  candidatePath,
  consumerPath,
  interfaceChangePath,
} from "../../src/features/interface-change/rules/change-file-paths.js";
import { ContractDelta } from "../../src/features/interface-change/rules/contract-delta.js";
import type { ChangeStage, InterfaceChange } from "../../src/features/interface-change/rules/interface-change.js";
import { InterfaceChangeRequest } from "../../src/features/interface-change/rules/interface-change-request.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { aContract } from "./contract.js";
import { FIRST_TASK, SECOND_TASK } from "./loop.js";

export const ID = "ICE-0a1b2c3d";
export const TARGET = "MM-0007@1.0.0";
export const exception: InterfaceChangeRequest = {
  exception_id: ID,
  type: "CANNOT_SUPPORT",
  raised_by: { artifact_ref: "PROP-00000001", role: "proposer", run_id: "run-1" },
  target_module: TARGET,
  reason: "The parts of a tag cannot be had",
  evidence: ["the contract gives one string only"],
  proposed_contract_delta: ContractDelta.parse({
    added_outputs: [{ name: "parts", type: "string[]", invariants: [] }],
  }),
  compatibility_expectation: "BACKWARD_COMPATIBLE",
  urgency: "BLOCKING",
};
const shipped = aContract({ module_id: "MM-0007", dependencies: [] });
const candidate = applyDelta(shipped, exception.proposed_contract_delta, "BACKWARD_COMPATIBLE");
if (!candidate.ok) throw new Error(candidate.refusal.message);
const consumer = aContract({ module_id: "MM-0008", dependencies: [{ ref: "MM-0007@^2.0.0", why: "tags" }] });
const assessment = assessChange(shipped, candidate.value, { modules: ["MM-0008@1.0.0"], tasks: [SECOND_TASK] });

export const BRANCH: readonly (readonly [string, string])[] = [
  [interfaceChangePath(ID), writeYaml(exception, InterfaceChangeRequest)],
  [assessmentPath(ID), writeYaml(assessment, ChangeAssessment)],
  ...[1, 2, 3].map((round) => [candidatePath(ID, round), writeYaml(candidate.value.contract, Contract)] as const),
  [consumerPath(ID, "MM-0008"), writeYaml(consumer, Contract)],
];

/** The same state with the first task's interface change. */
export function withChange(
  state: FactoryState,
  stage: ChangeStage,
  change: Partial<InterfaceChange> = {},
): FactoryState {
  const current: InterfaceChange = {
    task_id: FIRST_TASK,
    target_module: TARGET,
    decisions: [],
    questions: "question" in stage ? stage.question : 0,
    stage,
    ...change,
  };
  return { ...state, interface_changes: { [ID]: current } };
}
