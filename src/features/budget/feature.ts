import { accept } from "../../domain/refusal.js";
import type { Feature } from "../../engine/feature.js";
import { detectSpending } from "./detect-spending.js";
import { costOfUnused } from "./payments-for.js";
import { paid, setBudget } from "./reduce-budget.js";

/** What is paid is counted, and limits are kept. */
export const budget: Feature = {
  name: "budget",
  detect: detectSpending,
  takenWhenHeld: ["calls-paid"],
  late: {
    keep: costOfUnused,
    isKept: ({ kind }) => kind === "calls-paid" || kind === "question-postponed",
  },
  reduce: {
    "budget-set": setBudget,
    "calls-paid": (state, { usage }) => accept(paid(state, usage)),
  },
};
