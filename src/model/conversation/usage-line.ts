import type { CallOutcome, UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { costOf, type Usage } from "../../domain/budget/cost.js";
import type { Instant } from "../../domain/ids.js";
import type { Question } from "../model-port.js";

export type CountedCall = {
  readonly at: Instant;
  readonly requestId: string | null;
  readonly usage: Usage;
  readonly outcome: CallOutcome;
};

/**
 * One call's line of the ledger (decisions.md#usage-is-a-ledger). The cost of a model without a price is unknown, never
 * zero.
 */
export function usageLine(question: Question<unknown>, call: CountedCall): UsageLine {
  const { name } = question.config.models[question.role];
  return {
    at: call.at,
    run_id: question.pack.created_for.run_id,
    role: question.role,
    task: question.subject.task,
    module: question.subject.module,
    model: name,
    prompt_version: question.prompt.version,
    request_id: call.requestId,
    ...call.usage,
    cost_usd: costOf(call.usage, name, question.config.prices).usd,
    outcome: call.outcome,
  };
}
