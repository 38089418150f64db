import type { ts } from "../../compiler.js";
import type { Strength } from "../../test-reading/strength.js";
import { lineOf } from "../parse-script.js";

export const REACHABLE = "Let the assertion be a statement of the test itself.";

export function notRun(at: ts.Node, why: string, instead: string): Strength {
  return { verdict: "void", missing: "run", line: startLine(at), why, instead };
}

export function startLine(node: ts.Node): number {
  return lineOf(node.getSourceFile(), node.getStart());
}

export function short(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
