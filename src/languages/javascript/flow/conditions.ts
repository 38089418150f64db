import { ts } from "../../compiler.js";
import { COUNTS, type Strength } from "../../test-reading/strength.js";
import { isValueName } from "./names.js";
import { notRun, short, startLine } from "./not-run.js";
import { someBelow, type TestFrame } from "./test-frame.js";

const ENVIRONMENT =
  /\bprocess\.(?:env|platform|arch|versions?|argv|stdout|stdin)\b|\bimport\.meta\.env\b|\bprocess\.release\b/;

type Condition = { readonly test: ts.Expression; readonly runsIf: boolean; readonly others: readonly ts.Node[] };

/** The condition under which a node runs, and what runs otherwise. */
export function conditionOf(at: ts.Node, parent: ts.Node): Condition | undefined {
  if (ts.isIfStatement(parent) && at !== parent.expression) {
    const runsIf = at === parent.thenStatement;
    const other = runsIf ? parent.elseStatement : parent.thenStatement;
    return { test: parent.expression, runsIf, others: other === undefined ? [] : [other] };
  }
  if (ts.isConditionalExpression(parent) && at !== parent.condition) {
    const runsIf = at === parent.whenTrue;
    return { test: parent.condition, runsIf, others: [runsIf ? parent.whenFalse : parent.whenTrue] };
  }
  if (ts.isCaseOrDefaultClause(parent) && (!ts.isCaseClause(parent) || at !== parent.expression)) {
    const others = parent.parent.clauses.filter((clause) => clause !== parent);
    return { test: parent.parent.parent.expression, runsIf: true, others };
  }
  if (ts.isBinaryExpression(parent) && at === parent.right && ts.isExpressionStatement(parent.parent)) {
    const { AmpersandAmpersandToken, BarBarToken } = ts.SyntaxKind;
    const { kind } = parent.operatorToken;
    if (kind === AmpersandAmpersandToken || kind === BarBarToken) {
      return { test: parent.left, runsIf: kind === AmpersandAmpersandToken, others: [] };
    }
  }
  return undefined;
}

export function underCondition({ test, runsIf, others }: Condition, frame: TestFrame): Strength {
  const truth = frame.constants.truthOf(test);
  if (truth !== undefined) {
    if (truth === runsIf) return COUNTS;
    return notRun(test, `the condition (${short(test)}) is never met`, "Take the condition away.");
  }
  // Where the number of assertions is planned, one that is left out is a failure.
  if (frame.endings === "counted" || others.some((other) => someBelow(other, mayFail))) return COUNTS;
  if (isOfEnvironment(test, frame)) {
    const why = `whether it runs depends on the environment (${short(test)})`;
    return notRun(test, why, "Assert in every environment, or set up the one that the clause is about.");
  }
  if (restsOnSubject(test, frame) && !asksCounter(test, frame)) {
    const why = `it runs only if ${short(test)}, and nothing fails otherwise`;
    return notRun(test, why, `Assert the condition first, or fail in the other case.`);
  }
  return { verdict: "unclear", line: startLine(test), why: `it runs only if ${short(test)}` };
}

/** By itself, or by what its names were set to. */
function isOfEnvironment(test: ts.Expression, { constants }: TestFrame): boolean {
  return someBelow(test, (node) => {
    if (ts.isPropertyAccessExpression(node)) return ENVIRONMENT.test(node.getText());
    return ts.isIdentifier(node) && ENVIRONMENT.test(constants.settledValue(node).getText());
  });
}

function restsOnSubject(node: ts.Node, { flow }: TestFrame): boolean {
  return flow.originOf([node]).subject;
}

/** Something that the runner could hear of. A word on the console is not. */
function mayFail(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true;
  return ts.isCallExpression(node) && !/^(?:console|log|logger)\b/.test(node.expression.getText());
}

/** How often something happened: whoever counts usually asserts the number later. */
function asksCounter(test: ts.Node, { names, uses }: TestFrame): boolean {
  return someBelow(test, (node) => {
    const symbol = isValueName(node) ? names.symbolOf(node) : undefined;
    return symbol !== undefined && (uses.assigned.get(symbol) ?? []).some(({ value }) => value === undefined);
  });
}
