import { createRequire } from "node:module";
import type TypeScript from "typescript";

/** How to load the compiler. A bundle contains it and sets this with `loadCompilerBy`. */
const loading = { load: (): typeof TypeScript => createRequire(import.meta.url)("typescript") };

export function loadCompilerBy(load: () => typeof TypeScript): void {
  loading.load = load;
}

/**
 * The TypeScript compiler, loaded on first use, because most commands never need it. It is required, not imported: an
 * import would first search nine megabytes for the names of exports. After loading, each member becomes a property of
 * its own, as fast as the compiler itself.
 */
export const ts: typeof TypeScript = Object.create(
  new Proxy(
    {},
    {
      get(_, name) {
        loadCompiler();
        return Reflect.get(Object.hasOwn(ts, name) ? ts : Object.prototype, name);
      },
    },
  ),
);

/** Loads all of it now, for threads that may be stopped at any moment: a half-loaded compiler would be unusable. */
export function loadCompiler(): void {
  if (!Object.hasOwn(ts, "version")) Object.assign(ts, loading.load());
}

/** The compiler's types, under the same name. */
export declare namespace ts {
  export type ArrowFunction = TypeScript.ArrowFunction;
  export type BindingName = TypeScript.BindingName;
  export type BindingPattern = TypeScript.BindingPattern;
  export type Block = TypeScript.Block;
  export type CallExpression = TypeScript.CallExpression;
  export type CaseOrDefaultClause = TypeScript.CaseOrDefaultClause;
  export type ClassDeclaration = TypeScript.ClassDeclaration;
  export type ClassElement = TypeScript.ClassElement;
  export type CompilerHost = TypeScript.CompilerHost;
  export type CompilerOptions = TypeScript.CompilerOptions;
  export type DeclarationStatement = TypeScript.DeclarationStatement;
  export type Diagnostic = TypeScript.Diagnostic;
  export type ExportAssignment = TypeScript.ExportAssignment;
  export type ExportDeclaration = TypeScript.ExportDeclaration;
  export type Expression = TypeScript.Expression;
  export type FunctionDeclaration = TypeScript.FunctionDeclaration;
  export type FunctionExpression = TypeScript.FunctionExpression;
  export type FunctionLikeDeclaration = TypeScript.FunctionLikeDeclaration;
  export type HasModifiers = TypeScript.HasModifiers;
  export type HeritageClause = TypeScript.HeritageClause;
  export type Identifier = TypeScript.Identifier;
  export type ImportClause = TypeScript.ImportClause;
  export type ImportDeclaration = TypeScript.ImportDeclaration;
  export type JSDocTypeLiteral = TypeScript.JSDocTypeLiteral;
  export type NamedExportBindings = TypeScript.NamedExportBindings;
  export type NewExpression = TypeScript.NewExpression;
  export type ForStatement = TypeScript.ForStatement;
  export type CatchClause = TypeScript.CatchClause;
  export type BinaryExpression = TypeScript.BinaryExpression;
  export type TemplateExpression = TypeScript.TemplateExpression;
  export type Node = TypeScript.Node;
  export type NodeArray<T extends TypeScript.Node> = TypeScript.NodeArray<T>;
  export type ObjectBindingPattern = TypeScript.ObjectBindingPattern;
  export type ParameterDeclaration = TypeScript.ParameterDeclaration;
  export type PropertyName = TypeScript.PropertyName;
  export type Signature = TypeScript.Signature;
  export type SignatureDeclaration = TypeScript.SignatureDeclaration;
  export type SourceFile = TypeScript.SourceFile;
  export type Statement = TypeScript.Statement;
  export type Symbol = TypeScript.Symbol;
  export type SyntaxKind = TypeScript.SyntaxKind;
  export type Type = TypeScript.Type;
  export type TypeChecker = TypeScript.TypeChecker;
  export type TypeElement = TypeScript.TypeElement;
  export type TypeNode = TypeScript.TypeNode;
  export type TypeParameterDeclaration = TypeScript.TypeParameterDeclaration;
  export type VariableDeclaration = TypeScript.VariableDeclaration;
  export type VariableDeclarationList = TypeScript.VariableDeclarationList;
}
