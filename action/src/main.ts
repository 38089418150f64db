import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { getInput, info, setFailed, setOutput } from "@actions/core";
import type { Outcome } from "../../src/domain/refusal.js";
import { loadCompilerBy } from "../../src/languages/compiler.js";
import { loadPythonParser } from "../../src/languages/python/load-python-parser.js";
import type { PythonParser } from "../../src/languages/python/python-node.js";
import type { Answer } from "./answer.js";
import { answerPlan } from "./answer-plan.js";
import { answerRequest } from "./answer-request.js";

// The bundle has the compiler inside.
loadCompilerBy(() => require("typescript"));

const BESIDE = fileURLToPath(new URL(".", import.meta.url));

/** The one place that touches the runner: inputs in, report, outputs and summary out. */
async function main(): Promise<void> {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  const tools = { workspace, presetsFolder: path.join(BESIDE, "gate-presets"), parsePython: await pythonParser() };
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
  // A gate that fails is a result; only a run that could not judge is red (decisions.md#gate-runs-start-on-the-default-branch).
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
    },
    tools,
  );
}

async function pythonParser(): Promise<PythonParser> {
  const [runtime, grammar] = await Promise.all(
    ["web-tree-sitter.wasm", "tree-sitter-python.wasm"].map((name) => readFile(path.join(BESIDE, name))),
  );
  if (runtime === undefined || grammar === undefined) throw new TypeError("both files were read");
  return loadPythonParser({ runtime, grammar });
}

main().catch((error: unknown) => {
  setFailed(error instanceof Error ? (error.stack ?? error.message) : String(error));
});
