import { createRequire } from "node:module";
import type TypeScript from "typescript";

/** How the compiler is loaded; a bundle, which has it inside, says so by `loadCompilerBy`. */
const loading = { load: (): typeof TypeScript => createRequire(import.meta.url)("typescript") };

export function loadCompilerBy(load: () => typeof TypeScript): void {
  loading.load = load;
}

/**
 * The TypeScript compiler, loaded when something of it is first used: most commands never do. Required and not imported,
 * because an import first searches its nine megabytes for the names of exports. From then on everything is a property of
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

/** For whoever may be stopped at any moment: a compiler that was half loaded would be of no use to anybody after. */
export function loadCompiler(): void {
  if (!Object.hasOwn(ts, "version")) Object.assign(ts, loading.load());
}

/** Its types, under the same name. */
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
