import type { Deficiency, Severity } from "../deficiency.js";
import { FailureType, possibleActions, reactionOf, whyImpossible } from "../validation/taxonomy.js";
import type { Config } from "./config.js";
import { priceOf } from "./model-price.js";

/** Rules between fields. A harmful setting is an error; a setting without effect is a warning. */
export function checkConfig(config: Config): Deficiency[] {
  return [
    ...repeated("gates.overrides", config.gates.overrides, (override) => override.name),
    ...repeated("gates.additional", config.gates.additional, (gate) => gate.name),
    ...repeated("merge_methods", config.merge_methods, (method) => method),
    ...repeated("labels", Object.values(config.labels), (label) => label.toLowerCase()),
    ...checkBudgets(config),
    ...checkSizes(config),
    ...checkPrices(config),
    ...checkDangerMode(config),
    ...checkFailureActions(config),
  ];
}

function repeated<T>(path: string, items: readonly T[], keyOf: (item: T) => string): Deficiency[] {
  const keys = items.map(keyOf);
  const twice = [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
  return twice.map((key) => deficiency("ERROR", path, `"${key}" stands here more than once: keep one`));
}

function checkBudgets({ budgets }: Config): Deficiency[] {
  if (budgets.warn_usd <= budgets.hard_usd) return [];
  return [
    deficiency(
      "WARNING",
      "budgets.warn_usd",
      `the warning at ${budgets.warn_usd} USD never comes: the hard limit is ${budgets.hard_usd} USD; lower warn_usd`,
    ),
  ];
}

function checkSizes({ max_files, decompose_above_files }: Config): Deficiency[] {
  if (decompose_above_files <= max_files) return [];
  return [
    deficiency(
      "WARNING",
      "decompose_above_files",
      `no split is ever asked for: more than ${max_files} files are refused before ${decompose_above_files} are reached`,
    ),
  ];
}

function checkPrices({ models, prices }: Config): Deficiency[] {
  return Object.entries(models).flatMap(([role, { name }]) => {
    if (priceOf(prices, name) !== undefined) return [];
    const message = `"${name}" has no price, so its cost is unknown and no budget in USD can hold it: add it to prices`;
    return [deficiency("WARNING", `models.${role}.name`, message)];
  });
}

/**
 * Danger mode is explicit: it names what it opens, and only what may be opened (requirements.md#safety-of-the-input).
 */
function checkDangerMode({ danger_mode: { enabled, paths } }: Config): Deficiency[] {
  const never = paths.filter((path) => /(?:^|\/)\.(?:git|github|factory)(?:\/|$)/i.test(path));
  const path = "danger_mode.paths";
  return [
    ...never.map((name) => deficiency("ERROR", path, `"${name}" can never be opened: remove it`)),
    ...(enabled && paths.length === 0
      ? [deficiency("ERROR", path, "danger mode opens nothing by itself: name the protected files it is for")]
      : []),
    ...(!enabled && paths.length > 0
      ? [deficiency("WARNING", path, "nothing is opened while danger_mode.enabled is false")]
      : []),
  ];
}

/** An action that is impossible is refused. A person may let a regression pass, but a warning shows it. */
function checkFailureActions({ failure_actions }: Config): Deficiency[] {
  return FailureType.options.flatMap((type) => {
    const action = failure_actions[type];
    if (action === undefined) return [];
    const path = `failure_actions.${type}`;
    const why = whyImpossible(type, action);
    if (why !== undefined) {
      const possible = possibleActions(type).join(", ");
      return [deficiency("ERROR", path, `"${action}" is not possible here: ${why}. Choose one of: ${possible}`)];
    }
    const letsThrough = type === "test-regression" && reactionOf(action) === "go-on";
    return letsThrough ? [deficiency("WARNING", path, `"${action}" lets broken work through to the merge`)] : [];
  });
}

function deficiency(severity: Severity, path: string, message: string): Deficiency {
  return { path, field: path.slice(path.lastIndexOf(".") + 1), severity, message };
}
