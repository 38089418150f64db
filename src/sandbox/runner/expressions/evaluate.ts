import { data, Evaluator } from "@actions/expressions";
import { truthy } from "@actions/expressions/result";
import { messageOf } from "../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { ExpressionScope, Status } from "./expression-scope.js";
import { namesStatus, parseExpression } from "./parse-expression.js";
import { hasExpression, splitTemplate } from "./template.js";

type StatusFunction = { name: string; minArgs: number; maxArgs: number; call: () => data.BooleanData };

/** Replaces every `${{ }}` in a text by its value, as a string. */
export function interpolate(text: string, scope: ExpressionScope): Outcome<string> {
  const parts = splitTemplate(text);
  if (parts === undefined) return refuse("expression-invalid", `\`${text}\` opens \${{ and never closes it`);
  let result = "";
  for (const part of parts) {
    if (part.kind === "text") {
      result += part.text;
      continue;
    }
    const value = evaluate(part.text, scope);
    if (!value.ok) return value;
    result += value.value.coerceString();
  }
  return accept(result);
}

/** Interpolates each value of a map. The first refusal is returned. */
export function interpolateAll(
  texts: Readonly<Record<string, string>>,
  scope: ExpressionScope,
): Outcome<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) {
    const value = interpolate(text, scope);
    if (!value.ok) return value;
    result[name] = value.value;
  }
  return accept(result);
}

/** Evaluates an `if:`, with or without `${{ }}`. Without a status function it also requires success so far. */
export function holds(condition: string | undefined, scope: ExpressionScope & { status: Status }): Outcome<boolean> {
  const text = conditionText(condition ?? "");
  if (text === "") return accept(scope.status === "success");
  const value = evaluate(text, scope);
  if (!value.ok) return value;
  return accept(truthy(value.value) && (namesStatus(text) || scope.status === "success"));
}

/** The expression of a condition: the content of `${{ }}` when the whole text is one expression. */
export function conditionText(condition: string): string {
  const trimmed = condition.trim();
  if (!hasExpression(trimmed)) return trimmed;
  const parts = splitTemplate(trimmed);
  return parts?.length === 1 && parts[0]?.kind === "expression" ? parts[0].text : trimmed;
}

/** A field with a value or an expression (`timeout-minutes`, `continue-on-error`). */
export function resolveScalar(
  value: string | number | boolean,
  scope: ExpressionScope,
): Outcome<string | number | boolean> {
  if (typeof value !== "string") return accept(value);
  const result = evaluate(conditionText(value), scope);
  if (!result.ok) return result;
  if (result.value.kind === data.Kind.Boolean || result.value.kind === data.Kind.Number) {
    return accept(result.value.value);
  }
  return accept(result.value.coerceString());
}

function evaluate(text: string, scope: ExpressionScope): Outcome<data.ExpressionData> {
  const reach = { contexts: Object.keys(scope.contexts), condition: scope.status !== undefined };
  const parsed = parseExpression(text, reach);
  if (!parsed.ok) return parsed;
  try {
    return accept(new Evaluator(parsed.value, contextData(scope), statusFunctions(scope.status)).evaluate());
  } catch (error) {
    // The library throws for invalid JSON in fromJSON or a missing argument of format. The step fails.
    return refuse("expression-failed", `the expression \`${text}\` cannot be evaluated: ${messageOf(error)}`);
  }
}

function contextData(scope: ExpressionScope): data.Dictionary {
  const pairs = Object.entries(scope.contexts).map(([key, value]) => ({
    key,
    value: JSON.parse(JSON.stringify(value), data.reviver) as data.ExpressionData,
  }));
  return new data.Dictionary(...pairs);
}

function statusFunctions(status: Status | undefined): Map<string, StatusFunction> {
  const answers = {
    success: status === "success",
    failure: status === "failure",
    cancelled: status === "cancelled",
    always: true,
  };
  return new Map(
    Object.entries(answers).map(([name, answer]) => [
      name,
      { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(answer) },
    ]),
  );
}
