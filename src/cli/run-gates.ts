import { runPlan } from "../gates/plan/run-plan.js";
import { PRESETS_FOLDER } from "../gates/presets/load-presets.js";
import { benchSettings } from "../gates/run/bench-settings.js";
import { loadPythonParser, readPythonGrammar } from "../gates/source/python/load-python-parser.js";
import { asksJson, complain } from "./complain.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { readGatesOptions } from "./gates-options.js";
import { gatesText } from "./gates-text.js";
import { paintFor } from "./paint.js";

/** 0 passed, 1 a gate failed, 2 it could not be judged as asked. */
export async function runGatesCommand(args: readonly string[]): Promise<ExitCode> {
  const asked = await readGatesOptions(args);
  if (!asked.ok) return complain("gates", asked.refusal, { json: asksJson(args) });
  const { plan, planFile, gates, json } = asked.value;
  const settings = await benchSettings(process.env, PRESETS_FOLDER);
  if (settings.confinement.kind === "none") {
    process.stderr.write(`factory gates: commands are NOT confined here: ${settings.confinement.reason}\n`);
  }
  const parsePython = await loadPythonParser(await readPythonGrammar());
  const flags = { base: "--base", head: "--head" };
  const result = await runPlan(plan, { cwd: process.cwd(), planFile, parsePython, settings, gates, named: flags });
  if (!result.ok) return complain("gates", result.refusal, { json });
  const paint = paintFor(process.stdout, process.env);
  process.stdout.write(json ? `${JSON.stringify(result.value, null, 2)}\n` : gatesText(result.value, paint));
  return result.value.passed ? EXIT.ok : EXIT.failed;
}
