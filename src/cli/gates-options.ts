import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { GATE_NUMBERS, type GateNumber } from "../domain/gates/validator-code.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { readGateList } from "../gates/plan/gate-list.js";
import { type PlanJson, readPlanJson } from "../gates/plan/plan-json.js";

/** What `factory gates` was asked for. */
export type GatesRequest = { readonly plan: PlanJson; readonly gates: readonly GateNumber[]; readonly json: boolean };

const FLAGS = {
  plan: { type: "string" },
  base: { type: "string" },
  head: { type: "string" },
  "run-type": { type: "string" },
  gates: { type: "string" },
  json: { type: "boolean" },
} as const;

const RunType = z.enum(["CONTRACT", "EXECUTION"]);

/** Every problem is one line that names its flag or its field. */
export async function readGatesOptions(args: readonly string[]): Promise<Outcome<GatesRequest>> {
  const flags = readFlags(args);
  if (!flags.ok) return flags;
  const { plan: file, base, head, json = false } = flags.value;
  const gates = flags.value.gates === undefined ? accept(GATE_NUMBERS) : readGateList(flags.value.gates, "--gates");
  if (!gates.ok) return gates;
  const runType = RunType.optional().safeParse(flags.value["run-type"]);
  if (!runType.success) {
    return refuse("flag", `--run-type must be CONTRACT or EXECUTION, not ${flags.value["run-type"]}`);
  }
  if (file === undefined) return refuse("flag", "--plan FILE is needed: the plan.json to judge by");
  const text = await readPlan(file);
  if (!text.ok) return text;
  const plan = readPlanJson(text.value);
  if (!plan.ok) return plan;
  const changed = {
    ...plan.value,
    ...(base === undefined ? {} : { baseRef: base }),
    ...(head === undefined ? {} : { targetRef: head }),
    ...(runType.data === undefined ? {} : { runType: runType.data }),
  };
  return accept({ plan: changed, gates: gates.value, json });
}

function readFlags(args: readonly string[]) {
  try {
    return accept(parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false }).values);
  } catch (error) {
    // Node's own words name the flag; any other error is ours.
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    return refuse("flag", error.message);
  }
}

async function readPlan(file: string): Promise<Outcome<string>> {
  try {
    return accept(await readFile(file, "utf8"));
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return refuse("file", `--plan: ${file} cannot be read (${error.code}). Give the path of a plan.json.`);
  }
}
