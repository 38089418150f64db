import type { Situation } from "../../engine/situation.js";
import { forecastCost } from "../budget/forecast.js";
import { changedSoFar } from "../checkpoints/changed-files.js";
import type { ProgressFacts } from "../checkpoints/summary.js";

/** The common input of status comment and checkpoint card, so that they always agree. */
export function progressFacts({ state, config }: Pick<Situation, "state" | "config">): ProgressFacts {
  const planned = Object.values(state.project?.tasks ?? {}).filter(({ status }) => status !== "ABANDONED").length;
  return {
    spent: state.spent.project,
    forecast_usd: forecastCost(planned, config).usd,
    fix_cycles: state.repairs ?? 0,
    changed_files: changedSoFar(state),
  };
}
