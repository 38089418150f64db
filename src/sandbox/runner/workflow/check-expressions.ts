import { conditionText } from "../expressions/evaluate.js";
import { parseExpression, type Reach } from "../expressions/parse-expression.js";
import { hasExpression, splitTemplate } from "../expressions/template.js";
import type { ExpressionSite } from "./expression-sites.js";

/** The problems of the expressions in one text, one sentence each. */
export function expressionProblems(site: ExpressionSite): string[] {
  const parts = splitTemplate(site.text);
  if (parts === undefined) return ["opens ${{ and never closes it"];
  const whole = conditionText(site.text);
  if (site.kind === "value" && !hasExpression(site.text)) return ["must be a value or one ${{ expression }}"];
  if (site.kind !== "template") {
    // GitHub reads text next to ${{ }} as a string, which is always true. The author never means that.
    if (hasExpression(whole)) return ["must be one expression: text beside ${{ }} makes it always true"];
    return site.kind === "condition" && whole === "" ? [] : problemsOf(whole, site);
  }
  return parts.filter((part) => part.kind === "expression").flatMap((part) => problemsOf(part.text, site));
}

function problemsOf(text: string, site: ExpressionSite): string[] {
  const reach: Reach = { contexts: site.contexts, condition: site.kind === "condition" };
  const parsed = parseExpression(text, reach);
  return parsed.ok ? [] : [parsed.refusal.message];
}
