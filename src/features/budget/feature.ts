import { accept } from "../../domain/refusal.js";
import type { Feature } from "../../engine/feature.js";
import { detectSpending } from "./detect-spending.js";
import { costOfUnused } from "./payments-for.js";
import { charged, setBudget } from "./reduce-budget.js";

/** What is paid is counted, and limits are kept. */
export const budget: Feature = {
  name: "budget",
  detect: detectSpending,
  takenWhenHeld: ["calls-charged"],
  late: {
    keep: costOfUnused,
    isKept: ({ kind }) => kind === "calls-charged" || kind === "question-postponed",
  },
  reduce: {
    "budget-set": setBudget,
    "calls-charged": (state, { usage }) => accept(charged(state, usage)),
  },
};
