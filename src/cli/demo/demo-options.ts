import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Model } from "../../sandbox/app-variables.js";
import { type RecordedStory, readStory } from "../../sandbox/recorded-story/read-story.js";
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
  /** A recorded story, in place of the demo's own. */
  readonly story?: RecordedStory | undefined;
};

const FLAGS = {
  keep: { type: "boolean" },
  decide: { type: "boolean" },
  model: { type: "string" },
  yes: { type: "boolean" },
  unconfined: { type: "boolean" },
  story: { type: "string" },
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
  const story = readStoryFlag(flags.value.values.story, { decide, model: model.value });
  if (!story.ok) return story;
  return accept({ keep, decide, model: model.value, yes, unconfined, story: story.value });
}

/** A recorded story has its own answers, those of its person included. */
function readStoryFlag(
  name: string | undefined,
  { decide, model }: Pick<DemoRequest, "decide" | "model">,
): Outcome<RecordedStory | undefined> {
  if (name === undefined) return accept(undefined);
  if (decide) return refuse("flag", "--story plays the decisions that were recorded; leave out --decide");
  if (model !== "recorded") return refuse("flag", "--story plays what was recorded; leave out --model anthropic");
  return readStory(name);
}
