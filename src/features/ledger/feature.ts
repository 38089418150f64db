import { LEDGER_PATH } from "../../domain/ledger/ledger.js";
import type { Feature } from "../../engine/feature.js";
import { draftPaths } from "../spec/draft-query.js";
import { trace } from "./commands/trace.js";

/** What was asked for, statement by statement, and what shows it. It goes into the spec's pull request with the draft. */
export const ledger: Feature = {
  name: "ledger",
  commands: () => [trace],
  reads: (state) => ({ optional: state.project !== null || draftPaths(state).length > 0 ? [LEDGER_PATH] : [] }),
};
