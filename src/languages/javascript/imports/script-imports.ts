import { ts } from "../../compiler.js";
import type { ImportSite } from "../../source-file.js";
import { lineOf } from "../parse-script.js";
import { requiredModule } from "../script.js";

/** Every module that a file imports: imports, re-exports, `require`, `import()`, and imports inside types. */
export function scriptImports(source: ts.SourceFile): ImportSite[] {
  const found: ImportSite[] = [];
  const add = (node: ts.Node, specifier: string, { names = [] as string[], typeOnly = false }) => {
    const whole = wholeName(node);
    const members = whole === undefined ? {} : { members: membersOf(whole, source) };
    const optional = ts.isCallExpression(node) && isInTry(node) ? { optional: true } : {};
    found.push({ line: lineOf(source, node.getStart(source)), specifier, names, typeOnly, ...members, ...optional });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node, node.moduleSpecifier.text, importedNames(node.importClause));
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node, node.moduleSpecifier.text, { names: exportedNames(node.exportClause), typeOnly: node.isTypeOnly });
    } else if (ts.isExternalModuleReference(node) && ts.isStringLiteralLike(node.expression)) {
      add(node, node.expression.text, {});
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      add(node, node.argument.literal.text, { typeOnly: true });
    } else if (ts.isCallExpression(node)) {
      const required = requiredModule(node);
      if (required !== undefined) add(node, required.specifier, { names: takenNames(node) });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

/** Its failure is caught around it, or on the promise. */
function isInTry(call: ts.CallExpression): boolean {
  for (let node: ts.Node = call; node.parent !== undefined; node = node.parent) {
    const { parent } = node;
    if (ts.isTryStatement(parent) && parent.tryBlock === node && parent.catchClause !== undefined) return true;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node && parent.name.text === "catch")
      return true;
    if (ts.isFunctionLike(parent)) return false;
  }
  return false;
}

/** The name that stands for all of a module. */
function wholeName(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    return bindings !== undefined && ts.isNamespaceImport(bindings) ? bindings.name.text : undefined;
  }
  let value = node;
  while (ts.isAwaitExpression(value.parent) || ts.isParenthesizedExpression(value.parent)) value = value.parent;
  const { parent } = value;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

function membersOf(name: string, source: ts.SourceFile): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name) {
      found.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

function importedNames(clause: ts.ImportClause | undefined): { names: string[]; typeOnly: boolean } {
  if (clause === undefined) return { names: [], typeOnly: false };
  const bindings = clause.namedBindings;
  const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
  const values = named.filter((element) => !element.isTypeOnly);
  const names = [
    ...(clause.name === undefined ? [] : ["default"]),
    ...named.map(({ name, propertyName }) => (propertyName ?? name).text),
  ];
  const isTypeOnly = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const onlyTypesNamed = named.length > 0 && values.length === 0 && clause.name === undefined;
  return { names, typeOnly: isTypeOnly || onlyTypesNamed };
}

function exportedNames(clause: ts.NamedExportBindings | undefined): string[] {
  if (clause === undefined || !ts.isNamedExports(clause)) return [];
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** The names of `const { a, b } = require("x")` and `await import("x")`, and the one of `require("x").a`. */
function takenNames(call: ts.CallExpression): string[] {
  let node: ts.Node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && call.expression.kind !== ts.SyntaxKind.ImportKeyword)
    return [parent.name.text];
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return [];
  return parent.name.elements.flatMap(({ name, propertyName }) => {
    const original = propertyName ?? name;
    return ts.isIdentifier(original) ? [original.text] : [];
  });
}
