import type { RoleFacts } from "../../context/sections/role-facts.js";
import { orThrow } from "../../domain/refusal.js";
import { Precedent } from "../../features/halts/resolution/precedent.js";
import { isOutline, PlanOutline, type RevisedPlan } from "../../features/halts/resolution/revised-plan.js";
import { resolutionPath } from "../../features/modules/artifacts/artifact-paths.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { missingOnState } from "../reading/missing-file.js";
import type { TaskReading } from "../reading/read-task.js";

/** A person's plan for this attempt from the resolution of a halt; null if there is none. */
export async function personsPlan({ work, stored }: Pick<TaskReading, "work" | "stored">): Promise<RevisedPlan | null> {
  if (work.plan_by_person === undefined) return null;
  const path = resolutionPath(work.plan_by_person);
  const text = (await stored([path])).get(path);
  if (text === undefined) throw missingOnState(path);
  const { resolution } = orThrow(readYaml(path, text, Precedent));
  if (resolution.action !== "REVISE_PLAN") throw new TypeError(`${path} holds no plan`);
  return resolution.revised_micro_plan;
}

/** A person's division binds the planner, who completes it. */
export function guidanceOf(plan: RevisedPlan | null): Pick<RoleFacts, "decisions"> {
  if (plan === null || !isOutline(plan)) return {};
  const name = "the division into modules that a person decided on: keep to it";
  return { decisions: [{ name, text: writeYaml(plan, PlanOutline) }] };
}
