import { ACTIVATION, MUTANT_VARIABLES, type MutableFile } from "../../mutants/mutant.js";
import { type Choice, weave } from "../../mutants/weave.js";
import type { PythonNode } from "../python-node.js";
import { withPython } from "../surface/with-python.js";
import { pythonSites } from "./python-sites.js";

/** The mutants of a Python file. Undefined if it cannot be read. */
export function mutatePython(_: string, text: string): MutableFile | undefined {
  return withPython(text, (root) => {
    const place = firstStatement(root);
    const before = text.slice(text.lastIndexOf("\n", place - 1) + 1, place);
    if (before !== "") return undefined;
    const frame = (body: string) => `${body.slice(0, place)}${ACTIVATE}${body.slice(place)}`;
    return weave(text, pythonSites(root, text), choose, frame);
  });
}

/** After the documentation and imports from the future, which must come first. */
function firstStatement({ children }: PythonNode): number {
  const first = children.find(
    ({ type, children: [inner] }) =>
      type !== "comment" &&
      type !== "future_import_statement" &&
      !(type === "expression_statement" && inner?.type === "string"),
  );
  return first?.start ?? 0;
}

const choose: Choice = (kind, original, variants) => {
  if (kind === "statement") {
    const conditions = variants.map(({ name }) => `not ${ACTIVATION}("${name}")`);
    return `if ${conditions.join(" and ")}: ${original}`;
  }
  const choices = variants.map(({ name, text }) => `(${text}) if ${ACTIVATION}("${name}") else `);
  return `(${choices.join("")}(${original}))`;
};

const ACTIVATE = `def ${ACTIVATION}(name):
    import builtins, os
    state = getattr(builtins, "${ACTIVATION}", None)
    if state is None:
        active, reached = os.environ.get("${MUTANT_VARIABLES.active}"), os.environ.get("${MUTANT_VARIABLES.reached}")
        state = (active, reached, set())
        setattr(builtins, "${ACTIVATION}", state)
    active, reached, seen = state
    if reached and name not in seen:
        seen.add(name)
        with open(reached, "a") as file:
            file.write(name + "\\n")
    return active == name
`;
