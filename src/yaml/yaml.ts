import { CORE_SCHEMA, constructFromEvents, dump, EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";
import type { z } from "zod";
import { formatPath } from "../domain/deficiency.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { expandedSize, lineFinder, locate, type PositionedNode, positions } from "./positions.js";

/** One problem in a YAML file: the line, the field, and what was expected there. */
export type YamlProblem = { readonly line: number; readonly field: string; readonly message: string };

/** The size of outside data is limited (decisions.md#outside-text-is-data). */
export type YamlLimits = {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxAliases: number;
  /** The most nodes after expanding aliases: a small file could expand to billions. */
  readonly maxNodes: number;
};

/** The most problems that are shown at once. The next ones appear after these are fixed. */
const MOST_PROBLEMS = 50;
/** Longer keys and messages are cut: a refusal must not be larger than its subject. */
const LONGEST_WORDS = 500;

/** A state of 10,000 tasks, the supported maximum, has about 6 MB and 250,000 values. */
export const YAML_LIMITS: YamlLimits = { maxBytes: 8_388_608, maxDepth: 64, maxAliases: 64, maxNodes: 400_000 };

/** Parses and validates one YAML document, or returns its problems with lines. An empty document is null. */
export function readYaml<S extends z.ZodType>(
  path: string,
  text: string,
  schema: S,
  limits: YamlLimits = YAML_LIMITS,
): Outcome<z.output<S>> {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.maxBytes) {
    return invalid(path, [
      { line: 1, field: "", message: `the file has ${bytes} bytes; at most ${limits.maxBytes} are read` },
    ]);
  }
  let parsed: { value: unknown; root: PositionedNode | undefined };
  try {
    parsed = construct(path, text, limits);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return invalid(path, [conflictIn(text) ?? { line: (error.mark?.line ?? 0) + 1, field: "", message: error.reason }]);
  }
  const checked = schema.safeParse(parsed.value, { error: unknownField });
  if (checked.success) return accept(checked.data);
  const placed = placesOf(checked.error);
  return invalid(path, problemsAt(placed.slice(0, MOST_PROBLEMS), text, parsed.root), placed.length);
}

/** The lines of fields, or of the deepest existing parts of their paths, for rules between fields. */
export function fieldLines(text: string): (path: readonly string[]) => number {
  const events = parseEvents(text, {});
  if (documentCount(events) === 0) return () => 1;
  const root = positions(events, text);
  const lineOf = lineFinder(text);
  return (path) => lineOf(locate(root, path));
}

/** Merge conflict markers get their own message instead of a parser error. */
function conflictIn(text: string): YamlProblem | undefined {
  const line = text.split("\n").findIndex((row) => row.startsWith("<<<<<<< ")) + 1;
  return line === 0 ? undefined : { line, field: "", message: "a merge conflict was left here; choose one side" };
}

/**
 * Validates a value and writes it. Validation puts the keys into the schema's order, so that equal values give equal
 * bytes and a small change gives a small diff. Without aliases and folded lines, reading returns the same value.
 */
export function writeYaml<S extends z.ZodType>(value: z.input<S>, schema: S): string {
  return dump(schema.parse(value), { schema: CORE_SCHEMA, noRefs: true, lineWidth: 120 });
}

function construct(path: string, text: string, limits: YamlLimits) {
  if (isTooDense(text, 2 * limits.maxNodes)) {
    throw new YAMLException(`the document begins too many values; at most ${limits.maxNodes} are read`);
  }
  const events = parseEvents(text, { filename: path, maxDepth: limits.maxDepth });
  if (documentCount(events) === 0) return { value: null, root: undefined };
  if (documentCount(events) > 1) throw new YAMLException("expected one document, found several");
  const root = positions(events, text);
  const nodes = expandedSize(root);
  if (nodes === Number.POSITIVE_INFINITY) throw new YAMLException("an alias stands inside the value it refers to");
  if (nodes > limits.maxNodes) {
    throw new YAMLException(`the document has ${nodes} values with aliases written out; at most ${limits.maxNodes}`);
  }
  const [value] = constructFromEvents(events, {
    source: text,
    filename: path,
    schema: CORE_SCHEMA,
    maxAliases: limits.maxAliases,
  });
  return { value, root };
}

/** An upper bound before parsing: nearly every value follows a line break, a comma, a bracket or a dash. */
function isTooDense(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let marks = 0;
  for (let index = 0; index < text.length && marks <= most; index += 1) {
    const mark = text[index];
    if (mark === "\n" || mark === "," || mark === "[" || mark === "{") marks += 1;
    else if ((mark === "-" || mark === "?" || mark === ":") && /\s/.test(text[index + 1] ?? "")) marks += 1;
  }
  return marks > most;
}

function documentCount(events: readonly Event[]): number {
  return events.filter((event) => event.type === EVENT_ID.DOCUMENT).length;
}

/** One message for each unknown key, without a list of the others: such lists would have quadratic size. */
const unknownField: z.core.$ZodErrorMap = ({ code }) =>
  code === "unrecognized_keys" ? "there is no such field: remove it" : undefined;

type Placed = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The problems by field. Every unknown key has its own place. */
function placesOf(error: z.ZodError): Placed[] {
  return error.issues.flatMap(({ path, message, ...issue }): Placed[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...path, key], message }))
      : [{ path, message }],
  );
}

function problemsAt(placed: readonly Placed[], text: string, root: PositionedNode | undefined): YamlProblem[] {
  const lineOf = lineFinder(text);
  return placed.map(({ path, message }) => ({
    line: root === undefined ? 1 : lineOf(locate(root, path)),
    field: cut(formatPath(path)),
    message: cut(root === undefined && path.length === 0 ? `the file is empty: ${message}` : message),
  }));
}

function cut(words: string): string {
  return words.length <= LONGEST_WORDS ? words : `${words.slice(0, LONGEST_WORDS)}…`;
}

function invalid(path: string, problems: readonly YamlProblem[], of: number = problems.length): Outcome<never> {
  const lines = problems.map(
    ({ line, field, message }) => `${path}:${line}: ${field === "" ? "" : `${field}: `}${message}`,
  );
  const more = of === problems.length ? [] : [`${path}: and ${of - problems.length} more`];
  return refuse("yaml-invalid", [...lines, ...more].join("\n"), { path, problems });
}
