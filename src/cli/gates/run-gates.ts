import { PRESETS_FOLDER } from "../../gates/presets/load-presets.js";
import { benchSettings } from "../../gates/run/bench-settings.js";
import { asksJson, complain } from "../complain.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { paintFor } from "../paint.js";
import { readGatesOptions } from "./gates-options.js";
import { gatesText } from "./gates-text.js";

/** 0 passed, 1 a gate failed, 2 it could not be judged as requested. */
export async function runGatesCommand(args: readonly string[]): Promise<ExitCode> {
  const asked = await readGatesOptions(args);
  if (!asked.ok) return complain("gates", asked.refusal, { json: asksJson(args) });
  const { plan, planFile, gates, unconfined, contractReport, json } = asked.value;
  // Loading the judge takes longer than probing the confinement, so both happen at once.
  const [settings, { runPlan }] = await Promise.all([
    benchSettings(process.env, PRESETS_FOLDER),
    import("../../gates/plan/run-plan.js"),
  ]);
  const named = { base: "--base", head: "--head", unconfined: "--unconfined", contractReport: "--contract-report" };
  const confinement = unconfined ? "preferred" : undefined;
  const tools = { cwd: process.cwd(), planFile, settings, gates, contractReport, named, confinement } as const;
  const result = await runPlan(plan, tools);
  if (!result.ok) return complain("gates", result.refusal, { json });
  const paint = paintFor(process.stdout, process.env);
  process.stdout.write(json ? `${JSON.stringify(result.value, null, 2)}\n` : gatesText(result.value, paint));
  return result.value.passed ? EXIT.ok : EXIT.failed;
}
