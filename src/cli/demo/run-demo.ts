import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { Confinement } from "../../gates/run/confine.js";
import { probeConfinement } from "../../gates/run/probe-confinement.js";
import type { RecordedStory } from "../../sandbox/recorded-story/read-story.js";
import { startAppProcess } from "../../sandbox/start-app-process.js";
import { type Sandbox, startSandbox } from "../../sandbox/start-sandbox.js";
import { chooseConfinement } from "../choose-confinement.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { fitTerminal } from "../fit-terminal.js";
import { isDumb, paintFor } from "../paint.js";
import { checkGit } from "../sandbox/sandbox-options.js";
import { stopSignal } from "../stop-signal.js";
import { agrees, demoEstimate } from "./demo-estimate.js";
import { introduction } from "./demo-introduction.js";
import { offTheRecord } from "./demo-off-the-record.js";
import { type DemoRequest, readDemoOptions } from "./demo-options.js";
import { openDemoScreen } from "./demo-screen.js";
import { NoAnswer, reportTroubles } from "./demo-troubles.js";
import { openOtherQuestions, otherQuestions } from "./other-questions.js";
import { type HandedOver, playDemo } from "./play-demo.js";
import { playStoryDemo } from "./play-story.js";

const SPEC = new URL("../../../fixtures/demo/SPEC.md", import.meta.url);

export async function runDemo(args: readonly string[]): Promise<ExitCode> {
  const request = await readRequest(args);
  if (!request.ok) {
    process.stderr.write(`factory demo: ${request.refusal.message}\n`);
    return EXIT.badInput;
  }
  const say = (text: string) => process.stdout.write(fitTerminal(text, process.stdout));
  const { story } = request.value;
  const replayed = story === undefined ? Boolean(process.env.REPLAY_FROM) : !story.own;
  const code = { ...request.value, replayed };
  const confinement = await probeConfinement(process.env.PATH ?? "");
  const chosen = chooseConfinement(code, confinement);
  if (!chosen.ok) {
    process.stderr.write(`factory demo: ${chosen.refusal.message}\n`);
    return EXIT.badInput;
  }
  const { policy, warning } = chosen.value;
  say(`${introduction(request.value)}\n${warning === undefined ? "" : `${warning}\n\n`}`);
  if (request.value.model === "anthropic") {
    say(`${demoEstimate(process.env.ANTHROPIC_BASE_URL || undefined)}\n`);
    if (!request.value.yes && !(await agrees("Go on?", process.stdin, process.stdout))) {
      say("Nothing was started and nothing was spent.\n");
      return EXIT.failed;
    }
    say("\n");
  }
  return perform(request.value, { policy, confinement });
}

/** A person is at the terminal: the demo can ask questions, and the person ends it. */
const atTerminal = () => process.stdin.isTTY === true && process.stdout.isTTY === true;

async function readRequest(args: readonly string[]): Promise<Outcome<DemoRequest>> {
  const request = readDemoOptions(args, { variables: process.env, terminal: atTerminal() });
  if (!request.ok) return request;
  const git = await checkGit();
  return git.ok ? accept(request.value) : git;
}

/** Stops every process that the demo started, however the demo ends. */
async function perform(
  request: DemoRequest,
  { policy, confinement }: { readonly policy: ConfinementPolicy; readonly confinement: Confinement },
): Promise<ExitCode> {
  const paint = paintFor(process.stdout, process.env);
  const stopped = stopSignal(() => process.stderr.write("Still cleaning up; this takes a few seconds.\n"));
  const screen = openDemoScreen(process.stdout, paint, { dumb: isDumb(process.env) });
  stopped.then(() => screen.close());
  const cache = await mkdtemp(join(tmpdir(), "factory-demo-cache-"));
  const others = openOtherQuestions();
  const begun: { sandbox?: Sandbox; decision?: HandedOver } = {};
  const handOver = (decision: HandedOver) => {
    begun.decision = decision;
  };
  try {
    screen.print("A local GitHub, its Actions runner and the App are started");
    const troubles = reportTroubles(screen, paint);
    const { story } = request;
    const hear = (line: string) => {
      if (!others.read(line)) troubles.read(line);
    };
    const sandbox = await startSandbox({
      startApp: (variables) => startAppProcess({ ...variables, ...replaySettings(story), CACHE_DIR: cache }, hear),
      model: request.model,
      confinement: policy,
      spec: story?.spec ?? (await readFile(SPEC, "utf8")),
      forge: { log: () => {} },
    });
    begun.sandbox = sandbox;
    const appEnded = sandbox.app.ended.then((why) => Promise.reject(new Error(why)));
    const broken = Promise.race([troubles.final, appEnded]);
    broken.catch(() => undefined); // a signal ends the demo at the end
    const end = orOffTheRecord(broken, () => (request.model === "recorded" ? begun.decision : undefined));
    const { differing } = others;
    const playing =
      story === undefined
        ? playDemo(sandbox, request, { screen, paint, handOver, confinement })
        : playStoryDemo(sandbox, { ...request, story }, { screen, paint, confinement, differing });
    const ended = await Promise.race([stopped, end, playing]);
    if (typeof ended === "object") {
      screen.close();
      const staysUp = request.keep || atTerminal();
      const words = offTheRecord(staysUp ? ended.offTheRecord : undefined);
      process.stdout.write(fitTerminal(words, process.stdout));
      if (!staysUp) return EXIT.failed;
      await Promise.race([stopped, appEnded]);
      return EXIT.stopped;
    }
    if (typeof ended === "string") {
      process.stderr.write(`\nStopped by ${ended}; cleaning up.\n`);
      return EXIT.stopped;
    }
    if (request.keep) {
      process.stdout.write(`\nStill up at ${sandbox.forge.url}; Ctrl-C ends it.\n`);
      await Promise.race([stopped, broken]);
    }
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    screen.close();
    process.stderr.write(`\nfactory demo: ${inWords(error, request)}\n`);
    if (request.story !== undefined) process.stderr.write(otherQuestions(others.differing));
    return EXIT.failed;
  } finally {
    await begun.sandbox?.stop();
    await rm(cache, { recursive: true, force: true });
  }
}

/** The demo's own recordings answer the recorded questions only. A story may be older than the prompts of today. */
function replaySettings(story: RecordedStory | undefined): Readonly<Record<string, string>> {
  if (story === undefined) return { LOG_LEVEL: "error" };
  return { LOG_LEVEL: "warn", REPLAY_FROM: story.recordings, REPLAY_MATCH: "step" };
}

/**
 * A question without a recording is a failure. After a decision of the user it ends the demo instead, once the App's
 * response was shown. This is the page of that decision.
 */
async function orOffTheRecord(
  broken: Promise<never>,
  decision: () => HandedOver | undefined,
): Promise<{ readonly offTheRecord: string }> {
  try {
    return await broken;
  } catch (error) {
    const decided = decision();
    if (!(error instanceof NoAnswer) || decided === undefined) throw error;
    await decided.answered();
    return { offTheRecord: decided.page };
  }
}

function inWords(error: Error, { model }: DemoRequest): string {
  if (!(error instanceof NoAnswer) || model !== "recorded") return error.message;
  return `the recorded model knows no answer to this. It repeats what was said once, to the story as it was then.\n${error.message}`;
}
