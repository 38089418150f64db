import { ts } from "../../compiler.js";
import type { Script } from "../script.js";
import { type CallChain, chainOf } from "./call-chain.js";

/** A mock's record of its calls: jest's and vitest's, Node's, sinon's. */
const CALLS =
  /\.mock\.(?:calls|results|settledResults|lastCall|instances|contexts|invocationCallOrder|callCount)\b|\.(?:called(?:Once|Twice|Thrice|With\w*|Before|After|On\w*)?|notCalled|callCount|(?:first|second|third|last)Call|getCalls?)\b/;

/** Whether an assertion checks the calls of a mock, or a mocked result. */
export function readsMock(node: ts.Expression, { rootArgs, links }: CallChain, script: Script): boolean {
  const operands = [...(rootArgs ?? []), ...links.flatMap(({ args }) => args ?? [])];
  return CALLS.test(node.getText()) || operands.some((operand) => comesFromMock(operand, script));
}

function comesFromMock(value: ts.Expression, script: Script, seen: ReadonlySet<string> = new Set()): boolean {
  const plain = bare(value);
  if (ts.isObjectLiteralExpression(plain)) {
    const { properties } = plain;
    return (
      properties.length > 0 &&
      properties.every((each) => ts.isPropertyAssignment(each) && comesFromMock(each.initializer, script, seen))
    );
  }
  const chain = chainOf(plain);
  if (makesMock(chain)) return true;
  const root = bare(chain.root);
  if (root !== chain.root) return comesFromMock(root, script, seen);
  const made = ts.isIdentifier(root) && !seen.has(root.text) ? script.initialisers.get(root.text) : undefined;
  return made !== undefined && comesFromMock(made, script, new Set([...seen, root.getText()]));
}

function bare(value: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(value) ||
    ts.isAwaitExpression(value) ||
    ts.isAsExpression(value) ||
    ts.isNonNullExpression(value) ||
    ts.isElementAccessExpression(value)
    ? bare(value.expression)
    : value;
}

/** `vi.fn()`, `jest.fn().mockReturnValue(3)`, `sinon.stub()`, `t.mock.fn()`, `mock.fn()`, `mock(() => 3)`. */
function makesMock({ root, rootArgs, links }: CallChain): boolean {
  if (!ts.isIdentifier(root)) return false;
  if (root.text === "mock" && rootArgs !== undefined) return true;
  const isLibrary = /^(?:vi|vitest|jest|sinon|sandbox|mock|td)$/.test(root.text) || links[0]?.name === "mock";
  return isLibrary && links.some(({ name, args }) => args !== undefined && /^(?:fn|stub|spy|fake|func)$/.test(name));
}
