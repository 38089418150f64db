import { ts } from "../../compiler.js";
import { isFunction } from "./runner-call.js";

/**
 * The parameter of a test's function: the name of its context (`t`), or methods taken from it (`({ equal }) => ...`). A
 * method is written with a dot, to tell it from a context.
 */
export function contextNamesOf(body: ts.Expression | undefined): string[] {
  const name = body !== undefined && isFunction(body) ? body.parameters[0]?.name : undefined;
  if (name === undefined) return [];
  if (ts.isIdentifier(name)) return [name.text];
  return ts.isObjectBindingPattern(name) ? name.elements.map((element) => methodOfContext(element.name.getText())) : [];
}

/** The key of such a method among the contexts. */
export function methodOfContext(name: string): string {
  return `.${name}`;
}

/** The contexts in a body: the given ones, and derived ones, such as `const plan = tspl(t, { plan: 2 })`. */
export function contextsIn(body: ts.Node, given: ReadonlySet<string>): ReadonlySet<string> {
  if (given.size === 0) return given;
  const contexts = new Set(given);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isMadeOf(node.initializer, contexts)) {
      contexts.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return contexts;
}

function isMadeOf(value: ts.Expression | undefined, contexts: ReadonlySet<string>): boolean {
  const made = value !== undefined && ts.isAwaitExpression(value) ? value.expression : value;
  if (made === undefined || !ts.isCallExpression(made)) return false;
  return made.arguments.some((argument) => ts.isIdentifier(argument) && contexts.has(argument.text));
}

const CONTEXT_NAME = /^(?:t|tt|st|tap|assert|ctx|tester)$/;

/** The parameters of a helper that are contexts: by their name, or because a caller passes a context. */
export function helperContexts(
  helper: ts.FunctionLikeDeclaration,
  call: ts.CallExpression,
  contexts: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = helper.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : ""));
  // `check(equal, got)`: a method of the context under the name that the helper gives it.
  const methods = names.filter((name, index) => {
    const argument = call.arguments[index];
    const isMethod =
      argument !== undefined && ts.isIdentifier(argument) && contexts.has(methodOfContext(argument.text));
    return name !== "" && isMethod;
  });
  return new Set([
    ...methods.map(methodOfContext),
    ...names.filter((name, index) => {
      const argument = call.arguments[index];
      const isGiven = argument !== undefined && ts.isIdentifier(argument) && contexts.has(argument.text);
      return name !== "" && (isGiven || CONTEXT_NAME.test(name));
    }),
  ]);
}

/** `t.test` passed to another function, which declares the tests. */
export function passesOnTests(body: ts.Node, contexts: ReadonlySet<string>): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    const isReference =
      ts.isPropertyAccessExpression(node) &&
      /^(?:test|it)$/.test(node.name.text) &&
      contexts.has(node.expression.getText());
    if (isReference && ts.isCallExpression(node.parent) && node.parent.expression !== node) found = true;
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}
