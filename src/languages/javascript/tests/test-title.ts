import { ts } from "../../compiler.js";
import type { Script } from "../script.js";

/** A title as the runner will print it, with `${...}` for parts that are only known at run time. */
export function titleText(title: ts.Expression | undefined, script: Script): string {
  if (title === undefined) return "";
  if (ts.isStringLiteralLike(title)) return title.text;
  if (ts.isTemplateExpression(title)) {
    return title.templateSpans.reduce(
      (text, { expression, literal }) => `${text}\${${expression.getText()}}${literal.text}`,
      title.head.text,
    );
  }
  if (ts.isBinaryExpression(title) && title.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return titleText(title.left, script) + titleText(title.right, script);
  }
  if (ts.isIdentifier(title)) {
    const constant = script.initialisers.get(title.text);
    if (constant !== undefined && ts.isStringLiteralLike(constant)) return constant.text;
  }
  return `\${${title.getText().replace(/\s+/g, " ")}}`;
}
