import { undefuse } from "../../render/escape-mentions.js";
import { markerIn, withoutMarker } from "../../render/marker.js";
import type { Asked } from "./asked.js";
import { afterTheSecond, type Person, until } from "./person.js";
import type { Script } from "./script.js";

/** Tells one step of the story as it happens. */
type Tell = (what: string) => void;

/** Shows a person what is asked, with an answer that would do where one is known; called again when it is no longer asked. */
export type Attend = (asked: Asked, suggestion: string | undefined) => () => void;

/** What the App said to a person's command, by its key. */
export type FactoryAnswer = { readonly key: string; readonly place: number; readonly words: string };

export type Play = {
  readonly person: Person;
  readonly tell: Tell;
  /** Hears each answer to whoever watches, a refusal above all. */
  readonly hear?: (answer: FactoryAnswer) => void;
  readonly script: Script;
  /** Halts are a person's to decide, although the script knows an answer. */
  readonly leaveHalts?: boolean;
  readonly attend: Attend;
};

export type Ending = { readonly issue: number; readonly tag: string; readonly decisions: number };

/** Long enough for two slow cores; a person may take longer. */
const PATIENCE_MS = 1_200_000;

/** From SPEC.md to a release, as its user lives it: a few decisions, and otherwise watching. */
export async function playStory(play: Play): Promise<Ending> {
  const { person, tell, script, leaveHalts = false } = play;
  const setup = await until("the set-up pull request", () => person.pullOf("factory/setup"));
  tell(`The App proposes its set-up in pull request #${setup.number}: ${person.pullPage(setup.number)}`);
  await person.merge(setup.number);
  tell(`${person.login} merges it. That is consent: nothing happened before`);
  const issue = await person.ask("Build reading-time");
  tell(`${person.login} opens issue #${issue} and labels it \`factory\`: ${person.pageOf(issue)}`);
  const session = answerSession(play, issue);
  const patience = leaveHalts || script.halt === undefined ? Number.POSITIVE_INFINITY : PATIENCE_MS;
  try {
    const tag = await until(
      "the release",
      async () => {
        await session.look();
        await orThrowIfOver(person);
        return (await person.releases())[0]?.tag_name;
      },
      patience,
    );
    // The set-up that was merged is a decision, too.
    return { issue, tag, decisions: 1 + session.answered() };
  } finally {
    // A keyboard that somebody still listens to would keep the process alive.
    session.close();
  }
}

async function orThrowIfOver(person: Person): Promise<void> {
  const state = await person.state();
  if (state?.project?.status === "ABORTED") throw new Error("the project was aborted, so there is no release");
  if (state?.product?.phase === "withdrawn") throw new Error("the request was withdrawn, so there is no release");
}

/** Answers what the script knows, and hands everything else to whoever watches. */
function answerSession(play: Play, issue: number) {
  const { person, tell, hear = () => undefined, script, leaveHalts = false, attend } = play;
  const seen = new Set<string>();
  /** Where somebody was asked. The answer to what they say may come after the question is gone. */
  const places = new Set<number>();
  const attended = new Map<string, () => void>();
  const spec = [...script.spec];
  let answered = 0;
  const answerTo = ({ decision }: Asked): string | undefined =>
    decision === "spec" ? spec.shift() : decision === "halt" && !leaveHalts ? script.halt : undefined;
  const hearAnswers = async (place: number): Promise<void> => {
    for (const body of await person.comments(place)) {
      const key = markerIn(body);
      if (key?.startsWith("answer:") !== true || seen.has(key)) continue;
      seen.add(key);
      hear({ key, place, words: undefuse(withoutMarker(body)).trim() });
    }
  };
  return {
    async look(): Promise<void> {
      const asked = await person.asked(issue);
      for (const place of places) await hearAnswers(place);
      for (const [key, close] of attended) {
        if (asked.some((one) => one.key === key)) continue;
        attended.delete(key);
        answered += 1;
        close();
      }
      for (const one of asked) {
        if (seen.has(one.key)) continue;
        seen.add(one.key);
        const answer = answerTo(one);
        // "You" is who watches, and nobody waits for them where the answer is played: the sentence says so, no more.
        const words = answer === undefined ? one.words : one.words.replace(/^your\b/, "a person's");
        tell(`The factory waits for ${words}\n${person.pullPage(one.place)}`);
        if (answer === undefined) {
          const close = attend(one, one.decision === "halt" ? script.halt : undefined);
          attended.set(one.key, close);
          places.add(one.place);
          continue;
        }
        await afterTheSecond();
        await person.comment(one.place, answer);
        answered += 1;
        tell(`The demo's person, ${person.login}, in #${one.place}: ${answer.split("\n")[0]}`);
      }
    },
    answered: () => answered,
    close(): void {
      for (const close of attended.values()) close();
    },
  };
}
