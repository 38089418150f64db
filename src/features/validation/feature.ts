import { BASELINE_PATH } from "../../domain/gates/state-paths.js";
import { suiteRequest } from "../../domain/validation/suite-awaited.js";
import type { Feature } from "../../engine/feature.js";
import type { WaitView } from "../../engine/wait.js";
import { dispatchSuite } from "../baseline/suite-run.js";
import { validate } from "./commands/validate.js";
import { detectValidations } from "./detect-validations.js";
import { reduceValidation } from "./reduce-validation.js";

/** A person may have the whole suite run at any time, whatever the cadence (decisions.md#the-suite-on-demand). */
export const validation: Feature = {
  name: "validation",
  commands: () => [validate],
  observes: ({ state }) => ({ gateRuns: awaited(state?.validation).map(suiteRequest) }),
  reads: ({ validation, baseline }) => ({
    required: awaited(validation).length > 0 && baseline?.phase === "taken" ? [BASELINE_PATH] : [],
  }),
  detect: detectValidations,
  effects: (situation) => {
    const { project, validation } = situation.state;
    return project?.status === "ACTIVE" ? awaited(validation).flatMap((run) => dispatchSuite(situation, run)) : [];
  },
  reduce: {
    "validation-ordered": reduceValidation,
    "validation-requested": reduceValidation,
    "validation-lost": reduceValidation,
    "validation-concluded": reduceValidation,
  },
  waits: validationWaits,
};

function awaited(validation: WaitView["state"]["validation"]) {
  return validation?.run == null ? [] : [validation.run];
}

function validationWaits({ state: { validation, project } }: WaitView) {
  if (validation === undefined || project?.status !== "ACTIVE") return [];
  const who = validation.run === null ? ("factory" as const) : ("github" as const);
  return [{ who, for: "the whole test suite, which `/factory validate` asked for", since: validation.since }];
}
