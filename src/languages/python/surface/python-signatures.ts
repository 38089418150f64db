import { namesOf } from "../imports/python-imports.js";
import { childOf, descendants, dottedName, type PythonNode } from "../python-node.js";
import { publicNames } from "./python-all.js";
import { aliasName, assignedNames, assignmentIn, definitionIn, topLevel } from "./python-declarations.js";
import { withPython } from "./with-python.js";

/**
 * The public names of a Python file, as in a stub: names, parameters and annotations, without bodies, values and
 * comments. Undefined if it cannot be read.
 */
export function pythonSignatures(path: string, text: string): string[] | undefined {
  return withPython(text, (root) => {
    const statements = topLevel(root);
    const all = publicNames(statements);
    const isPublic = (name: string) => (all === undefined ? !name.startsWith("_") : all.includes(name));
    const passesOn = all !== undefined || /(?:^|\/)__init__\.py$/.test(path);
    return statements.flatMap((statement) => [
      ...signature(statement, isPublic),
      ...(passesOn ? passedOn(statement, isPublic) : []),
    ]);
  });
}

function signature(statement: PythonNode, isPublic: (name: string) => boolean): string[] {
  const definition = definitionIn(statement);
  if (definition !== undefined) {
    return isPublic(childOf(definition, "name")?.text ?? "") ? defined(statement, definition) : [];
  }
  const alias = aliasName(statement);
  if (alias !== undefined) return isPublic(alias) ? [`type ${alias} = ${annotation(childOf(statement, "right"))}`] : [];
  const assignment = assignmentIn(statement);
  return assignment === undefined ? [] : assigned(assignment, isPublic);
}

/** A package, or a file with `__all__`, lists its re-exports. */
function passedOn(statement: PythonNode, isPublic: (name: string) => boolean): string[] {
  if (statement.type !== "import_from_statement") return [];
  const from = `from ${childOf(statement, "module_name")?.text.replace(/\s+/g, "") ?? ""} import`;
  if (statement.children.some(({ type }) => type === "wildcard_import")) return [`${from} *`];
  const names = namesOf(statement)
    .filter(({ alias }) => isPublic(alias))
    .map(({ name, alias }) => (name === alias ? name : `${name} as ${alias}`));
  return names.length === 0 ? [] : [`${from} ${names.join(", ")}`];
}

function assigned(assignment: PythonNode, isPublic: (name: string) => boolean): string[] {
  const type = childOf(assignment, "type");
  return assignedNames(assignment)
    .filter(isPublic)
    .map((name) => (type === undefined ? name : `${name}: ${annotation(type)}`));
}

function defined(statement: PythonNode, definition: PythonNode): string[] {
  const decorators = statement.children.filter(({ type }) => type === "decorator").flatMap(decoratorName);
  return definition.type === "class_definition"
    ? [[...decorators, ...classLines(definition)].join("\n")]
    : [[...decorators, functionLine(definition)].join("\n")];
}

/** A decorator's name; its arguments are code. */
function decoratorName({ children }: PythonNode): string[] {
  const [, expression] = children;
  const name = dottedName(expression?.type === "call" ? childOf(expression, "function") : expression);
  return name === undefined ? [] : [`@${name}`];
}

function functionLine(definition: PythonNode): string {
  const word = definition.children.some(({ type }) => type === "async") ? "async def" : "def";
  const returned = childOf(definition, "return_type");
  const result = returned === undefined ? "" : ` -> ${annotation(returned)}`;
  return `${word} ${childOf(definition, "name")?.text ?? ""}${typeParameters(definition)}(${parameters(definition)})${result}`;
}

function classLines(definition: PythonNode): string[] {
  const bases = (childOf(definition, "superclasses")?.children ?? [])
    .filter(({ type }) => !/^(?:[(),]|comment)$/.test(type))
    .map(baseOf);
  const head = `class ${childOf(definition, "name")?.text ?? ""}${typeParameters(definition)}${bases.length === 0 ? "" : `(${bases.join(", ")})`}:`;
  const body = childOf(definition, "body");
  const members = body === undefined ? [] : topLevel(body).flatMap(member);
  return [head, ...(members.length === 0 ? ["..."] : members).flatMap(indented)];
}

/** A base class or a class argument: `metaclass=Meta` is a name, any other value is code. */
function baseOf(node: PythonNode): string {
  if (node.type !== "keyword_argument") return annotation(node);
  return `${childOf(node, "name")?.text ?? ""}=${dottedName(childOf(node, "value")) ?? "..."}`;
}

/** A special method, such as `__init__`, is public. A name that begins with an underscore is not. */
function member(statement: PythonNode): string[] {
  const isPublic = (name: string) => !name.startsWith("_");
  return signature(
    statement,
    (name) => isPublic(name) || (definitionIn(statement) !== undefined && /^__\w+__$/.test(name)),
  );
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `    ${line}`);
}

function parameters(definition: PythonNode): string {
  return (childOf(definition, "parameters")?.children ?? [])
    .filter(({ type }) => !/^(?:[(),]|comment)$/.test(type))
    .map(parameter)
    .join(", ");
}

/** A default is code; a caller only needs to know that there is one. */
function parameter(node: PythonNode): string {
  const type = childOf(node, "type");
  const name = (childOf(node, "name") ?? node.children.find(({ field }) => field === "") ?? node).text;
  switch (node.type) {
    case "default_parameter":
      return `${name}=...`;
    case "typed_parameter":
      return `${name}: ${annotation(type)}`;
    case "typed_default_parameter":
      return `${name}: ${annotation(type)} = ...`;
    default:
      return node.text.replace(/\s+/g, " ");
  }
}

function typeParameters(definition: PythonNode): string {
  const list = childOf(definition, "type_parameters");
  return list === undefined ? "" : annotation(list);
}

const CODE = new Set([
  "call",
  "lambda",
  "await",
  "list_comprehension",
  "dictionary_comprehension",
  "set_comprehension",
  "generator_expression",
  "interpolation",
  "conditional_expression",
]);

/** An annotation or a base class as written, on one line; a computed one is code. */
function annotation(node: PythonNode | undefined): string {
  if (node === undefined) return "(unknown)";
  const inside = descendants(node);
  if (inside.some(({ type }) => CODE.has(type))) return "(computed)";
  const comments = inside.filter(({ type }) => type === "comment").map(({ text }) => text);
  const bare = comments.reduce((text, comment) => text.replace(comment, ""), node.text);
  return bare.replace(/\s+/g, " ").trim();
}
