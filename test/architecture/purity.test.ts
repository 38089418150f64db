import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./imports.js";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
/** The engine's folder `reconcile` performs what the rest of it decides. */
const PURE = /^(?:domain|features|commands|render|engine(?!\/reconcile))\//;
const FORBIDDEN_NAMES = new Set([
  "process",
  "console",
  "fetch",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "globalThis",
  "performance",
]);
const FORBIDDEN_MEMBERS = new Set(["Date.now", "Math.random", "crypto.randomUUID", "performance.now"]);

/** What in a file reads the world or waits for it. */
function impurities(text: string): string[] {
  const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword) found.push("async");
    if (ts.isNewExpression(node) && node.expression.getText() === "Date" && (node.arguments?.length ?? 0) === 0)
      found.push("new Date()");
    if (ts.isPropertyAccessExpression(node) && FORBIDDEN_MEMBERS.has(node.getText())) found.push(node.getText());
    if (ts.isIdentifier(node) && FORBIDDEN_NAMES.has(node.text) && isFreeName(node)) found.push(node.text);
    if (ts.isVariableStatement(node) && node.parent === source && !(node.declarationList.flags & ts.NodeFlags.Const))
      found.push("module-level let");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A name used as itself, not as a property, key or declaration of the same spelling. */
function isFreeName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !(
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isPropertySignature(parent) ||
    ts.isTypeReferenceNode(parent) ||
    ((ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) &&
      parent.name === node)
  );
}

describe("a decision is pure", () => {
  const files = sourceFiles(SRC).filter((file) => PURE.test(file));

  it("has files to check", () => {
    expect(files.length).toBeGreaterThan(500);
  });

  it.each(files)("%s reads no clock, randomness, environment, log or network, and never waits", (file) => {
    expect(impurities(readFileSync(path.join(SRC, file), "utf8"))).toEqual([]);
  });

  it.each([
    ["const now = Date.now();", "Date.now"],
    ["const now = new Date();", "new Date()"],
    ["const r = Math.random();", "Math.random"],
    ["const home = process.env.HOME;", "process"],
    ["console.log('x');", "console"],
    ["export async function f() { await g(); }", "async"],
    ["let counter = 0;", "module-level let"],
  ])("and the check would notice %s", (text, name) => {
    expect(impurities(text)).toContain(name);
  });
});
