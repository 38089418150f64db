import { BASELINE_EVENTS } from "./baseline/events.js";
import { BUDGET_EVENTS } from "./budget/events.js";
import { CHECKPOINT_EVENTS } from "./checkpoints/events.js";
import { CLARIFICATION_EVENTS } from "./clarification/events.js";
import { DEPRECATION_EVENTS } from "./deprecation/events.js";
import { FAILING_JOB_EVENTS } from "./failing-jobs/events.js";
import { GATE_FIGURE_EVENTS } from "./gate-figures/events.js";
import { GATE_RUN_EVENTS } from "./gate-runs/started/events.js";
import { HALT_EVENTS } from "./halts/events.js";
import { INBOX_EVENTS } from "./inbox/events.js";
import { CHANGE_EVENTS } from "./interface-change/events.js";
import { MANUAL_CHANGE_EVENTS } from "./manual-changes/events.js";
import { WORK_EVENTS } from "./modules/events.js";
import { PAUSE_EVENTS } from "./pause/events.js";
import { QUESTION_EVENTS } from "./questions/events.js";
import { RELEASE_EVENTS } from "./release/events.js";
import { REMARK_EVENTS } from "./remarks/events.js";
import { REQUEST_EVENTS } from "./request/events.js";
import { SPEC_EVENTS } from "./spec/events.js";
import { TASK_EVENTS } from "./tasks/events.js";
import { UNDO_EVENTS } from "./undo/events.js";
import { VALIDATION_EVENTS } from "./validation/events.js";

/**
 * The schemas of all features' events. They are a list of their own because an event's type must be known before a row can
 * say what it does: the rows reduce them (test/features/features.test.ts).
 */
export const EVENTS = [
  ...BASELINE_EVENTS,
  ...BUDGET_EVENTS,
  ...CHECKPOINT_EVENTS,
  ...CLARIFICATION_EVENTS,
  ...DEPRECATION_EVENTS,
  ...FAILING_JOB_EVENTS,
  ...GATE_RUN_EVENTS,
  ...GATE_FIGURE_EVENTS,
  ...HALT_EVENTS,
  ...INBOX_EVENTS,
  ...CHANGE_EVENTS,
  ...MANUAL_CHANGE_EVENTS,
  ...WORK_EVENTS,
  ...PAUSE_EVENTS,
  ...QUESTION_EVENTS,
  ...RELEASE_EVENTS,
  ...REMARK_EVENTS,
  ...REQUEST_EVENTS,
  ...SPEC_EVENTS,
  ...TASK_EVENTS,
  ...UNDO_EVENTS,
  ...VALIDATION_EVENTS,
] as const;
