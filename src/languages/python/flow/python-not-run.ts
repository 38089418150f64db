import type { Standing } from "../../test-reading/standing.js";
import type { PythonNode } from "../python-node.js";

export const REACHABLE = "Let the assertion be a statement of the test itself.";

export function notRun({ line }: PythonNode, why: string, instead: string): Standing {
  return { verdict: "void", missing: "run", line, why, instead };
}
