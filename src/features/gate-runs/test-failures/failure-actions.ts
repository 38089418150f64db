import { nameTests } from "../../../domain/validation/name-tests.js";
import { SuiteDetails } from "../../../domain/validation/suite-details.js";
import {
  type FailureAction,
  type FailureActionOverrides,
  type FailureType,
  type Reaction,
  reactionOf,
  reactionTo,
  resolveFailureAction,
} from "../../../domain/validation/taxonomy.js";
import type { GateFailure } from "../../modules/module-work.js";
import type { TaskWork } from "../../modules/task-work.js";
import type { GateReports } from "../conclude-gates.js";

type Kind = Extract<FailureType, `test-${string}`>;
export type TestTrouble = {
  readonly type: Kind;
  readonly tests: readonly string[];
  readonly action: FailureAction;
  readonly reaction: Reaction;
};

/**
 * The problems with tests of the whole branch, by kind, and the configured action for each
 * (requirements.md#failure-taxonomy).
 */
export function testTroubles({ execute }: GateReports, overrides: FailureActionOverrides): TestTrouble[] {
  const suite = execute.validators.find(({ code }) => code === "FULL_REGRESSION_PASS");
  // A report is untrusted. Details of another form are ignored, and the validator's own verdict counts.
  const told = SuiteDetails.safeParse(suite?.details ?? {}).data ?? SuiteDetails.parse({});
  const { newFailures, vanishedTests, flakyTests, preExistingFailures } = told;
  const found: [Kind, string[]][] = [
    ["test-regression", [...newFailures, ...vanishedTests]],
    ["test-flake", flakyTests],
    ["test-preexisting", preExistingFailures],
  ];
  return found
    .filter(([, tests]) => tests.length > 0)
    .map(([type, tests]) => {
      const action = resolveFailureAction(type, overrides);
      return { type, tests, action, reaction: reactionOf(action) };
    });
}

/** The failures that remain after the configured actions for kinds of test failures. */
export function currentFailures(failures: readonly GateFailure[], troubles: readonly TestTrouble[]): GateFailure[] {
  const excused = regressionIn(troubles)?.reaction === "go-on";
  const others = failures.filter(({ validator }) => !excused || validator !== "FULL_REGRESSION_PASS");
  const raised = troubles.filter(({ type, reaction }) => type !== "test-regression" && reaction !== "go-on");
  return [
    ...others,
    ...raised.map(({ type, tests }) => ({
      validator: "FULL_REGRESSION_PASS",
      message: nameTests(`failure_actions stops at ${type}`, tests),
      fix: "Mend these tests, or let failure_actions go on.",
    })),
  ];
}

/** The failure that the configuration stops at, if nothing but it stops the branch. */
export function stopsAt(failures: readonly GateFailure[], troubles: readonly TestTrouble[]): FailureType | undefined {
  const raised = troubles.filter(({ type, reaction }) => type !== "test-regression" && reaction !== "go-on");
  return failures.length === raised.length ? raised[0]?.type : undefined;
}

/** Tests in a warning. The report has all of them. */
const WARNED = 50;

/** What goes on with a warning, and what is warned of. What is ignored is not mentioned. */
export function warnedOf(troubles: readonly TestTrouble[], nonce: string): TaskWork["warned"] {
  const warned = troubles
    .filter(({ action }) => action === "warn-continue")
    .map(({ type, tests }) => ({ type, tests: tests.slice(0, WARNED) }));
  return warned.length === 0 ? undefined : { nonce, troubles: warned };
}

/** Whether the gates run once more first. A flake may be gone then; a regression was run twice already. */
export function wantsAnotherRun(troubles: readonly TestTrouble[]): boolean {
  return troubles.some(({ type, reaction }) => type !== "test-regression" && reaction === "retry");
}

/**
 * What happens to a branch that is red as a whole: the action for its kind of test failure, or that for any red gate.
 */
export function reactionToRedBranch(troubles: readonly TestTrouble[], overrides: FailureActionOverrides): Reaction {
  return regressionIn(troubles)?.reaction ?? reactionTo("validation-failure", overrides);
}

function regressionIn(troubles: readonly TestTrouble[]): TestTrouble | undefined {
  return troubles.find(({ type }) => type === "test-regression");
}
