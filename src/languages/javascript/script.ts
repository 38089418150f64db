import { ts } from "../compiler.js";

/** The source of an imported name. `imported` is its name there, `default`, or `*` for the whole module. */
type Binding = { readonly specifier: string; readonly imported: string };

/** What a name stands for: a member of it, or all of it. `of` is the name at its root, if it has one. */
type Alias = {
  readonly value: ts.Expression;
  readonly member: string | undefined;
  readonly of: string | undefined;
};

/** A file as its tests are followed through it: every name is looked up without regard to scope, which errs on finding. */
export type Script = {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly imports: ReadonlyMap<string, Binding>;
  /** Functions by every name that may call them: their own, a variable's, a method's, an export's. */
  readonly functions: ReadonlyMap<string, readonly ts.FunctionLikeDeclaration[]>;
  /** The first values of variables. */
  readonly initialisers: ReadonlyMap<string, ts.Expression>;
  /** Names for something that has another name: `const { equal } = assert`, `const check = expect(x)`. */
  readonly aliases: ReadonlyMap<string, Alias>;
  /** Modules that are replaced by mocks. */
  readonly mocked: ReadonlySet<string>;
};

export function readScript(path: string, source: ts.SourceFile): Script {
  const imports = new Map<string, Binding>();
  const functions = new Map<string, ts.FunctionLikeDeclaration[]>();
  const initialisers = new Map<string, ts.Expression>();
  const mocked = new Set<string>();
  const aliases = new Map<string, Alias>();
  const addFunction = (name: string, declaration: ts.FunctionLikeDeclaration) => {
    functions.set(name, [...(functions.get(name) ?? []), declaration]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) readImport(node, imports);
    else if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      readVariable(node.name, node.initializer, { imports, initialisers });
      readAliases(node.name, node.initializer, aliases);
    }
    const named = namedFunction(node);
    if (named !== undefined) addFunction(named.name, named.declaration);
    const mock = mockedModule(node);
    if (mock !== undefined) mocked.add(mock);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  addRenamedExports(source, functions);
  return { path, source, imports, functions, initialisers, aliases, mocked };
}

function readImport({ importClause, moduleSpecifier }: ts.ImportDeclaration, imports: Map<string, Binding>): void {
  if (importClause === undefined || !ts.isStringLiteral(moduleSpecifier)) return;
  const specifier = moduleSpecifier.text;
  if (importClause.name !== undefined) imports.set(importClause.name.text, { specifier, imported: "default" });
  const bindings = importClause.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) {
    imports.set(bindings.name.text, { specifier, imported: "*" });
    return;
  }
  for (const { name, propertyName } of bindings.elements) {
    imports.set(name.text, { specifier, imported: (propertyName ?? name).text });
  }
}

type Variables = {
  readonly imports: Map<string, Binding>;
  readonly initialisers: Map<string, ts.Expression>;
};

/** `const { a: b } = require("x")`, `const y = require("x").z`, `const w = await import("x")`, and all other forms. */
function readVariable(name: ts.BindingName, initialiser: ts.Expression, { imports, initialisers }: Variables): void {
  const required = requiredModule(initialiser);
  if (ts.isIdentifier(name)) {
    if (required !== undefined) imports.set(name.text, { imported: "default", ...required });
    else if (!initialisers.has(name.text)) initialisers.set(name.text, initialiser);
    return;
  }
  for (const element of name.elements) {
    if (!ts.isBindingElement(element) || !ts.isIdentifier(element.name)) continue;
    const original = element.propertyName ?? element.name;
    if (required !== undefined && required.imported === undefined && ts.isIdentifier(original)) {
      imports.set(element.name.text, { specifier: required.specifier, imported: original.text });
    } else if (!initialisers.has(element.name.text)) initialisers.set(element.name.text, initialiser);
  }
}

function readAliases(name: ts.BindingName, value: ts.Expression, aliases: Map<string, Alias>): void {
  const of = rootName(value);
  if (ts.isIdentifier(name)) {
    if (!aliases.has(name.text)) aliases.set(name.text, { value, member: undefined, of });
    return;
  }
  if (!ts.isObjectBindingPattern(name)) return;
  for (const { name: own, propertyName } of name.elements) {
    if (!ts.isIdentifier(own) || aliases.has(own.text)) continue;
    aliases.set(own.text, { value, member: (propertyName ?? own).getText(), of });
  }
}

function rootName(value: ts.Expression): string | undefined {
  if (ts.isIdentifier(value)) return value.text;
  return ts.isPropertyAccessExpression(value) || ts.isCallExpression(value) || ts.isAwaitExpression(value)
    ? rootName(value.expression)
    : undefined;
}

/** The module that an expression loads, and the member of it that is taken. */
export function requiredModule(node: ts.Expression): { specifier: string; imported?: string } | undefined {
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) return requiredModule(node.expression);
  if (ts.isPropertyAccessExpression(node)) {
    const inner = requiredModule(node.expression);
    return inner === undefined ? undefined : { specifier: inner.specifier, imported: node.name.text };
  }
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  if (first === undefined || !ts.isStringLiteralLike(first)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
  return isImport || isRequire ? { specifier: first.text } : undefined;
}

function namedFunction(node: ts.Node): { name: string; declaration: ts.FunctionLikeDeclaration } | undefined {
  if (ts.isFunctionDeclaration(node)) return { name: node.name?.text ?? "default", declaration: node };
  if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) return { name: node.name.text, declaration: node };
  const [name, value] = namedValue(node);
  const declaration = value === undefined ? undefined : functionIn(value);
  return name === undefined || declaration === undefined ? undefined : { name, declaration };
}

function namedValue(node: ts.Node): [name?: string, value?: ts.Expression | undefined] {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) return [node.name.text, node.initializer];
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) return [node.name.text, node.initializer];
  if (ts.isPropertyDeclaration(node) && ts.isIdentifier(node.name)) return [node.name.text, node.initializer];
  if (ts.isExportAssignment(node)) return ["default", node.expression];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left, right } = node;
    if (ts.isIdentifier(left)) return [left.text, right];
    if (ts.isPropertyAccessExpression(left)) {
      const isModuleExports = left.getText() === "module.exports";
      return [isModuleExports ? "default" : left.name.text, right];
    }
  }
  return [];
}

/** The function that an expression is or wraps: `memo(() => ...)`, `async () => ...`. */
function functionIn(value: ts.Expression): ts.FunctionLikeDeclaration | undefined {
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) return functionIn(value.expression);
  if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return functionIn(value.right);
  if (ts.isCallExpression(value)) return value.arguments.map(functionIn).find((found) => found !== undefined);
  return undefined;
}

/**
 * `export { check as verify }`, `export default check`, `export default function check` and `module.exports = check`
 * give a function another name.
 */
function addRenamedExports(source: ts.SourceFile, functions: Map<string, ts.FunctionLikeDeclaration[]>): void {
  const alias = (name: string, original: string) => {
    const found = functions.get(original);
    if (found !== undefined && name !== original) functions.set(name, [...(functions.get(name) ?? []), ...found]);
  };
  for (const statement of source.statements) {
    const whole = /^module\.exports = ([\w$]+);?$/.exec(statement.getText(source))?.[1];
    if (whole !== undefined) alias("default", whole);
    if (ts.isFunctionDeclaration(statement) && isDefault(statement))
      alias("default", statement.name?.text ?? "default");
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      alias("default", statement.expression.text);
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName } of statement.exportClause.elements) alias(name.text, (propertyName ?? name).text);
  }
}

function isDefault({ modifiers }: ts.FunctionDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}

/** `vi.mock("./x")`, unless its factory requests the real module. */
function mockedModule(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: owner, name } = node.expression;
  if (!/^(?:vi|vitest|jest)$/.test(owner.getText()) || !/^(?:do)?mock$/i.test(name.text)) return undefined;
  const [first, factory] = node.arguments;
  if (first === undefined || /importActual|requireActual|importOriginal/.test(factory?.getText() ?? ""))
    return undefined;
  return requiredModule(first)?.specifier ?? (ts.isStringLiteralLike(first) ? first.text : undefined);
}
