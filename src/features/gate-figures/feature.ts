import { accept } from "../../domain/refusal.js";
import type { Feature } from "../../engine/feature.js";
import { countMeasure, NO_FIGURES } from "./gate-figures.js";
import { detectMeasures, gatesAwaited } from "./measure-gates.js";

/** How gates do over a whole product: for the release report, and for whoever operates the App. */
export const gateFigures: Feature = {
  name: "gate-figures",
  detect: detectMeasures,
  reduce: {
    "gates-measured": (state, { measure }) => {
      const awaited = new Set(gatesAwaited(state).map(({ nonces }) => nonces.judge));
      return accept({ ...state, gate_figures: countMeasure(state.gate_figures ?? NO_FIGURES, measure, awaited) });
    },
  },
};
