import type { z } from "zod";
import { type Deficiency, deficienciesFromZod, formatPath } from "../deficiency.js";
import { checkConfig } from "./check-config.js";
import { Config } from "./config.js";
import { knownKeysAt } from "./known-keys.js";
import { nearestWord } from "./nearest-word.js";

/**
 * The configuration in force with its warnings, or null with what is wrong. A broken file is never replaced by the
 * defaults: they could be less strict than what its author meant.
 */
export type ResolvedConfig = { readonly config: Config | null; readonly deficiencies: readonly Deficiency[] };

/** Takes what the YAML reader found: nothing at all (an absent or empty file) means every default. */
export function resolveConfig(raw: unknown): ResolvedConfig {
  const parsed = Config.safeParse(raw ?? {});
  if (!parsed.success) return { config: null, deficiencies: describeIssues(parsed.error) };
  const deficiencies = checkConfig(parsed.data);
  const broken = deficiencies.some((deficiency) => deficiency.severity === "ERROR");
  return { config: broken ? null : parsed.data, deficiencies };
}

function describeIssues(error: z.ZodError): Deficiency[] {
  return deficienciesFromZod(error).flatMap((deficiency, index) => {
    const issue = error.issues[index];
    return issue?.code === "unrecognized_keys" ? issue.keys.map((key) => unknownKey(issue.path, key)) : [deficiency];
  });
}

function unknownKey(parent: readonly PropertyKey[], key: string): Deficiency {
  const { here, everywhere } = knownKeysAt(parent);
  const suggestion = nearestWord(key, here) ?? everywhere.get(key);
  const advice = suggestion === undefined ? `known here: ${here.join(", ")}` : `did you mean "${suggestion}"?`;
  return {
    path: formatPath([...parent, key]),
    field: key,
    severity: "ERROR",
    message: `unknown key "${key}": ${advice}`,
  };
}
