import { explainFailure } from "../../github/client/explain-failure.js";
import { AppNotStarted, startAppProcess } from "../../sandbox/start-app-process.js";
import type { StartApp } from "../../sandbox/start-sandbox.js";
import { apiUrl } from "../../server/env.js";
import { appEnvironment } from "../../server/start/app-environment.js";
import { asksJson, complain } from "../complain.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { paintFor } from "../paint.js";
import { stopSignal } from "../stop-signal.js";
import { readConformEnv, readConformOptions } from "./conform-options.js";
import { type ConformReport, planText, reportText, stepLine, summarised, type Told } from "./conform-report.js";
import { STEPS } from "./conform-steps.js";
import { openConform } from "./open-conform.js";
import { saveExchanges } from "./save-exchanges.js";
import { type Conform, differed, lastExchange, type Step, type StepResult, WaitedInVain } from "./step.js";

/** Starts the App as in production, and hears what it complains of. */
type StartListening = (hear: (line: string) => void) => StartApp;
const inOwnProcess: StartListening = (hear) => (variables) => startAppProcess(variables, hear);

export async function runConform(
  args: readonly string[],
  startListening: StartListening = inOwnProcess,
): Promise<ExitCode> {
  const json = asksJson(args);
  const request = readConformOptions(args);
  if (!request.ok) return complain("conform", request.refusal, { json });
  const { owner, repo, yes, save } = request.value;
  if (!yes) {
    const message = planText(`${owner}/${repo}`);
    return complain("conform", { code: "not-agreed", message }, { json });
  }
  const env = readConformEnv(appEnvironment(process.env));
  if (!env.ok) return complain("conform", env.refusal, { json });
  const stopping = new AbortController();
  const say = (words: string): void => void process.stderr.write(`${words}\n`);
  stopSignal(() => say("factory conform: still cleaning up; this takes a few seconds.")).then((signal) => {
    say(`factory conform: stopping (${signal}).`);
    stopping.abort();
  });
  const paint = paintFor(process.stderr, process.env);
  const now = { step: "access" };
  const heard: string[] = [];
  const listening = {
    step: () => now.step,
    say,
    startApp: startListening((line) => void heard.push(line)),
    signal: stopping.signal,
  };
  const opened = await openConform(env.value, request.value, listening).catch((error: unknown) => {
    const refusal = explainFailure(error, apiUrl(env.value));
    if (refusal === null) throw error;
    return refusal;
  });
  if (!("conform" in opened)) return complain("conform", opened, { json });
  const told: Told[] = [];
  try {
    for (const [index, step] of STEPS.entries()) {
      now.step = step.key;
      say(paint.dim(`${index + 1}/${STEPS.length} ${step.title} ...`));
      const result = await tried(step, opened.conform, stopping.signal);
      if (result === "stopped") break;
      told.push({ step: step.key, title: step.title, ...result });
      say(stepLine(told[told.length - 1] as Told, paint));
      if (step.isNeeded && result.differences.length > 0) break;
    }
  } finally {
    await opened.close();
    if (save !== undefined) saveExchanges(save, opened.proxy.exchanges);
  }
  const report: ConformReport = summarised(`${owner}/${repo}`, { told, exchanges: opened.proxy.exchanges, heard });
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
  if (stopping.signal.aborted) return EXIT.stopped;
  return report.passed ? EXIT.ok : EXIT.failed;
}

/** A refusal of GitHub that a step did not expect is a difference like any other; everything else is a bug. */
async function tried(step: Step, conform: Conform, signal: AbortSignal): Promise<StepResult | "stopped"> {
  try {
    return await step.run(conform);
  } catch (error) {
    if (signal.aborted) return "stopped";
    if (error instanceof AppNotStarted) return differed("that the App starts", error.message, lastExchange(conform));
    if (error instanceof WaitedInVain) return differed(error.expected, error.saw, lastExchange(conform));
    const refusal = explainFailure(error, "GitHub");
    if (refusal === null) throw error;
    return differed(
      "an answer",
      refusal.message,
      lastExchange(conform, ({ status }) => status >= 400),
    );
  }
}
