import { childOf, type PythonNode } from "../python-node.js";
import { aliasName, assignedNames, assignmentIn, definitionIn, topLevel } from "./python-declarations.js";
import { withPython } from "./with-python.js";

/** The statements at the top of a module that declare a name, decorators included. */
export function pythonDeclaration(text: string, name: string): string | undefined {
  const found = withPython(text, (root) =>
    topLevel(root)
      .filter((statement) => namesOf(statement).includes(name))
      .map((statement) => statement.text)
      .join("\n"),
  );
  return found === "" ? undefined : found;
}

function namesOf(statement: PythonNode): string[] {
  const definition = definitionIn(statement);
  if (definition !== undefined) return [childOf(definition, "name")?.text ?? ""];
  const assignment = assignmentIn(statement);
  if (assignment !== undefined) return assignedNames(assignment);
  const alias = aliasName(statement);
  return alias === undefined ? [] : [alias];
}
