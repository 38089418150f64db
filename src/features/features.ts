import type { Feature } from "../engine/feature.js";
import { amendments } from "./amendments/feature.js";
import { baseline } from "./baseline/feature.js";
import { budget } from "./budget/feature.js";
import { checkpoints } from "./checkpoints/feature.js";
import { clarification } from "./clarification/feature.js";
import { debate } from "./debate/feature.js";
import { deprecation } from "./deprecation/feature.js";
import { failingJobs } from "./failing-jobs/feature.js";
import { gateFigures } from "./gate-figures/feature.js";
import { gateRuns } from "./gate-runs/feature.js";
import { halts } from "./halts/feature.js";
import { inbox } from "./inbox/feature.js";
import { interfaceChange } from "./interface-change/feature.js";
import { ledger } from "./ledger/feature.js";
import { manualChanges } from "./manual-changes/feature.js";
import { merging } from "./merging/feature.js";
import { modules } from "./modules/feature.js";
import { packages } from "./packages/feature.js";
import { pause } from "./pause/feature.js";
import { planning } from "./planning/feature.js";
import { questions } from "./questions/feature.js";
import { release } from "./release/feature.js";
import { remarks } from "./remarks/feature.js";
import { request } from "./request/feature.js";
import { seals } from "./seals/feature.js";
import { setup } from "./setup/feature.js";
import { shipping } from "./shipping/feature.js";
import { spec } from "./spec/feature.js";
import { status } from "./status/feature.js";
import { tasks } from "./tasks/feature.js";
import { undo } from "./undo/feature.js";
import { validation } from "./validation/feature.js";

/**
 * All that the App does. The order is that in which detection counts: what an earlier feature notices is taken up before a
 * later one looks. Files in which this list is used must use it in functions only, because features import them, too.
 */
export const FEATURES: readonly Feature[] = [
  setup,
  request,
  inbox,
  manualChanges,
  undo,
  ledger,
  clarification,
  spec,
  baseline,
  budget,
  debate,
  gateFigures,
  gateRuns,
  planning,
  packages,
  modules,
  shipping,
  merging,
  amendments,
  interfaceChange,
  remarks,
  checkpoints,
  halts,
  tasks,
  release,
  validation,
  deprecation,
  questions,
  failingJobs,
  pause,
  seals,
  status,
];
