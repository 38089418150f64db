/**
 * Records the demo: plays it once with the scripted answers in fixtures/demo/script and stores the model's messages in
 * fixtures/demo/recordings. Run it after a change of a prompt, a schema or a script: `npm run record-demo`.
 */
import { rm } from "node:fs/promises";
import { playDemoScript } from "./play-demo-script.js";

const RECORDINGS = "fixtures/demo/recordings";

await rm(RECORDINGS, { recursive: true, force: true });
const tag = await playDemoScript({
  variables: { RECORD_TO: RECORDINGS },
  tell: (what) => process.stdout.write(`${what}\n`),
});
process.stdout.write(`recorded up to ${tag}\n`);
