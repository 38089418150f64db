import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import type { Asked } from "../demo/asked.js";
import { afterTheSecond, type Person, until } from "../demo/person.js";
import type { Ending } from "../demo/story.js";
import { takeStep } from "./add-saying.js";
import { ISSUE, type StoryFile } from "./story-file.js";

/** The same as of the demo's story. A story may have ended without a release. */
export type RecordedEnding = Omit<Ending, "tag"> & { readonly tag: string | null };

export type RecordedPlay = {
  readonly person: Person;
  readonly story: StoryFile;
  readonly print: (what: string) => void;
};

/** Long enough for a product of many tasks on a slow machine. */
const PATIENCE_MS = 7_200_000;

/** Plays a recorded story: its person says what was said then, whenever the factory waits for the same. */
export async function playRecorded({ person, story, print }: RecordedPlay): Promise<RecordedEnding> {
  const { request, config } = story;
  if (request === null) throw new Error("the story has no request");
  const setup = await until("the set-up pull request", () => person.pullOf("factory/setup"));
  print(`The App proposes its set-up in pull request #${setup.number}: ${person.pullPage(setup.number)}`);
  await person.merge(setup.number);
  if (config !== null && config !== (await person.file(CONFIG_PATH))) {
    await person.changeFile(CONFIG_PATH, config);
    print(`${person.login} merges it and changes ${CONFIG_PATH} as it was then`);
  } else print(`${person.login} merges it. That is consent: nothing happened before`);
  const issue = await person.ask(request.title, request);
  print(`${person.login} opens issue #${issue}: ${person.pageOf(issue)}`);
  const answers = answersOf({ person, story, print }, issue);
  const tag = await until(
    "the end of the story",
    async () => {
      const unanswered = await answers.answer();
      const released = (await person.releases())[0]?.tag_name;
      return released ?? (unanswered === undefined ? undefined : overAt(unanswered, story));
    },
    PATIENCE_MS,
  );
  return { issue, tag: tag === OVER ? null : tag, decisions: 1 + answers.answered() };
}

/** What the search for a release finds where the story ended without one. */
const OVER = Symbol("the story ended without a release");

function overAt({ words }: Asked, { released }: StoryFile): typeof OVER {
  if (released === null) return OVER;
  throw new Error(`the factory waits for ${words}, which it did not ask for when the story was recorded`);
}

function answersOf({ person, story, print }: RecordedPlay, issue: number) {
  const seen = new Set<string>();
  let steps = story.steps;
  let answered = 0;
  const sayIn = async (place: string): Promise<number> => {
    if (place === ISSUE) return issue;
    return (await until(`the pull request of ${place}`, () => person.pullOf(place))).number;
  };
  const placeOf = async (number: number): Promise<string> => {
    if (number === issue) return ISSUE;
    return (await person.pulls()).find((pull) => pull.number === number)?.head.ref ?? `#${number}`;
  };
  return {
    /** Answers what is new; returns the wait that no recorded answer is left for. */
    async answer(): Promise<Asked | undefined> {
      for (const one of await person.asked(issue)) {
        if (seen.has(one.key)) continue;
        const step = takeStep(steps, await placeOf(one.place));
        if (step === undefined) return one;
        seen.add(one.key);
        print(`The factory waits for ${one.words.replace(/^your\b/, "a person's")}\n${person.pullPage(one.place)}`);
        for (const { place, text } of step.said) {
          await afterTheSecond();
          const number = await sayIn(place);
          await person.comment(number, text);
          print(`The person of the story, in #${number}: ${text.split("\n")[0]}`);
        }
        steps = step.rest;
        answered += 1;
      }
      return undefined;
    },
    answered: () => answered,
  };
}
