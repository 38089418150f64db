import { statSync } from "node:fs";
import type { Env, EnvProblem } from "../env.js";

/** Why no model is available: a missing key, missing recordings. */
export function findModelProblem({
  MODEL,
  ANTHROPIC_API_KEY,
  REPLAY_FROM,
}: Pick<Env, "MODEL" | "ANTHROPIC_API_KEY" | "REPLAY_FROM">): EnvProblem | null {
  if (MODEL === "anthropic") {
    if (ANTHROPIC_API_KEY !== undefined) return null;
    const words = "is not set: set it, or MODEL=recorded to repeat recordings";
    return { name: "ANTHROPIC_API_KEY", words };
  }
  if (REPLAY_FROM === undefined || statSync(REPLAY_FROM, { throwIfNoEntry: false })?.isDirectory()) return null;
  return { name: "REPLAY_FROM", words: `names ${REPLAY_FROM}, and there is no such folder` };
}
