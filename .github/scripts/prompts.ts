/**
 * Prints what a role is sent, section by section with sizes: plays the demo's story against the scripted answers in
 * fixtures/demo/script. `npm run prompts` lists all activities, `npm run prompts -- proposer.specify` shows one in full.
 */
import type { SeenRequest } from "../../src/sandbox/scripted-model/scripted-answers.js";
import { playDemoScript } from "./play-demo-script.js";
import { movesTable, promptText } from "./prompts/prompt-text.js";
import { sentPrompts } from "./prompts/sent-prompt.js";

const [wanted] = process.argv.slice(2);
const requests: SeenRequest[] = [];
await playDemoScript({ tell: (what) => process.stderr.write(`${what}\n`), seen: (request) => requests.push(request) });

const prompts = sentPrompts(requests);
const shown = wanted === undefined ? [] : prompts.filter(({ activity }) => activity === wanted);
const texts = wanted === undefined ? [movesTable(prompts)] : shown.map(promptText);
process.stdout.write(`${texts.join("\n\n")}\n`);
if (wanted !== undefined && shown.length === 0) {
  const known = [...new Set(prompts.map(({ activity }) => activity))].join(", ");
  process.stderr.write(`The story has no activity ${wanted}. It has: ${known}.\n`);
  process.exitCode = 1;
}
