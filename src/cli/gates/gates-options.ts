import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { GateNumber } from "../../domain/gates/validator-code.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { readGateList } from "../../gates/plan/gate-list.js";
import { type PlanJson, type PlanOverrides, readPlanJson } from "../../gates/plan/plan-json.js";
import { whyUnreadable } from "../../server/start/why-unreadable.js";
import { readFlags } from "../read-flags.js";

/** The options of `factory gates`. */
export type GatesRequest = {
  readonly plan: PlanJson;
  /** Where the plan was read from. */
  readonly planFile: string;
  /** Undefined means every gate of the run type. */
  readonly gates: readonly GateNumber[] | undefined;
  /** Whether code under test may run without confinement. By default the configuration decides. */
  readonly unconfined: boolean;
  /** The result of the CONTRACT run that the plan names. */
  readonly contractReport: string | undefined;
  readonly json: boolean;
};

const FLAGS = {
  plan: { type: "string" },
  base: { type: "string" },
  head: { type: "string" },
  "run-type": { type: "string" },
  gates: { type: "string" },
  "contract-report": { type: "string" },
  unconfined: { type: "boolean" },
  json: { type: "boolean" },
} as const;

const RunType = z.enum(["CONTRACT", "EXECUTION"]);

/** Each problem is one line that names its flag or its field. */
export async function readGatesOptions(args: readonly string[]): Promise<Outcome<GatesRequest>> {
  const flags = readFlags("gates", args, { options: FLAGS, positionals: true });
  if (!flags.ok) return flags;
  const { plan: file, base, head, json = false, unconfined = false, ...given } = flags.value.values;
  const gates = given.gates === undefined ? accept(undefined) : readGateList(given.gates, "--gates");
  const runType = readRunType(given["run-type"]);
  const [folder, ...more] = flags.value.positionals;
  const where =
    more.length === 0 ? accept(folder) : refuse("flag", `one repository at a time; ${more.join(" ")} is too much`);
  const plan = await readPlan(file, {
    ...(folder === undefined ? {} : { projectPath: folder }),
    ...(base === undefined ? {} : { baseRef: base }),
    ...(head === undefined ? {} : { targetRef: head }),
    ...(runType.ok && runType.value !== undefined ? { runType: runType.value } : {}),
  });
  // Reports all problems at once, so that a person can fix them in one go.
  const refused = [gates, runType, where, plan].flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.message]));
  if (!gates.ok || !runType.ok || !where.ok) return refuse("flag", refused.join("\n"));
  if (!plan.ok) return plan;
  return accept({ ...plan.value, gates: gates.value, unconfined, contractReport: given["contract-report"], json });
}

function readRunType(given: string | undefined): Outcome<z.infer<typeof RunType> | undefined> {
  const runType = RunType.optional().safeParse(given);
  if (runType.success) return accept(runType.data);
  return refuse("flag", `--run-type must be CONTRACT or EXECUTION, not ${given}`);
}

type PlanRead = Pick<GatesRequest, "plan" | "planFile">;

async function readPlan(file: string | undefined, overrides: PlanOverrides): Promise<Outcome<PlanRead>> {
  if (file === undefined)
    return refuse("flag", "--plan FILE is needed: the plan.json to judge by. action/README.md says what one holds.");
  try {
    const plan = readPlanJson(await readFile(file, "utf8"), overrides);
    return plan.ok ? accept({ plan: plan.value, planFile: file }) : plan;
  } catch (error) {
    return refuse("file", `--plan: ${file} cannot be read: ${whyUnreadable(error)}. Give the path of a plan.json.`);
  }
}
