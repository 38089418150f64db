import { specBranch } from "../../engine/branches.js";
import type { Feature } from "../../engine/feature.js";
import { charged } from "../budget/reduce-budget.js";
import { amend } from "./commands/amend.js";
import { approve } from "./commands/approve.js";
import { reject } from "./commands/reject.js";
import { detectProduct } from "./detect-product.js";
import { draftPaths } from "./draft-query.js";
import {
  approveSpec,
  draftFailed,
  draftSpec,
  findSpec,
  makeQuickSpec,
  missSpec,
  rejectSpec,
  reviseSpec,
  showSpec,
} from "./reduce-product.js";
import { specEffects } from "./spec-effects.js";
import { specWaits } from "./spec-waits.js";

/** The spec is drafted, shown, approved and merged. */
export const spec: Feature = {
  name: "spec",
  commands: () => [approve, reject, amend],
  observes: ({ state, config }) =>
    state === null ? {} : { branches: [specBranch(config.branch_prefix, state.request.issue)] },
  reads: (state) => ({ required: draftPaths(state) }),
  detect: detectProduct,
  effects: specEffects,
  asks: {
    "draft-spec": ({ product }, { round }) => product?.phase === "drafting" && product.round.number === round.number,
  },
  reduce: {
    "spec-unusable": missSpec,
    "spec-found": findSpec,
    "spec-drafted": (state, event) => draftSpec(charged(state, event.usage), event),
    "draft-failed": (state, event) => draftFailed(charged(state, event.usage), event),
    "spec-shown": showSpec,
    "spec-approved": approveSpec,
    "spec-rejected": rejectSpec,
    "spec-amended": (state, { at, feedback }) => reviseSpec(state, { at, kind: "amend", feedback }),
    "quick-spec-made": makeQuickSpec,
  },
  waits: specWaits,
};
