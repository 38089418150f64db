import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ConfinementPolicy } from "../../src/domain/config/gates-config.js";
import { ValidatorCode } from "../../src/domain/gates/validator-code.js";
import { accept, type Outcome, refuse } from "../../src/domain/refusal.js";
import { readGateList } from "../../src/gates/plan/gate-list.js";
import type { GateResult } from "../../src/gates/plan/gate-result.js";
import { type PlanJson, readPlanJson } from "../../src/gates/plan/plan-json.js";
import { runPlan } from "../../src/gates/plan/run-plan.js";
import { benchSettings } from "../../src/gates/run/bench-settings.js";
import { jobSummary } from "../../src/gates/summary/job-summary.js";
import type { ActionTools, Answer } from "./answer.js";

/** The inputs of stand-alone use, as given. Empty means that the plan decides. */
export type PlanInputs = {
  readonly plan: string;
  readonly base: string;
  readonly head: string;
  readonly runType: string;
  readonly gates: string;
  readonly failOnRed: boolean;
  readonly confinement: string;
  /** The path of the CONTRACT run's report. */
  readonly contractReport: string;
};

const RunType = z.enum(["", "CONTRACT", "EXECUTION"]);
const Confinement = z.enum(["", ...ConfinementPolicy.options]);

export async function answerPlan(inputs: PlanInputs, tools: ActionTools): Promise<Outcome<Answer>> {
  if (inputs.plan === "") return refuse("input", "give the action a plan: the path of a plan.json");
  const plan = await readPlan(inputs, tools.workspace);
  if (!plan.ok) return plan;
  const gates = inputs.gates === "" ? accept(undefined) : readGateList(inputs.gates, "gates");
  if (!gates.ok) return gates;
  const asked = Confinement.safeParse(inputs.confinement);
  if (!asked.success) return refuse("input", `confinement must be required or preferred, not ${inputs.confinement}`);
  const confinement = asked.data === "" ? undefined : asked.data;
  const settings = await benchSettings(process.env, tools.presetsFolder);
  const { workspace: cwd } = tools;
  const contractReport = inputs.contractReport === "" ? undefined : inputs.contractReport;
  const run = { cwd, planFile: inputs.plan, settings, gates: gates.value, confinement, contractReport };
  const result = await runPlan(plan.value, run);
  if (!result.ok) return result;
  const { passed, summary, failedValidatorCode } = result.value;
  return accept({
    report: result.value,
    summary: summaryOf(result.value),
    passed,
    failedValidator: failedValidatorCode,
    sentence: summary,
    failsStep: inputs.failOnRed && !passed,
  });
}

async function readPlan(inputs: PlanInputs, workspace: string): Promise<Outcome<PlanJson>> {
  const runType = RunType.safeParse(inputs.runType);
  if (!runType.success) return refuse("input", `run-type must be CONTRACT or EXECUTION, not ${inputs.runType}`);
  const text = await readFile(path.resolve(workspace, inputs.plan), "utf8").catch(() => undefined);
  if (text === undefined) return refuse("input", `plan: ${inputs.plan} cannot be read in the workspace`);
  return readPlanJson(text, {
    ...(inputs.base === "" ? {} : { baseRef: inputs.base }),
    ...(inputs.head === "" ? {} : { targetRef: inputs.head }),
    ...(runType.data === "" ? {} : { runType: runType.data }),
  });
}

function summaryOf({ summary, validatorResults, commandResults, confinement }: GateResult): string {
  return jobSummary({
    title: summary,
    confinement,
    validators: validatorResults.map(({ durationMs, code, details, places, ...result }) => ({
      ...result,
      code: ValidatorCode.parse(code),
      details: { ...details },
      duration_ms: durationMs,
      places: [...places],
    })),
    commands: commandResults.map(({ exitCode, durationMs, ...command }) => ({
      ...command,
      exit_code: exitCode,
      duration_ms: durationMs,
    })),
  });
}
