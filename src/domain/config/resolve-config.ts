import type { z } from "zod";
import { type Deficiency, deficienciesFromZod, formatPath } from "../deficiency.js";
import { checkConfig } from "./check-config.js";
import { Config } from "./config.js";
import { type KnownKeys, knownKeys } from "./known-keys.js";
import { nearestWord } from "./nearest-word.js";

/**
 * The configuration in force with its warnings, or null with its problems. A broken file is never replaced by the
 * defaults: they could be less strict than what its author meant.
 */
export type ResolvedConfig = { readonly config: Config | null; readonly deficiencies: readonly Deficiency[] };

/** Takes the result of the YAML reader. Null (an absent or empty file) means every default. */
export function resolveConfig(raw: unknown): ResolvedConfig {
  const parsed = Config.safeParse(raw ?? {});
  if (!parsed.success) return { config: null, deficiencies: describeIssues(parsed.error) };
  const deficiencies = checkConfig(parsed.data);
  const broken = deficiencies.some((deficiency) => deficiency.severity === "ERROR");
  return { config: broken ? null : parsed.data, deficiencies };
}

/** The most problems that are shown at once. The next ones appear after these are fixed. */
const MOST_SHOWN = 50;

function describeIssues(error: z.ZodError): Deficiency[] {
  const known = knownKeys();
  const problems = deficienciesFromZod(error).flatMap((deficiency, index) => {
    const issue = error.issues[index];
    if (issue?.code !== "unrecognized_keys") return [() => deficiency];
    return issue.keys.map((key) => () => unknownKey(known, issue.path, key));
  });
  const more = problems.length - MOST_SHOWN;
  const first = problems.slice(0, MOST_SHOWN).map((describe) => describe());
  return more > 0 ? [...first, { path: "", field: "", severity: "ERROR", message: `and ${more} more` }] : first;
}

function unknownKey({ at, everywhere }: KnownKeys, parent: readonly PropertyKey[], key: string): Deficiency {
  const here = at(parent);
  const suggestion = nearestWord(key, here) ?? everywhere.get(key);
  const advice = suggestion === undefined ? `known here: ${here.join(", ")}` : `did you mean "${suggestion}"?`;
  return {
    path: formatPath([...parent, key]),
    field: key,
    severity: "ERROR",
    message: `unknown key "${key}": ${advice}`,
  };
}
