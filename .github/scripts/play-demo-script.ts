import { readFile } from "node:fs/promises";
import { openPerson } from "../../src/sandbox/demo/person.js";
import { RECORDED_SCRIPT } from "../../src/sandbox/demo/script.js";
import { playStory } from "../../src/sandbox/demo/story.js";
import { type Seen, scriptedAnswers } from "../../src/sandbox/scripted-model/scripted-answers.js";
import { startAppProcess } from "../../src/sandbox/start-app-process.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";

type Play = {
  /** More variables for the App, such as where it records. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly tell: (what: string) => void;
  /** Told of every request to the model. */
  readonly seen?: Seen;
};

/** Plays the demo's story once against the answers in fixtures/demo/script, and says how far it came. */
export async function playDemoScript({ variables = {}, tell, seen }: Play): Promise<string> {
  const model = await scriptedAnswers("fixtures/demo/script", seen === undefined ? {} : { seen });
  const sandbox = await startSandbox({
    startApp: (own) =>
      startAppProcess({
        ...own,
        LOG_LEVEL: "warn",
        MODEL: "anthropic",
        ANTHROPIC_API_KEY: "scripted",
        ANTHROPIC_BASE_URL: model.url,
        ...variables,
      }),
    confinement: "preferred",
    spec: await readFile("fixtures/demo/SPEC.md", "utf8"),
    forge: { log: () => {} },
  });
  try {
    const { tag } = await playStory({
      person: openPerson(sandbox.forge),
      print: tell,
      script: RECORDED_SCRIPT,
      showQuestion: ({ words }) => {
        throw new Error(`the script has no answer to: ${words}`);
      },
    });
    return tag;
  } finally {
    await sandbox.stop();
    await model.close();
  }
}
