import type { Outcome } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";
import { FaultPlan } from "./fault-plan.js";

/** Reads a plan, or says what is wrong with which line. */
export function readFaultPlan(path: string, text: string): Outcome<FaultPlan> {
  return readYaml(path, text, FaultPlan);
}
