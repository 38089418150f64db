import type { ImportSite } from "../../source-file.js";
import { childOf, descendants, dottedName, type PythonNode } from "../python-node.js";

/** `import a.b as c` and `from ..a import b as c`, anywhere in the file. */
export function pythonImports(root: PythonNode): ImportSite[] {
  return descendants(root).flatMap((node): ImportSite[] => {
    if (node.type === "import_statement") {
      return namesOf(node).map(({ name, alias }) => {
        const members = membersOf(alias, root);
        return { line: node.line, specifier: name, names: [], typeOnly: false, members };
      });
    }
    if (node.type !== "import_from_statement") return [];
    const specifier = childOf(node, "module_name")?.text.replace(/\s+/g, "") ?? "";
    const isStar = node.children.some((child) => child.type === "wildcard_import");
    const names = isStar ? ["*"] : namesOf(node).map(({ name }) => name);
    return [{ line: node.line, specifier, names, typeOnly: isForTypesOnly(node, root) }];
  });
}

/** `b` of `a.b`, wherever it is read. */
function membersOf(name: string, root: PythonNode): string[] {
  const found = descendants(root).flatMap((node) => {
    const path = node.type === "attribute" ? dottedName(node) : undefined;
    return path?.startsWith(`${name}.`) === true ? [path.slice(name.length + 1).split(".")[0] ?? ""] : [];
  });
  return [...new Set(found)];
}

/** The imported names of a statement and what they are called here. */
export function namesOf(statement: PythonNode): { name: string; alias: string }[] {
  return statement.children
    .filter(({ field }) => field === "name")
    .flatMap((node) => {
      const name = node.type === "aliased_import" ? dottedName(childOf(node, "name")) : dottedName(node);
      if (name === undefined) return [];
      const alias = node.type === "aliased_import" ? (childOf(node, "alias")?.text ?? name) : name;
      return [{ name, alias }];
    });
}

function isForTypesOnly(statement: PythonNode, root: PythonNode): boolean {
  return root.children.some(
    (node) =>
      node.type === "if_statement" &&
      /TYPE_CHECKING/.test(childOf(node, "condition")?.text ?? "") &&
      node.start <= statement.start &&
      statement.start < node.start + node.text.length,
  );
}
