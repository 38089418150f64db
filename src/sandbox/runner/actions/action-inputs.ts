import { accept, type Outcome } from "../../../domain/refusal.js";
import { interpolateAll } from "../expressions/evaluate.js";
import type { ExpressionScope } from "../expressions/expression-scope.js";
import type { ActionManifest } from "./action-manifest.js";

/** The inputs of an action, with GitHub's warnings: an unknown or a missing input is not refused. */
export type ActionInputs = { readonly inputs: Readonly<Record<string, string>>; readonly warnings: readonly string[] };

/** `given` is already evaluated. A default may itself be an expression, such as `${{ github.token }}`. */
export function actionInputs(
  manifest: ActionManifest,
  given: Readonly<Record<string, string>>,
  scope: ExpressionScope,
): Outcome<ActionInputs> {
  const declared = Object.entries(manifest.inputs ?? {});
  const spelling = new Map(declared.map(([name]) => [name.toLowerCase(), name]));
  const isGiven = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const open = declared.filter(([name]) => !isGiven.has(name.toLowerCase()));
  const defaults = open.flatMap(([name, input]) =>
    input?.default === undefined ? [] : [[name, String(input.default)] as const],
  );
  const evaluated = interpolateAll(Object.fromEntries(defaults), scope);
  if (!evaluated.ok) return evaluated;
  const named = Object.entries(given).map(([name, value]) => [spelling.get(name.toLowerCase()) ?? name, value]);
  return accept({
    inputs: { ...evaluated.value, ...Object.fromEntries(named) },
    warnings: [
      ...Object.keys(given)
        .filter((name) => !spelling.has(name.toLowerCase()))
        .map((name) => `Unexpected input '${name}', valid inputs are [${[...spelling.values()].join(", ")}]`),
      ...open
        .filter(([, input]) => input?.required === true && input.default === undefined)
        .map(([name]) => `Input '${name}' is required and not given`),
    ],
  });
}
