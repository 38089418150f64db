import { Contract } from "../../domain/contract/contract.js";
import { parseModuleRef } from "../../domain/ids.js";
import { inFile, type Outcome, orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { parseTaskFile } from "../tasks/task-file/parse-task-file.js";
import type { TaskFile } from "../tasks/task-file/task-file.js";
import { applyDelta, type CandidateContract } from "./rules/apply-delta.js";
import { ChangeAssessment } from "./rules/assessment.js";
import { revisionsOf } from "./rules/change-decision.js";
import { assessmentPath, candidatePath, consumerPath, interfaceChangePath } from "./rules/change-file-paths.js";
import type { ContractDelta } from "./rules/contract-delta.js";
import { deltaBetween } from "./rules/delta-between.js";
import { InterfaceChangeRequest } from "./rules/interface-change-request.js";

type Files = Pick<Situation, "files">;

// The exception on the state branch. It is read if a change's stage needs it (change-paths).

export function requestFor({ files }: Files, id: string): InterfaceChangeRequest {
  const path = interfaceChangePath(id);
  return orThrow(readYaml(path, textAt(files, path), InterfaceChangeRequest));
}

export function assessmentOf({ files }: Files, id: string): ChangeAssessment {
  const path = assessmentPath(id);
  return orThrow(readYaml(path, textAt(files, path), ChangeAssessment));
}

export function candidateOf({ files, state }: Pick<Situation, "files" | "state">, id: string, round: number): Contract {
  const path = candidatePath(id, round, revisionsOf(state.interface_changes[id]?.decisions ?? []));
  return orThrow(readYaml(path, textAt(files, path), Contract));
}

/** The contract that another delta would make of the shipped one, or why it makes none. */
export function candidateAfter(situation: Files, id: string, delta: ContractDelta): Outcome<CandidateContract> {
  return applyDelta(assessmentOf(situation, id).shipped, delta, requestFor(situation, id).compatibility_expectation);
}

/** The delta that a person can start from: what the last contract of the debate changes. */
export function lastDelta(situation: Pick<Situation, "files" | "state">, id: string): ContractDelta {
  const stage = situation.state.interface_changes[id]?.stage;
  const round = stage?.stage === "not-agreed" ? stage.round : 1;
  const delta = deltaBetween(assessmentOf(situation, id).shipped, candidateOf(situation, id, round));
  if (delta === null) throw new TypeError(`the contract of ${id} changes nothing`);
  return delta;
}

export function consumerOf({ files }: Files, id: string, moduleRef: string): Contract {
  const path = consumerPath(id, parseModuleRef(moduleRef).moduleId);
  return orThrow(readYaml(path, textAt(files, path), Contract));
}

export function taskFileAt({ files }: Files, path: string): TaskFile {
  return orThrow(inFile(path, parseTaskFile(textAt(files, path))));
}
