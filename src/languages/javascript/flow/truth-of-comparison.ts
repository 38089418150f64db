import { ts } from "../../compiler.js";
import { bare } from "./bare.js";

/** What two sides and an operator amount to, where that can be told. */
export function truthOfBinary(
  { left, operatorToken, right }: ts.BinaryExpression,
  truthOf: (node: ts.Expression) => boolean | undefined,
): boolean | undefined {
  const { AmpersandAmpersandToken, BarBarToken, CommaToken, QuestionQuestionToken } = ts.SyntaxKind;
  const { kind } = operatorToken;
  if (kind === CommaToken) return truthOf(right);
  const [first, second] = [truthOf(left), truthOf(right)];
  if (kind === QuestionQuestionToken) return first === true ? true : undefined;
  if (kind === BarBarToken) return first === true || second === true ? true : first === false ? second : undefined;
  if (kind === AmpersandAmpersandToken)
    return first === false || second === false ? false : first === true ? second : undefined;
  return truthOfComparison(left, kind, right);
}

/** Two numbers, two texts, or one thing and itself. */
function truthOfComparison(left: ts.Expression, kind: ts.SyntaxKind, right: ts.Expression): boolean | undefined {
  const [one, other] = [bare(left), bare(right)];
  const isEqual = kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken;
  const isUnequal =
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;
  if (ts.isNumericLiteral(one) && ts.isNumericLiteral(other)) {
    const [a, b] = [Number(one.text), Number(other.text)];
    if (isEqual) return a === b;
    if (isUnequal) return a !== b;
    if (kind === ts.SyntaxKind.LessThanToken) return a < b;
    if (kind === ts.SyntaxKind.GreaterThanToken) return a > b;
    return undefined;
  }
  if (ts.isStringLiteralLike(one) && ts.isStringLiteralLike(other)) {
    if (isEqual) return one.text === other.text;
    return isUnequal ? one.text !== other.text : undefined;
  }
  const isSame = isReference(one) && one.getText() === other.getText();
  if (!isSame) return undefined;
  return isEqual ? true : isUnequal ? false : undefined;
}

/** A name or a path of names. Two calls may differ, so comparing them says something. */
export function isReference(node: ts.Expression): boolean {
  const plain = bare(node);
  if (ts.isIdentifier(plain) || plain.kind === ts.SyntaxKind.ThisKeyword) return true;
  return ts.isPropertyAccessExpression(plain) && isReference(plain.expression);
}
