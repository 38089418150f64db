import type { ImportSite } from "../../source-file.js";
import { childOf, descendants, dottedName, type PythonNode } from "../python-node.js";

/** `import a.b as c` and `from ..a import b as c`, anywhere in the file. */
export function pythonImports(root: PythonNode): ImportSite[] {
  const optional = optionalStarts(root);
  return descendants(root).flatMap((node): ImportSite[] => {
    const caught = optional.has(node.start) ? { optional: true } : {};
    if (node.type === "import_statement") {
      return namesOf(node).map(({ name, alias }) => {
        const members = membersOf(alias, root);
        return { line: node.line, specifier: name, names: [], typeOnly: false, members, ...caught };
      });
    }
    if (node.type !== "import_from_statement") return [];
    const specifier = childOf(node, "module_name")?.text.replace(/\s+/g, "") ?? "";
    const isStar = node.children.some((child) => child.type === "wildcard_import");
    const names = isStar ? ["*"] : namesOf(node).map(({ name }) => name);
    return [{ line: node.line, specifier, names, typeOnly: isForTypesOnly(node, root), ...caught }];
  });
}

/** The imports of a `try` whose failure the code is prepared for, and those that stand in for them. */
function optionalStarts(root: PythonNode): ReadonlySet<number> {
  const tries = descendants(root).filter(({ type, children }) => {
    const caught = children.filter((child) => child.type === "except_clause").map(({ text }) => text.split(":", 1)[0]);
    return (
      type === "try_statement" &&
      caught.some((text = "") => /^except$|\b(?:Import|ModuleNotFound)Error|Exception/.test(text.trim()))
    );
  });
  const imports = tries
    .flatMap((node) => descendants(node))
    .filter(({ type }) => type === "import_statement" || type === "import_from_statement");
  return new Set(imports.map(({ start }) => start));
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
