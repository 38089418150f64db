import type { Strength } from "../../test-reading/strength.js";
import type { PythonNode } from "../python-node.js";

export const REACHABLE = "Let the assertion be a statement of the test itself.";

export function notRun({ line }: PythonNode, why: string, instead: string): Strength {
  return { verdict: "void", missing: "run", line, why, instead };
}
