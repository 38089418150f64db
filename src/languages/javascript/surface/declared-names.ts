import type { ExportKind } from "../../../domain/enforcement/execution-context.js";
import { ts } from "../../compiler.js";

/** A name that a statement declares at the top of a file. */
export type DeclaredName = { readonly name: string; readonly kind: ExportKind; readonly exportedAs: readonly string[] };

/** Every top-level declaration, with the names under which it exports itself. */
export function declaredNames(source: ts.SourceFile): DeclaredName[] {
  return source.statements.flatMap((statement) => {
    const kind = kindOf(statement);
    if (kind === undefined) return [];
    const exported = hasModifier(statement, ts.SyntaxKind.ExportKeyword);
    const isDefault = hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
    return namesOf(statement).map((name) => ({
      name,
      kind,
      exportedAs: exported ? [isDefault ? "default" : name] : [],
    }));
  });
}

function kindOf(statement: ts.Statement): ExportKind | undefined {
  if (ts.isFunctionDeclaration(statement)) return "function";
  if (ts.isClassDeclaration(statement)) return "class";
  if (ts.isInterfaceDeclaration(statement)) return "interface";
  if (ts.isTypeAliasDeclaration(statement)) return "type";
  if (ts.isEnumDeclaration(statement)) return "enum";
  if (ts.isVariableStatement(statement) || ts.isModuleDeclaration(statement)) return "const";
  return undefined;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const { name } = statement as ts.DeclarationStatement;
  // A default export may be anonymous.
  return [name === undefined ? "default" : name.text];
}

/** `const { a, b: [c] } = ...` declares a and c. */
function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function hasModifier(statement: ts.Statement, kind: ts.SyntaxKind): boolean {
  return (
    ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some((modifier) => modifier.kind === kind)
  );
}
