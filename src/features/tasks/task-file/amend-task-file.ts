import type { Outcome } from "../../../domain/refusal.js";
import { checkTaskFile, type DependencyContract, type TaskFile } from "./task-file.js";

/** The file with the contracts of its dependencies at dispatch. */
export function withDependencyContracts(file: TaskFile, contracts: readonly DependencyContract[]): Outcome<TaskFile> {
  return checkTaskFile({ ...file, dependency_contracts: contracts });
}

/** A person's new acceptance criteria, the reason, and when (requirements.md#resolutions). */
export type AmendedCriteria = {
  readonly acceptance_criteria: readonly string[];
  readonly rationale: string;
  readonly amended_at: string;
};

/** The file with new criteria; the old ones are appended to its history. */
export function withAmendedCriteria(file: TaskFile, amended: AmendedCriteria): Outcome<TaskFile> {
  const replaced = {
    amended_at: amended.amended_at,
    rationale: amended.rationale,
    original_acceptance_criteria: file.acceptance_criteria,
  };
  return checkTaskFile({
    ...file,
    acceptance_criteria: amended.acceptance_criteria,
    amendments: [...file.amendments, replaced],
  });
}
