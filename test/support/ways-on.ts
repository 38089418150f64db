import type { WaysOn } from "../../src/features/seals/ways-on.js";
import { t } from "./project-state.js";

/** A product whose first module can be undone. */
export const WAYS: WaysOn = {
  labels: { quick: "factory:quick", start: "factory" },
  issue: 3,
  undo: { "MM-0001@1.0.0": t("a") },
};
