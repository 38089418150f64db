import type { JobEffect, JobResult, RepositoryRef } from "../ports.js";
import { buildModule } from "./build-module.js";
import { draftSpec } from "./draft-spec.js";
import type { JobPorts } from "./job-ports.js";
import { adjudicateModule, challengeModule } from "./judge-module.js";
import { judgeSeals } from "./judge-seals.js";
import { planTask } from "./plan-task.js";
import { prepareDeprecation } from "./prepare-deprecation.js";
import { prepareRelease } from "./prepare-release.js";
import { readFix } from "./read-fix.js";
import { shipModule } from "./ship-module.js";
import { tagRelease } from "./tag-release.js";
import { watchSeals } from "./watch-seals.js";
import { BudgetReached, budgetResult, withinBudget } from "./within-budget.js";

/** Whatever takes longer than a reconcile may. Each comes back as intents, with the files they speak of. */
export async function runJob(repository: RepositoryRef, effect: JobEffect, ports: JobPorts): Promise<JobResult> {
  try {
    return await perform(repository, effect, { ...ports, model: withinBudget(ports.model, repository, ports.state) });
  } catch (error) {
    if (!(error instanceof BudgetReached)) throw error;
    return budgetResult(error, effect, ports.clock.now());
  }
}

function perform(repository: RepositoryRef, effect: JobEffect, ports: JobPorts): Promise<JobResult> {
  switch (effect.kind) {
    case "draft-spec":
      return draftSpec(repository, effect, ports);
    case "ship-module":
      return shipModule(repository, effect, ports);
    case "read-fix":
      return readFix(repository, effect, ports);
    case "prepare-release":
      return prepareRelease(repository, effect, ports);
    case "tag-release":
      return tagRelease(repository, effect, ports);
    case "prepare-deprecation":
      return prepareDeprecation(repository, effect, ports);
    case "judge-seals":
      return judgeSeals(repository, effect, ports);
    case "watch-seals":
      return watchSeals(repository, effect, ports);
    case "ask-role":
      switch (effect.move) {
        case "plan":
          return planTask(repository, effect, ports);
        case "challenge":
          return challengeModule(repository, effect, ports);
        case "adjudicate":
          return adjudicateModule(repository, effect, ports);
        default:
          return buildModule(repository, effect, ports);
      }
    default:
      return effect satisfies never;
  }
}
