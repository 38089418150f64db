import { MeaningfulText } from "../../domain/contract/meaningful-text.js";
import type { Deficiency } from "../../domain/deficiency.js";
import type { PlanDraft } from "../../domain/plan/plan-draft.js";
import type { Outcome } from "../../domain/refusal.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { RoleOutcome } from "../../model/model-port.js";
import type { JudgedPlan, PlanJudge } from "./judge-plan.js";
import { planInvalid } from "./plan-invalid.js";

type NoPlan = Pick<Extract<RoleOutcome<PlanDraft>, { kind: "invalid" }>, "problems" | "last">;

/** The plans that a planner hands in during one conversation, each judged as it comes. */
export type PlanAttempts = {
  read(candidate: unknown): Promise<Outcome<PlanDraft>>;
  /** What speaks against the plan that was taken, which is the last that was judged. */
  warnings(): readonly Deficiency[];
  /**
   * The halt over the last of them, with that plan and what is wrong with it; earlier ones do not count any more
   * (requirements.md#plan-checks).
   */
  cause(outcome: NoPlan): HaltCause;
};

/** What was found is kept by the plan's spelling: what came last may never have come as far as being judged. */
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

/** As it was handed in; what says nothing, such as an empty object, is told of instead. */
function shown(last: string): string {
  return MeaningfulText.safeParse(last).success ? last : `no plan, but this instead: ${JSON.stringify(last)}`;
}
