import { z } from "zod";
import { answerInvalid, callFailed, jobFailed, taskBudgetExhausted } from "./causes/call-causes.js";
import { contractAmendmentRejected, contractNotAgreed, interfaceChange } from "./causes/contract-causes.js";
import {
  amendmentNotApplied,
  debateRejected,
  mildReviewViolation,
  planLevelFailure,
  repeatedObjection,
  writeAttempt,
} from "./causes/debate-causes.js";
import { dependenciesRefused, dependencyNotAllowed, dependencyRunsScripts } from "./causes/dependency-causes.js";
import {
  branchFailing,
  fingerprintMismatch,
  gateRunFailed,
  gatesFailing,
  testRegression,
  testsFailing,
} from "./causes/gate-causes.js";
import {
  branchTakenOver,
  fixRefused,
  mergeConflict,
  mergeTreeMismatch,
  moduleDigestMismatch,
  takenBack,
} from "./causes/merge-causes.js";
import {
  planCannotBeBuilt,
  planInvalid,
  planReviewFailed,
  preconditionsMissing,
  sopsDoNotFit,
  taskTooLarge,
} from "./causes/plan-causes.js";

/** Every reason to halt, as rows. Documentation, cards and completeness checks are derived from them. */
export const HALT_CAUSES = [
  debateRejected,
  repeatedObjection,
  mildReviewViolation,
  amendmentNotApplied,
  writeAttempt,
  planLevelFailure,
  planInvalid,
  planReviewFailed,
  planCannotBeBuilt,
  taskTooLarge,
  sopsDoNotFit,
  preconditionsMissing,
  dependencyNotAllowed,
  dependenciesRefused,
  dependencyRunsScripts,
  interfaceChange,
  contractNotAgreed,
  contractAmendmentRejected,
  gatesFailing,
  branchFailing,
  testsFailing,
  fingerprintMismatch,
  testRegression,
  gateRunFailed,
  answerInvalid,
  callFailed,
  jobFailed,
  taskBudgetExhausted,
  mergeTreeMismatch,
  moduleDigestMismatch,
  mergeConflict,
  branchTakenOver,
  fixRefused,
  takenBack,
] as const;

/** Why a task halted, with the evidence that its kind requires. */
export const HaltCause = z.discriminatedUnion("kind", schemasOf(HALT_CAUSES));
export type HaltCause = z.infer<typeof HaltCause>;
export type HaltKind = HaltCause["kind"];

export type HaltCauseRow = (typeof HALT_CAUSES)[number];

export function causeRow(kind: HaltKind): HaltCauseRow {
  const row = HALT_CAUSES.find((candidate) => candidate.kind === kind);
  if (row === undefined) throw new TypeError(`no row for the halt cause ${kind}`);
  return row;
}

/** `map` loses the length and order of a tuple, which the union's type needs. */
function schemasOf<const Rows extends readonly { readonly Cause: z.ZodType }[]>(rows: Rows) {
  return rows.map((row) => row.Cause) as { [Index in keyof Rows]: Rows[Index]["Cause"] };
}
