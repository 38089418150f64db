import { z } from "zod";
import { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { event } from "../../engine/event-schema.js";
import { BudgetLimits, CheckpointRecord } from "../checkpoints/checkpoint.js";

export const BUDGET_EVENTS = [
  /** `/factory budget`: the new limits, and the thresholds that are passed. */
  event("budget-set", { by: z.string().min(1), limits: BudgetLimits, record: CheckpointRecord }),
  /** Calls whose answers were stale. They cost all the same. */
  event("calls-charged", { usage: z.array(UsageLine).min(1) }),
] as const;
