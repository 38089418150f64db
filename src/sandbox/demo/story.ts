import { restoreMentions } from "../../render/escape-mentions.js";
import { markerIn, withoutMarker } from "../../render/marker.js";
import type { Asked } from "./asked.js";
import { afterTheSecond, type Person, until } from "./person.js";
import type { Script } from "./script.js";

/** Reports one step of the demo. */
type Print = (what: string) => void;

/** Shows a person the question, with a suggested answer if one is known; called again when the question is gone. */
export type ShowQuestion = (asked: Asked, suggestion: string | undefined) => () => void;

/** The App's answer to a person's command, by its key. */
export type FactoryAnswer = { readonly key: string; readonly place: number; readonly words: string };

export type Play = {
  readonly person: Person;
  readonly print: Print;
  /** Receives each answer to the user's commands, refusals included. */
  readonly onAnswer?: (answer: FactoryAnswer) => void;
  readonly script: Script;
  /** The user decides halts, although the script has an answer. */
  readonly leaveHalts?: boolean;
  readonly showQuestion: ShowQuestion;
};

export type Ending = { readonly issue: number; readonly tag: string; readonly decisions: number };

/** Long enough for two slow cores. A person may take longer. */
const PATIENCE_MS = 1_200_000;

/** Plays from SPEC.md to a release as a user would: a few decisions, and otherwise waiting. */
export async function playStory(play: Play): Promise<Ending> {
  const { person, print, script, leaveHalts = false } = play;
  const setup = await until("the set-up pull request", () => person.pullOf("factory/setup"));
  print(`The App proposes its set-up in pull request #${setup.number}: ${person.pullPage(setup.number)}`);
  await person.merge(setup.number);
  print(`${person.login} merges it. That is consent: nothing happened before`);
  const issue = await person.ask("Build reading-time");
  print(`${person.login} opens issue #${issue} and labels it \`factory\`: ${person.pageOf(issue)}`);
  const session = answerSession(play, issue);
  const patience = leaveHalts || script.halt === undefined ? Number.POSITIVE_INFINITY : PATIENCE_MS;
  try {
    const tag = await until(
      "the release",
      async () => {
        await session.answer();
        await orThrowIfOver(person);
        return (await person.releases())[0]?.tag_name;
      },
      patience,
    );
    // The merge of the set-up is a decision, too.
    return { issue, tag, decisions: 1 + session.answered() };
  } finally {
    // An open keyboard would keep the process alive.
    session.close();
  }
}

async function orThrowIfOver(person: Person): Promise<void> {
  const state = await person.state();
  if (state?.project?.status === "ABORTED") throw new Error("the project was aborted, so there is no release");
  if (state?.product?.phase === "withdrawn") throw new Error("the request was withdrawn, so there is no release");
}

/** Answers the scripted questions, and passes all others to the user. */
function answerSession(play: Play, issue: number) {
  const { person, print, onAnswer = () => undefined, script, leaveHalts = false, showQuestion } = play;
  const seen = new Set<string>();
  /** The places of questions to the user. An answer may come after its question is gone. */
  const places = new Set<number>();
  const openQuestions = new Map<string, () => void>();
  const spec = [...script.spec];
  let answered = 0;
  const answerTo = ({ decision }: Asked): string | undefined =>
    decision === "spec" ? spec.shift() : decision === "halt" && !leaveHalts ? script.halt : undefined;
  const passAnswersOn = async (place: number): Promise<void> => {
    for (const body of await person.comments(place)) {
      const key = markerIn(body);
      if (key?.startsWith("answer:") !== true || seen.has(key)) continue;
      seen.add(key);
      onAnswer({ key, place, words: restoreMentions(withoutMarker(body)).trim() });
    }
  };
  return {
    async answer(): Promise<void> {
      const asked = await person.asked(issue);
      for (const place of places) await passAnswersOn(place);
      for (const [key, close] of openQuestions) {
        if (asked.some((one) => one.key === key)) continue;
        openQuestions.delete(key);
        answered += 1;
        close();
      }
      for (const one of asked) {
        if (seen.has(one.key)) continue;
        seen.add(one.key);
        const answer = answerTo(one);
        // "You" means the user. If the script answers, the sentence says "a person" instead.
        const words = answer === undefined ? one.words : one.words.replace(/^your\b/, "a person's");
        print(`The factory waits for ${words}\n${person.pullPage(one.place)}`);
        if (answer === undefined) {
          const close = showQuestion(one, one.decision === "halt" ? script.halt : undefined);
          openQuestions.set(one.key, close);
          places.add(one.place);
          continue;
        }
        await afterTheSecond();
        await person.comment(one.place, answer);
        answered += 1;
        print(`The demo's person, ${person.login}, in #${one.place}: ${answer.split("\n")[0]}`);
      }
    },
    answered: () => answered,
    close(): void {
      for (const close of openQuestions.values()) close();
    },
  };
}
