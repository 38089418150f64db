import { z } from "zod";
import { nonBlank } from "./non-blank.js";

const label = (name: string, description: string) => nonBlank(50).default(name).describe(description);

/** The labels that the App reads and sets. */
export const LabelsConfig = z.strictObject({
  start: label("factory", "On an issue: build the product of SPEC.md."),
  quick: label("factory:quick", "On an issue: make one task of it, without a product spec."),
  task: label("factory:task", "On every pull request of a task."),
  halted: label("factory:halted", "While a person must decide."),
});
export type LabelsConfig = z.infer<typeof LabelsConfig>;
