import { ts } from "../../compiler.js";
import { mixed, OF_WORLD, type Origin } from "../../test-reading/origin.js";
import { requiredModule } from "../script.js";
import { isFunction } from "../tests/runner-call.js";
import type { NameUses } from "./mentions-of-names.js";
import { joined, type ReadingPlace, type Sources, sourcesIn } from "./value-sources.js";

/** Follows values through one file: from what an assertion compares back to where it came from. */
export type ValueFlow = {
  /** What a piece of code is made of, through every name in it. */
  originOf(nodes: readonly ts.Node[]): Origin;
};

export type FlowFile = ReadingPlace & {
  readonly uses: NameUses;
  /** A call that declares a test, a suite or a hook. */
  readonly isRunner: (call: ts.CallExpression) => boolean;
};

export function valueFlow(file: FlowFile): ValueFlow {
  const known = new Map<ts.Symbol, Sources>();
  const sourcesOf = (symbol: ts.Symbol): Sources => {
    const found = known.get(symbol) ?? sourcesOfName(symbol, file);
    known.set(symbol, found);
    return found;
  };
  return {
    originOf(nodes) {
      const start = sourcesIn(nodes, file);
      const origins = [start.known];
      const reached = new Set(start.names);
      // A set hands out what is added to it on the way.
      for (const symbol of reached) {
        const next = sourcesOf(symbol);
        origins.push(next.known);
        for (const name of next.names) reached.add(name);
      }
      return mixed(origins);
    },
  };
}

function sourcesOfName(symbol: ts.Symbol, file: FlowFile): Sources {
  const { uses } = file;
  const declared = (symbol.declarations ?? []).map((declaration) => sourcesOfDeclaration(declaration, file));
  const assigned = (uses.assigned.get(symbol) ?? []).map(({ value, at }) =>
    sourcesIn([...(value === undefined ? [] : [value]), ...decidersOf(at, symbol, file)], file),
  );
  const touching = isPrimitive(symbol) ? [] : (uses.touched.get(symbol) ?? []);
  const touched = touching.map((call) => sourcesIn([call, ...decidersOf(call, symbol, file)], file));
  return joined([...declared, ...assigned, ...touched]);
}

function sourcesOfDeclaration(node: ts.Node, file: FlowFile): Sources {
  const module = importedModule(node);
  if (module !== undefined) return { names: new Set(), known: file.moduleOrigin(module) };
  if (ts.isBindingElement(node)) {
    const own = node.initializer === undefined ? [] : [sourcesIn([node.initializer], file)];
    return joined([...own, sourcesOfDeclaration(node.parent.parent, file)]);
  }
  if (ts.isVariableDeclaration(node)) return sourcesOfVariable(node, file);
  if (ts.isParameter(node)) return sourcesOfParameter(node, file);
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return sourcesIn([node], file);
  return { names: new Set(), known: mixed([]) };
}

function sourcesOfVariable(node: ts.VariableDeclaration, file: FlowFile): Sources {
  const { parent } = node;
  if (ts.isCatchClause(parent)) return sourcesIn([parent.parent.tryBlock], file);
  const loop = parent.parent;
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) return sourcesIn([loop.expression], file);
  if (node.initializer !== undefined) return sourcesIn([node.initializer], file);
  // `declare const`: nobody here knows where it comes from.
  const isDeclared = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient) !== 0;
  return { names: new Set(), known: isDeclared ? OF_WORLD : mixed([]) };
}

function importedModule(node: ts.Node): string | undefined {
  for (let at: ts.Node | undefined = node; at !== undefined && !ts.isStatement(at); at = at.parent) {
    if (ts.isImportClause(at) && ts.isImportDeclaration(at.parent) && ts.isStringLiteral(at.parent.moduleSpecifier)) {
      return at.parent.moduleSpecifier.text;
    }
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    const { expression } = node.moduleReference;
    return ts.isStringLiteral(expression) ? expression.text : undefined;
  }
  if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
    return requiredModule(node.initializer)?.specifier;
  }
  return undefined;
}

/** A parameter is whatever its function is called with, or what those give it to whom the function is given. */
function sourcesOfParameter(node: ts.ParameterDeclaration, file: FlowFile): Sources {
  const own = node.initializer === undefined ? [] : [node.initializer];
  const declaration = node.parent;
  const place = declaration.parameters.indexOf(node);
  const given = callersOf(declaration, file).flatMap(({ call, calls }): Sources[] => {
    if (ts.isCallExpression(call) && file.isRunner(call)) {
      // What a runner gives its tests: the rows of a table, or fixtures.
      if (ts.isCallExpression(call.expression)) return [sourcesIn([call.expression], file)];
      return [{ names: new Set(), known: ts.isIdentifier(node.name) ? mixed([]) : OF_WORLD }];
    }
    const args: readonly ts.Expression[] = call.arguments ?? [];
    if (calls) return [sourcesIn(place < args.length ? [args[place] as ts.Expression] : args, file)];
    return [sourcesIn([call.expression, ...args.filter((argument) => !isFunction(argument))], file)];
  });
  return joined([sourcesIn(own, file), ...given]);
}

type Caller = {
  readonly call: ts.CallExpression | ts.NewExpression;
  /** It calls the function itself; otherwise it is given it. */
  readonly calls: boolean;
};

/** The calls of a function, and those that are given it, directly or inside an object. */
export function callersOf(declaration: ts.Node, file: Pick<FlowFile, "uses" | "symbolOf">): Caller[] {
  return callersFrom(declaration, file, new Set());
}

function callersFrom(value: ts.Node, file: Pick<FlowFile, "uses" | "symbolOf">, open: Set<ts.Symbol>): Caller[] {
  const direct = callAround(value);
  if (direct !== undefined) return [direct];
  const holder = nameHolding(value);
  const symbol = holder === undefined ? undefined : file.symbolOf(holder);
  if (symbol === undefined || open.has(symbol)) return [];
  open.add(symbol);
  const uses = (file.uses.read.get(symbol) ?? []).filter((name) => name !== holder);
  return uses.flatMap((name) => callersFrom(name, file, open));
}

function callAround(value: ts.Node): Caller | undefined {
  let at = value;
  for (; isWrapping(at.parent, at); at = at.parent);
  const { parent } = at;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return undefined;
  return { call: parent, calls: parent.expression === at };
}

function isWrapping(parent: ts.Node | undefined, node: ts.Node): boolean {
  if (parent === undefined) return false;
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isSpreadElement(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === node)
  );
}

/** The name under which a function is at hand: its own, or the variable's that holds it or the object it is in. */
function nameHolding(declaration: ts.Node): ts.Identifier | undefined {
  if (ts.isFunctionDeclaration(declaration)) return declaration.name;
  let at = declaration;
  for (; isWrapping(at.parent, at) || (at.parent !== undefined && ts.isMethodDeclaration(at)); at = at.parent);
  const { parent } = at;
  if (parent !== undefined && ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name;
  if (parent !== undefined && ts.isBinaryExpression(parent) && ts.isIdentifier(parent.left)) return parent.left;
  return undefined;
}

/** What decides whether a statement runs: conditions around it, what may throw before it, and who calls its function. */
function decidersOf(at: ts.Node, symbol: ts.Symbol, file: FlowFile): ts.Node[] {
  const home = homeOf(symbol);
  const found: ts.Node[] = [];
  for (let node = at; node.parent !== undefined && node !== home; node = node.parent) {
    const { parent } = node;
    if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent)) {
      found.push(ts.isIfStatement(parent) ? parent.expression : parent.condition);
    } else if (ts.isCatchClause(parent)) found.push(parent.parent.tryBlock);
    else if (ts.isForOfStatement(parent) || ts.isWhileStatement(parent)) found.push(parent.expression);
    else if (ts.isBinaryExpression(parent) && node === parent.right) found.push(parent.left);
    if (ts.isFunctionLike(node)) {
      for (const { call } of callersOf(node, file)) {
        if (ts.isCallExpression(call) && file.isRunner(call)) continue;
        found.push(call.expression, ...(call.arguments ?? []).filter((argument) => !isFunction(argument)));
      }
    }
  }
  return found;
}

/** The function in which a name is declared. */
function homeOf(symbol: ts.Symbol): ts.Node | undefined {
  let at: ts.Node | undefined = symbol.declarations?.[0];
  while (at !== undefined && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

/** A text or a number is what it is, whoever was given it. */
function isPrimitive({ declarations = [] }: ts.Symbol): boolean {
  const [declaration] = declarations;
  if (declaration !== undefined && isOfPlainTable(declaration)) return true;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  const value = declaration.initializer;
  return (
    value !== undefined &&
    (ts.isStringLiteralLike(value) ||
      ts.isNumericLiteral(value) ||
      ts.isPrefixUnaryExpression(value) ||
      ts.isTemplateExpression(value) ||
      value.kind === ts.SyntaxKind.TrueKeyword ||
      value.kind === ts.SyntaxKind.FalseKeyword)
  );
}

/** A column of `it.each([["A", "a"]])`, where the table holds texts and numbers only. */
function isOfPlainTable(declaration: ts.Node): boolean {
  const parameter = ts.isBindingElement(declaration) ? declaration.parent.parent : declaration;
  if (!ts.isParameter(parameter)) return false;
  const call = parameter.parent.parent;
  if (call === undefined || !ts.isCallExpression(call) || !ts.isCallExpression(call.expression)) return false;
  return call.expression.arguments.every(isPlainTable);
}

function isPlainTable(node: ts.Node): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlainTable);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every((each) => ts.isPropertyAssignment(each) && isPlainTable(each.initializer));
  }
  if (ts.isAsExpression(node)) return isPlainTable(node.expression);
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isPrefixUnaryExpression(node);
}
