import type { Feature } from "../../engine/feature.js";
import { charged } from "../budget/reduce-budget.js";
import { clarificationWaits } from "./clarification-waits.js";
import { answer } from "./commands/answer.js";
import { detectClarification } from "./detect-clarification.js";
import { askPeople, takeAnswers, takeDefaults } from "./reduce-clarification.js";

/** What SPEC.md leaves open is asked before the first draft, with what each answer would change. */
export const clarification: Feature = {
  name: "clarification",
  commands: () => [answer],
  detect: detectClarification,
  reduce: {
    "clarification-asked": (state, event) => askPeople(charged(state, event.usage), event),
    "clarification-answered": takeAnswers,
    "defaults-taken": takeDefaults,
  },
  waits: clarificationWaits,
};
