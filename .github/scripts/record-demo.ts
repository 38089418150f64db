/**
 * Records the demo: plays its story once against the scripted answers in fixtures/demo/script and keeps what the model
 * said in fixtures/demo/recordings. Run it after a prompt, a schema or a script has changed: `npm run record-demo`.
 */
import { readFile, rm } from "node:fs/promises";
import { openPerson } from "../../src/sandbox/demo/person.js";
import { RECORDED_SCRIPT } from "../../src/sandbox/demo/script.js";
import { playStory } from "../../src/sandbox/demo/story.js";
import { scriptedAnswers } from "../../src/sandbox/scripted-model/scripted-answers.js";
import { startAppProcess } from "../../src/sandbox/start-app-process.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";

const RECORDINGS = "fixtures/demo/recordings";

const model = await scriptedAnswers("fixtures/demo/script");
await rm(RECORDINGS, { recursive: true, force: true });
const sandbox = await startSandbox({
  startApp: (variables) =>
    startAppProcess({
      ...variables,
      LOG_LEVEL: "warn",
      MODEL: "anthropic",
      ANTHROPIC_API_KEY: "scripted",
      ANTHROPIC_BASE_URL: model.url,
      RECORD_TO: RECORDINGS,
    }),
  confinement: "preferred",
  spec: await readFile("fixtures/demo/SPEC.md", "utf8"),
  forge: { log: () => {} },
});
try {
  const { tag } = await playStory({
    person: openPerson(sandbox.forge),
    tell: (what) => process.stdout.write(`${what}\n`),
    script: RECORDED_SCRIPT,
    attend: ({ words }) => {
      throw new Error(`the script has no answer to: ${words}`);
    },
  });
  process.stdout.write(`recorded up to ${tag}\n`);
} finally {
  await sandbox.stop();
  await model.close();
}
