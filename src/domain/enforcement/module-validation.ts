import type { ValidatorResult } from "../gates/gate-report.js";
import { isBlocking } from "../validation/gate-status.js";
import { compareExports } from "./additive-tolerance.js";
import type { AssertionResult } from "./assertion-result.js";
import type { Violation } from "./retry-context.js";

/** The facts about a module after an attempt. */
export type ModuleFindings = {
  readonly assertions: readonly AssertionResult[];
  readonly creates: readonly string[];
  readonly foundExports: readonly string[];
  /** Null where it is not built, because nothing may run there. */
  readonly build: BuildResult | null;
};

/** How the build ended; if it failed, what it printed, and what to do. */
type BuildResult = { readonly passed: boolean; readonly output: string; readonly fix?: string };

/** The verdict on one attempt (requirements.md#post-execution-check). */
export type ModuleValidation = {
  readonly passed: boolean;
  /** Every failure may be tried again, a failed build too (decisions.md#which-tree-an-attempt-starts-from). */
  readonly retryable: boolean;
  readonly requirements: readonly AssertionResult[];
  readonly suggestions: readonly AssertionResult[];
  readonly buildPassed: boolean | null;
  readonly violations: readonly Violation[];
};

export function validateModule(findings: ModuleFindings): ModuleValidation {
  const requirements = [
    ...findings.assertions.filter(({ assertion }) => assertion.type === "assert"),
    ...missingExports(findings),
  ];
  const violations = [
    ...requirements.filter((result) => !result.passed).map(violationOf),
    ...(findings.build === null || findings.build.passed ? [] : [buildViolation(findings.build)]),
  ];
  const passed = violations.length === 0;
  return {
    passed,
    retryable: !passed,
    requirements,
    suggestions: findings.assertions.filter(({ assertion }) => assertion.type === "suggest"),
    buildPassed: findings.build?.passed ?? null,
    violations,
  };
}

/** Every name in `creates` is required, with or without an assertion. */
function missingExports({ creates, foundExports }: ModuleFindings): AssertionResult[] {
  return compareExports(creates, foundExports).missing.map(({ name, insteadFound }) => ({
    assertion: {
      type: "assert",
      condition: `creates ${name}`,
      message: `Must create ${name}`,
      check: { type: "export_exists", target: name },
    },
    passed: false,
    tier: 1,
    expected: `export "${name}"`,
    actual: insteadFound === undefined ? "not found" : `not found; there is "${insteadFound}"`,
  }));
}

function violationOf({ assertion, expected, actual, error }: AssertionResult): Violation {
  return {
    source: "assertion",
    check: assertion.check.type,
    message: assertion.message,
    expected: expected ?? assertion.message,
    actual: actual ?? error ?? "not found",
  };
}

function buildViolation({ output, fix }: BuildResult): Violation {
  const expected = ["exit code 0", ...(fix === undefined || fix === "" ? [] : [fix])].join(". ");
  return { source: "build", check: "build", message: "The build must pass", expected, actual: output };
}

type Judged = { readonly validators: readonly ValidatorResult[]; readonly assertions: readonly AssertionResult[] };

/** The validators that build: types and production. */
const BUILDS: ReadonlySet<string> = new Set(["STRICT_COMPILATION", "PRODUCTION_BUILD_PASS"]);

export function isOfBuild(validator: string): boolean {
  return BUILDS.has(validator);
}

/**
 * The verdict on one attempt by both halves of its gates (requirements.md#post-execution-check). The judge has added
 * missing exports to the assertions.
 */
export function attemptVerdict({ validators, assertions }: Judged): ModuleValidation {
  return validateModule({ assertions, creates: [], foundExports: [], build: buildOf(validators) });
}

/** Null if nothing was built. */
function buildOf(validators: readonly ValidatorResult[]): BuildResult | null {
  const built = validators.filter(
    ({ code, status }) => isOfBuild(code) && status !== "NOT_RUN" && status !== "SKIPPED",
  );
  if (built.length === 0) return null;
  const broken = built.filter(({ status }) => isBlocking(status));
  return {
    passed: broken.length === 0,
    output: broken.map(({ code, message }) => message || `${code} failed`).join("\n"),
    fix: broken.map(({ fix }) => fix).join(" "),
  };
}
