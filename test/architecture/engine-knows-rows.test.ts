import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./imports.js";

const ENGINE = fileURLToPath(new URL("../../src/engine", import.meta.url));

/** The rows, and the schemas that types are made of before there are rows. */
const LISTS = ["features/features.js", "features/events.js", "features/state.js"];

/** What a file of the engine imports from a feature at run time. Types say nothing about who acts. */
function featuresIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier) || isTypeOnly(statement)) return [];
    const target = path.posix.normalize(path.posix.join("engine", path.posix.dirname(file), moduleSpecifier.text));
    return target.startsWith("features/") && !LISTS.includes(target) ? [`${file} imports ${target}`] : [];
  });
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return clause !== undefined;
  const named = clause.namedBindings;
  return named !== undefined && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly);
}

describe("the engine", () => {
  const files = sourceFiles(ENGINE);

  it("is looked at", () => {
    expect(files.length).toBeGreaterThan(20);
  });

  it("knows features by their rows only", () => {
    const named = files.flatMap((file) => featuresIn(file, readFileSync(path.join(ENGINE, file), "utf8")));
    expect(named).toEqual([]);
  });

  it.each([
    ['import { isPaused } from "../features/pause/is-paused.js";', ["x.ts imports features/pause/is-paused.js"]],
    ['import { type Kit, kit } from "../features/setup/kit.js";', ["x.ts imports features/setup/kit.js"]],
    ['import type { SetupKit } from "../features/setup/setup-kit.js";', []],
    ['import { type SetupKit } from "../features/setup/setup-kit.js";', []],
    ['import { FEATURES } from "../features/features.js";', []],
    ['export { isPaused } from "../features/pause/is-paused.js";', ["x.ts imports features/pause/is-paused.js"]],
  ])("would be caught at %s", (text, found) => {
    expect(featuresIn("x.ts", text)).toEqual(found);
  });
});
