import { ts } from "../../compiler.js";
import { withScript } from "./with-script.js";

/** The declarations of a name in a script, overloads included. A list of exports declares the names in it. */
export function scriptDeclaration(path: string, text: string, name: string): string | undefined {
  const found = withScript(path, text, (source) => {
    const declared = source.statements.flatMap((statement) => declaring(statement, name));
    const nodes = declared.length > 0 ? declared : source.statements.filter((statement) => lists(statement, name));
    return nodes.map((node) => source.text.slice(node.getStart(source, true), node.end)).join("\n");
  });
  return found === "" ? undefined : found;
}

/** Several variables of one statement are told apart. */
function declaring(statement: ts.Statement, name: string): ts.Node[] {
  if (ts.isVariableStatement(statement)) {
    const { declarations } = statement.declarationList;
    const own = declarations.filter((declaration) => binds(declaration.name, name));
    return declarations.length === 1 && own.length === 1 ? [statement] : own;
  }
  if (ts.isExportAssignment(statement)) return name === "default" ? [statement] : [];
  if (!isNamed(statement)) return [];
  const isDefault = (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  return statement.name?.text === name || (isDefault && name === "default") ? [statement] : [];
}

function isNamed(statement: ts.Statement) {
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  );
}

function binds(bound: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(bound)) return bound.text === name;
  return bound.elements.some((element) => ts.isBindingElement(element) && binds(element.name, name));
}

function lists(statement: ts.Statement, name: string): boolean {
  if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return false;
  const { exportClause } = statement;
  if (ts.isNamespaceExport(exportClause)) return exportClause.name.text === name;
  return exportClause.elements.some((element) => element.name.text === name);
}
