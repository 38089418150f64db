import type { ExportKind } from "../../../domain/enforcement/execution-context.js";
import { namesOf } from "../imports/python-imports.js";
import { childOf, descendants, dottedName, type PythonNode } from "../python-node.js";
import { publicNames } from "./python-all.js";
import { aliasName, assignedNames, assignmentIn, definitionIn, topLevel } from "./python-declarations.js";
import { withPython } from "./with-python.js";

/** A local name for an import; `imported` is null for a whole module. */
export type PythonImport = {
  readonly local: string;
  /** As written: `pkg.tag`, `..tag`, `.`. */
  readonly specifier: string;
  readonly imported: string | null;
  /** Whether others can see it: a function's imports are local. */
  readonly top: boolean;
};

/** A used name with its attributes: `pkg.tag.clean` at a line. */
export type Mention = { readonly chain: readonly string[]; readonly line: number };

/** The facts about a Python file that other files need. Its tree is not kept, because there may be thousands. */
export type PythonFile = {
  readonly declared: readonly { readonly name: string; readonly kind: ExportKind }[];
  readonly imports: readonly PythonImport[];
  /** `from x import *`. */
  readonly stars: readonly string[];
  /** Every module that an import names, `a.b.c` of `import a.b.c` included. */
  readonly modules: readonly string[];
  /** `__all__`, if it can be read without running the code. */
  readonly all: readonly string[] | undefined;
  /** Uses of imported names, or of any name if it may come from a star import. */
  readonly mentions: readonly Mention[];
};

/** Undefined if the file cannot be read. */
export function readPythonFile(text: string): PythonFile | undefined {
  return withPython(text, fileOf);
}

function fileOf(root: PythonNode): PythonFile {
  const statements = topLevel(root);
  const top = new Set(statements);
  const nodes = descendants(root);
  const imports = nodes.flatMap((node) => importsIn(node, top.has(node)));
  const froms = nodes.filter(({ type }) => type === "import_from_statement");
  const stars = froms.filter(({ children }) => children.some(({ type }) => type === "wildcard_import")).map(moduleOf);
  const locals = new Set(imports.map(({ local }) => local));
  return {
    declared: statements.flatMap(declaredBy),
    imports,
    stars,
    modules: [
      ...froms.map(moduleOf),
      ...nodes
        .filter(({ type }) => type === "import_statement")
        .flatMap((node) => namesOf(node).map(({ name }) => name)),
    ],
    all: publicNames(statements),
    mentions: mentionsIn(root).filter(({ chain: [first = ""] }) => stars.length > 0 || locals.has(first)),
  };
}

function moduleOf(statement: PythonNode): string {
  return childOf(statement, "module_name")?.text.replace(/[\s\\]+/g, "") ?? "";
}

function importsIn(node: PythonNode, top: boolean): PythonImport[] {
  if (node.type === "import_from_statement") {
    const specifier = moduleOf(node);
    return namesOf(node).map(({ name, alias }) => ({ local: alias, specifier, imported: name, top }));
  }
  if (node.type !== "import_statement") return [];
  return namesOf(node).map(({ name, alias }) => {
    // `import a.b` binds a; `import a.b as c` binds the inner one.
    const local = alias === name ? (name.split(".")[0] ?? name) : alias;
    return { local, specifier: alias === name ? local : name, imported: null, top };
  });
}

function declaredBy(statement: PythonNode): PythonFile["declared"] {
  const definition = definitionIn(statement);
  if (definition !== undefined) {
    const kind = definition.type === "class_definition" ? "class" : "function";
    return [{ name: childOf(definition, "name")?.text ?? "", kind }];
  }
  const alias = aliasName(statement);
  if (alias !== undefined) return [{ name: alias, kind: "type" }];
  const assignment = assignmentIn(statement);
  if (assignment === undefined) return [];
  const kind = childOf(assignment, "right")?.type === "lambda" ? "function" : "const";
  return assignedNames(assignment).map((name) => ({ name, kind }));
}

const IMPORTS = new Set(["import_statement", "import_from_statement", "future_import_statement"]);
const NAMED = new Set(["function_definition", "class_definition", "keyword_argument"]);
const PARAMETERS = new Set(["default_parameter", "typed_default_parameter"]);

/** Names used as themselves: not as declarations, assignments, keywords or attributes. */
function mentionsIn(node: PythonNode): Mention[] {
  if (IMPORTS.has(node.type)) return [];
  if (node.type === "identifier") return [{ chain: [node.text], line: node.line }];
  const path = node.type === "attribute" ? dottedName(node) : undefined;
  if (path !== undefined && /^[\p{L}\p{N}_.]+$/u.test(path)) return [{ chain: path.split("."), line: node.line }];
  return node.children.filter((child) => !isOnlyName(node, child)).flatMap(mentionsIn);
}

function isOnlyName({ type }: PythonNode, child: PythonNode): boolean {
  if (child.type !== "identifier") return false;
  if (type === "attribute") return child.field === "attribute";
  if (NAMED.has(type) || PARAMETERS.has(type)) return child.field === "name";
  if (type === "assignment") return child.field === "left";
  return type === "parameters" || type === "lambda_parameters" || (type === "typed_parameter" && child.field === "");
}
