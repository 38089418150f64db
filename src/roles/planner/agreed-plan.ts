import { Contract } from "../../domain/contract/contract.js";
import type { ModuleRef, Version } from "../../domain/ids.js";
import type { PlanDraft } from "../../domain/plan/plan-draft.js";
import { orThrow } from "../../domain/refusal.js";
import { planOfAgreed } from "../../features/interface-change/rules/agreed-plan.js";
import { readYaml } from "../../yaml/yaml.js";
import { missingOnState } from "../reading/missing-file.js";
import type { TaskReading } from "../reading/read-task.js";

type Reading = Pick<TaskReading, "state" | "taskId" | "stored" | "index">;

/** The plan of a task with an agreed contract; null for every other task. */
export async function agreedPlan({ state, taskId, stored, index }: Reading): Promise<PlanDraft | null> {
  const agreed = state.agreed_versions[taskId];
  if (agreed === undefined) return null;
  const text = (await stored([agreed.contract])).get(agreed.contract);
  if (text === undefined) throw missingOnState(agreed.contract);
  return planOfAgreed(orThrow(readYaml(agreed.contract, text, Contract)), agreed.replaces, index);
}

/** Versions that the plan does not number. */
export function approvedVersions({ state, taskId }: Pick<TaskReading, "state" | "taskId">): Map<ModuleRef, Version> {
  const agreed = state.agreed_versions[taskId];
  return new Map(agreed === undefined ? [] : [[agreed.replaces, agreed.version]]);
}
