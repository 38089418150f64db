import { arch, hostname, release } from "node:os";
import { GateRequest } from "../../src/domain/gates/gate-request.js";
import { GATE_NUMBERS } from "../../src/domain/gates/validator-code.js";
import { accept, type Outcome, refuse } from "../../src/domain/refusal.js";
import { foldersOf } from "../../src/gates/factory/open-run.js";
import { runExecute } from "../../src/gates/factory/run-execute.js";
import { runJudge } from "../../src/gates/factory/run-judge.js";
import { gateResult } from "../../src/gates/plan/gate-result.js";
import { benchSettings } from "../../src/gates/run/bench-settings.js";
import { jobSummary } from "../../src/gates/summary/job-summary.js";
import type { ActionTools, Answer } from "./answer.js";

/** Answers the App: judges or executes, as its request says. */
export async function answerRequest(text: string, tools: ActionTools): Promise<Outcome<Answer>> {
  const request = readRequest(text);
  if (!request.ok) return request;
  const folders = foldersOf(tools.workspace);
  const { part, run_type, nonce } = request.value;
  const report =
    part === "judge"
      ? await runJudge(request.value, folders, { runner: judgingRunner() })
      : await runExecute(request.value, folders, {
          runnerId: runnerId(),
          settings: await executeSettings(tools),
        });
  if (!report.ok) return report;
  const { validators, commands, runner } = report.value;
  const result = gateResult({ id: nonce, gates: GATE_NUMBERS, validators, commands, confinement: runner.confinement });
  return accept({
    report: report.value,
    summary: jobSummary({
      title: `${run_type.toLowerCase()} ${part}: ${result.summary}`,
      validators,
      commands,
      confinement: runner.confinement,
    }),
    passed: result.passed,
    failedValidator: result.failedValidatorCode,
    sentence: result.summary,
    failsStep: false,
  });
}

/** The configuration sets the limits. This machine only decides where and how commands run. */
async function executeSettings({ presetsFolder }: ActionTools) {
  const { limits: _, ...settings } = await benchSettings(process.env, presetsFolder);
  return settings;
}

function readRequest(text: string): Outcome<GateRequest> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse("request-invalid", `the input request is not JSON: ${error.message}`);
  }
  const request = GateRequest.safeParse(value);
  if (request.success) return accept(request.data);
  const problems = request.error.issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
  return refuse("request-invalid", `the input request is not a gate request: ${problems.join("; ")}`);
}

function judgingRunner() {
  return { id: runnerId(), confinement: "none needed: nothing of the candidate runs", lock_file_digest: null };
}

function runnerId(): string {
  const { RUNNER_NAME = hostname(), ImageOS = "", ImageVersion = "" } = process.env;
  return [RUNNER_NAME, ImageOS, ImageVersion, `linux ${release()}`, arch(), `node ${process.version}`]
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, 200);
}
