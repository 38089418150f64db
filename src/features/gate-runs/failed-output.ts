import { RegressionDetails } from "../../domain/gates/regression-details.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import type { GateFailure } from "../modules/module-work.js";
import type { GateReports } from "./conclude-gates.js";

const TESTS_SHOWN = 5;
const OUTPUT_SHOWN = 1_500;

/**
 * The failures of a red branch with the output of its tests and commands, because the role that repairs them has not
 * seen the run.
 */
export function withOutput(failures: readonly GateFailure[], { execute }: GateReports): GateFailure[] {
  return failures.map((failure) => {
    const printed = failure.validator === "PRODUCTION_BUILD_PASS" ? buildOutput(execute) : testOutput(failure, execute);
    return printed === "" ? failure : { ...failure, message: `${failure.message}\n\n${printed}` };
  });
}

function testOutput({ validator }: GateFailure, { validators, suite, rerun }: GateReports["execute"]): string {
  const found = validators.find(({ code }) => code === validator);
  const lost = RegressionDetails.safeParse(found?.details);
  if (!lost.success) return "";
  const names = lost.data.tests.filter(({ now }) => now === "failing").map(({ name }) => name);
  // The re-run is closest to the present result.
  const results = [...rerun, ...(suite ?? [])];
  return names
    .slice(0, TESTS_SHOWN)
    .flatMap((name) => {
      const output = results.find((result) => result.name === name)?.output ?? "";
      return output === "" ? [] : [`${name} printed:\n${output.slice(0, OUTPUT_SHOWN)}`];
    })
    .join("\n\n");
}

function buildOutput({ commands }: GateReports["execute"]): string {
  const build = commands.find(({ name, status }) => name === "build" && isBlocking(status));
  return build === undefined ? "" : `${build.command} printed:\n${build.output.slice(-OUTPUT_SHOWN)}`;
}
