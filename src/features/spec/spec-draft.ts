import { type Deficiency, formatPath } from "../../domain/deficiency.js";

/** The levels of a spec, from the whole down to a pull request. */
export type Level = "spec" | "pillar" | "epic" | "story" | "task";

/** One element of a candidate spec, read without assumptions. */
export type DraftNode = {
  readonly level: Level;
  readonly path: string;
  readonly value: unknown;
  /** The value's fields; empty if it is no object. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly children: readonly DraftNode[];
};

const HIERARCHY = {
  spec: { id: "spec_id", name: "title", below: { field: "pillars", level: "pillar" } },
  pillar: { id: "pillar_id", name: "name", below: { field: "epics", level: "epic" } },
  epic: { id: "epic_id", name: "name", below: { field: "stories", level: "story" } },
  story: { id: "story_id", name: "name", below: { field: "tasks", level: "task" } },
  task: { id: "task_id", name: "name", below: undefined },
} as const;

export function readDraft(candidate: unknown): DraftNode {
  return readNode("spec", "", candidate);
}

function readNode(level: Level, path: string, value: unknown): DraftNode {
  const fields = isRecord(value) ? value : {};
  const { below } = HIERARCHY[level];
  const listed = below === undefined ? undefined : fields[below.field];
  const children =
    below !== undefined && Array.isArray(listed)
      ? listed.map((child: unknown, index) => readNode(below.level, under(path, [below.field, index]), child))
      : [];
  return { level, path, value, fields, children };
}

/** The node and everything below it, depth first: declaration order. */
export function everyNode(node: DraftNode): DraftNode[] {
  return [node, ...node.children.flatMap(everyNode)];
}

export function nodesAt(root: DraftNode, level: Level): DraftNode[] {
  return everyNode(root).filter((node) => node.level === level);
}

/** An element's fields without the list of its children. */
export function ownFields(node: DraftNode): Readonly<Record<string, unknown>> {
  const below = HIERARCHY[node.level].below?.field;
  return Object.fromEntries(Object.entries(node.fields).filter(([field]) => field !== below));
}

export function idField(level: Level): string {
  return HIERARCHY[level].id;
}

export function idOf(node: DraftNode): string | undefined {
  return textField(node, HIERARCHY[node.level].id);
}

export function nameOf(node: DraftNode): string | undefined {
  return textField(node, HIERARCHY[node.level].name);
}

export function textField(node: DraftNode, field: string): string | undefined {
  const value = node.fields[field];
  return typeof value === "string" ? value : undefined;
}

/** A field's texts with their positions. Another criterion reports values that are no text. */
export function textsIn(node: DraftNode, field: string): { index: number; text: string }[] {
  const value = node.fields[field];
  if (!Array.isArray(value)) return [];
  return value.flatMap((text: unknown, index) => (typeof text === "string" ? [{ index, text }] : []));
}

export function sketchOf(task: DraftNode): Readonly<Record<string, unknown>> | undefined {
  const sketch = task.fields.io_contract_sketch;
  return isRecord(sketch) ? sketch : undefined;
}

/** How a message names an element: `TSK-001 ("Sign in")`, or by its path if it has no id. */
export function labelOf(node: DraftNode): string {
  const name = nameOf(node);
  const id = idOf(node) ?? (node.path === "" ? "the spec" : `the ${node.level} at ${node.path}`);
  return name === undefined ? id : `${id} (${JSON.stringify(name)})`;
}

/** A deficiency without its severity, which the criterion adds. */
export type Finding = Omit<Deficiency, "severity">;

/** A problem with one field of an element; `at` is the field's path below it, as in `["subtasks", 1]`. */
export function finding(node: DraftNode, at: readonly PropertyKey[], message: string): Finding {
  const field = String(at.findLast((segment) => typeof segment === "string") ?? "");
  return { path: under(node.path, at), field, message };
}

function under(path: string, at: readonly PropertyKey[]): string {
  const below = formatPath(at);
  return path === "" || below === "" ? `${path}${below}` : `${path}.${below}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
