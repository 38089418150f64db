import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { getInput, info, setFailed, setOutput } from "@actions/core";
import type { Outcome } from "../../src/domain/refusal.js";
import { loadCompilerBy } from "../../src/languages/compiler.js";
import { readGrammarFilesBy } from "../../src/languages/grammars/grammar-files.js";
import type { Answer } from "./answer.js";
import { answerPlan } from "./answer-plan.js";
import { answerRequest } from "./answer-request.js";

// The bundle contains the compiler.
loadCompilerBy(() => require("typescript"));

const BESIDE = fileURLToPath(new URL(".", import.meta.url));

// The bundle has no packages around it. The build puts the grammars' files beside it.
readGrammarFilesBy((file) => readFile(path.join(BESIDE, path.basename(file))));

/** The only place that uses the runner: inputs in, report, outputs and summary out. */
async function main(): Promise<void> {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  const tools = { workspace, presetsFolder: path.join(BESIDE, "gate-presets") };
  const answer = await answerFor(tools);
  if (!answer.ok) {
    setFailed(answer.refusal.message);
    return;
  }
  const { report, summary, passed, failedValidator, sentence, failsStep } = answer.value;
  const file = path.join(workspace, "report.json");
  await writeFile(file, JSON.stringify(report));
  const summaryFile = process.env.GITHUB_STEP_SUMMARY;
  if (summaryFile !== undefined && summaryFile !== "") await appendFile(summaryFile, summary);
  setOutput("passed", String(passed));
  setOutput("failed-validator", failedValidator ?? "");
  setOutput("summary", sentence);
  setOutput("report", file);
  info(sentence);
  // A failed gate is a result. Only a run that could not judge is red
  // (decisions.md#gate-runs-start-on-the-default-branch).
  if (failsStep) setFailed(sentence);
}

function answerFor(tools: Parameters<typeof answerRequest>[1]): Promise<Outcome<Answer>> {
  const request = getInput("request");
  if (request !== "") return answerRequest(request, tools);
  return answerPlan(
    {
      plan: getInput("plan"),
      base: getInput("base"),
      head: getInput("head"),
      runType: getInput("run-type"),
      gates: getInput("gates"),
      failOnRed: getInput("fail-on-red") !== "false",
      confinement: getInput("confinement"),
      contractReport: getInput("contract-report"),
    },
    tools,
  );
}

main().catch((error: unknown) => {
  setFailed(error instanceof Error ? (error.stack ?? error.message) : String(error));
});
