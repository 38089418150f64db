import type { SymbolPlace } from "../../symbol-place.js";
import { childOf, type PythonNode } from "../python-node.js";
import { assignedNames, assignmentIn, definitionIn } from "./python-declarations.js";
import { withPython } from "./with-python.js";

/** Where a Python file declares a name, such as `parse` or `Command.option`, as ranges of lines with decorators. */
export function pythonPlaces(_path: string, text: string, symbol: string): SymbolPlace[] | undefined {
  return withPython(text, (root) => placesIn(root, "", symbol));
}

function placesIn(node: PythonNode, around: string, symbol: string): SymbolPlace[] {
  return node.children.flatMap((child) => {
    const definition = definitionIn(child);
    const assignment = definition === undefined ? assignmentIn(child) : undefined;
    const names =
      definition === undefined
        ? assignment === undefined
          ? []
          : assignedNames(assignment)
        : [childOf(definition, "name")?.text ?? ""];
    const full = names.map((name) => (around === "" ? name : `${around}.${name}`));
    const found = full.some((name) => name === symbol || name.endsWith(`.${symbol}`));
    const inside =
      definition === undefined ? placesIn(child, around, symbol) : placesIn(definition, full[0] ?? "", symbol);
    return found ? [placeOf(child), ...inside] : inside;
  });
}

function placeOf({ line, text }: PythonNode): SymbolPlace {
  return { first: line, last: line + text.replace(/\n+$/, "").split("\n").length - 1 };
}
