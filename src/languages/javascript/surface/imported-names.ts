import { ts } from "../../compiler.js";

/** A local name for an import: `imported` is its name in the other file, `*` for all of it. */
export type ImportedName = { readonly local: string; readonly imported: string; readonly specifier: string };

export function importedNames(source: ts.SourceFile): ImportedName[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const specifier = statement.moduleSpecifier.text;
    const { name, namedBindings } = statement.importClause ?? {};
    const byDefault = name === undefined ? [] : [{ local: name.text, imported: "default", specifier }];
    if (namedBindings === undefined) return byDefault;
    if (ts.isNamespaceImport(namedBindings))
      return [...byDefault, { local: namedBindings.name.text, imported: "*", specifier }];
    const byName = namedBindings.elements.map((element) => ({
      local: element.name.text,
      imported: (element.propertyName ?? element.name).text,
      specifier,
    }));
    return [...byDefault, ...byName];
  });
}
