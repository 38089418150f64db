import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { type BuildResult, type ModuleValidation, validateModule } from "../../domain/enforcement/module-validation.js";
import type { ValidatorResult } from "../../domain/gates/gate-report.js";
import { isBlocking } from "../../domain/validation/gate-status.js";

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
