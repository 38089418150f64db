import { ts } from "../../compiler.js";

/** Who a name is, by the scopes of its file. Undefined for a global. */
export type Names = { symbolOf(name: ts.Node): ts.Symbol | undefined };

/** The compiler's own scopes over one file; nothing else is read, and no type is computed. */
export function namesIn(source: ts.SourceFile): Names {
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === source.fileName ? source : undefined),
    getDefaultLibFileName: () => "lib.d.ts",
    writeFile: () => undefined,
    getCurrentDirectory: () => "",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => name === source.fileName,
    readFile: () => undefined,
  };
  const options = { noLib: true, noResolve: true, allowJs: true, types: [], target: ts.ScriptTarget.Latest };
  const checker = ts.createProgram({ rootNames: [source.fileName], options, host }).getTypeChecker();
  const known = new Map<ts.Node, ts.Symbol | undefined>();
  return {
    symbolOf(name) {
      if (known.has(name)) return known.get(name);
      const { parent } = name;
      const found = ts.isShorthandPropertyAssignment(parent)
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(name);
      const isHere = found?.declarations?.some((declaration) => declaration.getSourceFile() === source) === true;
      known.set(name, isHere ? found : undefined);
      return isHere ? found : undefined;
    },
  };
}

/** Whether an identifier stands for a value of that name; the name of a member, a label or a type does not. */
export function isValueName(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) {
    return parent.name !== node;
  }
  if (ts.isBindingElement(parent)) return parent.propertyName !== node;
  if (ts.isJsxAttribute(parent) || ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  return !ts.isQualifiedName(parent) && !ts.isTypeReferenceNode(parent) && !ts.isGetAccessor(parent);
}
