import { z } from "zod";
import { nonBlank } from "./non-blank.js";

/** How much a model thinks before it answers. */
const Effort = z.enum(["low", "medium", "high", "xhigh", "max"]);
type Effort = z.infer<typeof Effort>;

/** The known model providers, with one adapter each (`src/model/providers`). */
export const ProviderName = z.enum(["anthropic"]);
export type ProviderName = z.infer<typeof ProviderName>;

type RoleDefaults = { readonly name: string; readonly effort: Effort; readonly max_tokens: number };

const role = (purpose: string, defaults: RoleDefaults) =>
  z
    .strictObject({
      provider: ProviderName.default("anthropic").describe("Who is asked for the model."),
      name: nonBlank(100).default(defaults.name).describe("The model; give it a price under prices."),
      effort: Effort.default(defaults.effort).describe("How hard the model thinks."),
      max_tokens: z
        .int()
        .min(1_000)
        .max(128_000)
        .default(defaults.max_tokens)
        .describe("The longest answer, thinking included."),
      timeout_seconds: z
        .int()
        .min(10)
        .max(3_600)
        .default(600)
        .describe("A call is given up when nothing comes for so long, or when all of it takes six times as long."),
    })
    .prefault({})
    .describe(purpose);

/** Which model plays which role: one key per `Role`. */
export const ModelsConfig = z.strictObject({
  product: role("Turns SPEC.md into the product spec.", {
    name: "claude-opus-5-5",
    effort: "high",
    max_tokens: 64_000,
  }),
  planner: role("Splits a task into modules.", { name: "claude-opus-5-5", effort: "high", max_tokens: 32_000 }),
  proposer: role("Writes contracts, tests and code.", {
    name: "claude-sonnet-5-5",
    effort: "high",
    max_tokens: 64_000,
  }),
  challenger: role("Reviews against the rubric.", { name: "claude-opus-5-5", effort: "high", max_tokens: 32_000 }),
  arbiter: role("Decides a debate.", { name: "claude-opus-5-5", effort: "high", max_tokens: 32_000 }),
  judge: role("Judges semantic assertions.", { name: "claude-haiku-5-5", effort: "medium", max_tokens: 8_000 }),
  "amendment-proposer": role("Proposes a contract amendment after repeated failure.", {
    name: "claude-sonnet-5-5",
    effort: "high",
    max_tokens: 16_000,
  }),
});
export type ModelsConfig = z.infer<typeof ModelsConfig>;
