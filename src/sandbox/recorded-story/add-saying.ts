import type { StoryFile, StoryStep } from "./story-file.js";

/** A person's comment, and the waits for a person that were open when it was made. */
export type Saying = {
  readonly place: string;
  readonly text: string;
  readonly open: readonly OpenWait[];
};

/** `key` differs for each new question, also in the same place. */
export type OpenWait = NonNullable<StoryStep["asked"]> & { readonly key: string };

/** The steps with the key of the wait that each answered, which is not part of the file. */
export type KeyedStep = { readonly key: string | null; readonly step: StoryStep };

/**
 * Adds a comment to the steps. It answers the wait in its own place, or the only one that is open. Several comments may
 * answer one wait, for example after a refusal.
 */
export function addSaying(steps: readonly KeyedStep[], { place, text, open }: Saying): KeyedStep[] {
  const wait = open.find((one) => one.place === place) ?? (open.length === 1 ? open[0] : undefined);
  const words = { place, text };
  const earlier = wait === undefined ? -1 : steps.findLastIndex(({ key }) => key === wait.key);
  const before = steps[earlier];
  if (before === undefined) {
    const asked = wait === undefined ? null : { place: wait.place, decision: wait.decision };
    return [...steps, { key: wait?.key ?? null, step: { asked, said: [words] } }];
  }
  return steps.with(earlier, { ...before, step: { ...before.step, said: [...before.step.said, words] } });
}

/** The first step that answers a wait in this place, and the remarks there since the step before it. */
export function takeStep(
  steps: StoryFile["steps"],
  place: string,
): { readonly said: StoryStep["said"]; readonly rest: StoryFile["steps"] } | undefined {
  const at = steps.findIndex(({ asked }) => asked?.place === place);
  const answer = steps[at];
  if (answer === undefined) return undefined;
  const isRemark = (step: StoryStep, index: number) =>
    index < at && step.asked === null && step.said.every((words) => words.place === place);
  const taken = steps.filter((step, index) => index === at || isRemark(step, index));
  return { said: taken.flatMap(({ said }) => said), rest: steps.filter((step) => !taken.includes(step)) };
}
