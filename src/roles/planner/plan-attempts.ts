import { MeaningfulText } from "../../domain/contract/meaningful-text.js";
import type { Deficiency } from "../../domain/deficiency.js";
import type { PlanDraft } from "../../domain/plan/plan-draft.js";
import type { Outcome } from "../../domain/refusal.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { RoleOutcome } from "../../model/model-port.js";
import type { JudgedPlan, PlanJudge } from "./judge-plan.js";
import { planInvalid } from "./plan-invalid.js";

type NoPlan = Pick<Extract<RoleOutcome<PlanDraft>, { kind: "invalid" }>, "problems" | "last">;

/** The plans that a planner submits in one conversation, each judged at once. */
export type PlanAttempts = {
  read(candidate: unknown): Promise<Outcome<PlanDraft>>;
  /** The warnings about the accepted plan, which is the last that was judged. */
  warnings(): readonly Deficiency[];
  /** The halt cause for the last plan with its problems; earlier ones do not count (requirements.md#plan-checks). */
  cause(outcome: NoPlan): HaltCause;
};

/** Findings are stored by the plan's text, because the last answer may never have been judged. */
export function planAttempts(judge: PlanJudge): PlanAttempts {
  const judged = new Map<string, JudgedPlan>();
  return {
    async read(candidate) {
      const verdict = await judge(candidate);
      judged.set(JSON.stringify(candidate), verdict);
      return verdict;
    },
    warnings() {
      const last = [...judged.values()].findLast((verdict) => verdict.ok);
      return last?.ok === true ? last.warnings : [];
    },
    cause({ last, problems }) {
      const verdict = judged.get(last);
      if (verdict?.ok === false) return verdict.cause(shown(last));
      const errors = problems.map((problem) => ({
        ...{ path: "", field: "", severity: "ERROR" as const },
        message: problem.slice(0, 2_000),
      }));
      return planInvalid(shown(last), errors);
    },
  };
}

/** The plan as submitted; an empty one is described instead. */
function shown(last: string): string {
  return MeaningfulText.safeParse(last).success ? last : `no plan, but this instead: ${JSON.stringify(last)}`;
}
