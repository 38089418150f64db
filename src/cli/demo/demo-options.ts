import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Model } from "../../sandbox/app-variables.js";
import { readFlags } from "../read-flags.js";
import { readModelName } from "../sandbox/sandbox-options.js";

export type DemoRequest = {
  /** Keeps everything running until Ctrl-C. */
  readonly keep: boolean;
  /** Leaves the halt to the user. */
  readonly decide: boolean;
  readonly model: Model;
  /** Spends money without asking. */
  readonly yes: boolean;
  /** Whether a model's code may run without confinement. */
  readonly unconfined: boolean;
};

const FLAGS = {
  keep: { type: "boolean" },
  decide: { type: "boolean" },
  model: { type: "string" },
  yes: { type: "boolean" },
  unconfined: { type: "boolean" },
} as const;

export type DemoSurroundings = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** A person is at the terminal. */
  readonly terminal: boolean;
};

export function readDemoOptions(
  args: readonly string[],
  { variables, terminal }: DemoSurroundings,
): Outcome<DemoRequest> {
  const flags = readFlags("demo", args, { options: FLAGS });
  if (!flags.ok) return flags;
  const { keep = false, decide = false, yes = false, unconfined = false } = flags.value.values;
  const model = readModelName(flags.value.values.model, variables);
  if (!model.ok) return model;
  if (model.value === "anthropic" && !terminal && !yes) {
    return refuse(
      "consent",
      "--model anthropic spends money and asks first, which takes a terminal. Run it in one, or add --yes to agree beforehand.",
    );
  }
  return accept({ keep, decide, model: model.value, yes, unconfined });
}
