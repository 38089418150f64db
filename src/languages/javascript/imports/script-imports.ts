import { ts } from "../../compiler.js";
import type { ImportSite } from "../../source-file.js";
import { lineOf } from "../parse-script.js";
import { requiredModule } from "../script.js";

/** Every module a file asks for: imports, re-exports, `require`, `import()`, and imports inside types. */
export function scriptImports(source: ts.SourceFile): ImportSite[] {
  const found: ImportSite[] = [];
  const add = (node: ts.Node, specifier: string, { names = [] as string[], typeOnly = false }) => {
    found.push({ line: lineOf(source, node.getStart(source)), specifier, names, typeOnly });
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
