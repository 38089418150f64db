import { CORE_SCHEMA, constructFromEvents, dump, EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";
import type { z } from "zod";
import { formatPath } from "./domain/deficiency.js";
import { accept, type Outcome, refuse } from "./domain/refusal.js";
import { expandedSize, lineOf, locate, type PositionedNode, positions } from "./yaml-positions.js";

/** One thing wrong with a YAML file: the line a person opens, the field, and what was expected there. */
export type YamlProblem = { readonly line: number; readonly field: string; readonly message: string };

/** Outside data is bounded before it is believed (DESIGN, security rule 2). */
export type YamlLimits = {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxAliases: number;
  /** Nodes after every alias has been written out: what a small file can otherwise explode into. */
  readonly maxNodes: number;
};

export const YAML_LIMITS: YamlLimits = { maxBytes: 8_388_608, maxDepth: 64, maxAliases: 64, maxNodes: 1_000_000 };

/** Reads one YAML document and checks it, or says what is wrong with which line. An empty document reads as null. */
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
    return invalid(path, [{ line: (error.mark?.line ?? 0) + 1, field: "", message: error.reason }]);
  }
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return accept(checked.data);
  return invalid(path, problemsOf(checked.error, text, parsed.root));
}

/**
 * Checks a value and writes it. Checking first also puts keys into the schema's order, so that two equal values give
 * the same bytes and a small change gives a small diff. No aliases, no wrapped surprises: reading gives the value back.
 */
export function writeYaml<S extends z.ZodType>(value: z.input<S>, schema: S): string {
  return dump(schema.parse(value), { schema: CORE_SCHEMA, noRefs: true, lineWidth: 120 });
}

function construct(path: string, text: string, limits: YamlLimits) {
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

function documentCount(events: readonly Event[]): number {
  return events.filter((event) => event.type === EVENT_ID.DOCUMENT).length;
}

function problemsOf(error: z.ZodError, text: string, root: PositionedNode | undefined): YamlProblem[] {
  return error.issues.flatMap((issue) => {
    const paths =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [[...issue.path]];
    return paths.map((path) => ({
      line: root === undefined ? 1 : lineOf(text, locate(root, path)),
      field: formatPath(path),
      message: root === undefined && path.length === 0 ? `the file is empty: ${issue.message}` : issue.message,
    }));
  });
}

function invalid(path: string, problems: readonly YamlProblem[]): Outcome<never> {
  const lines = problems.map(
    ({ line, field, message }) => `${path}:${line}: ${field === "" ? "" : `${field}: `}${message}`,
  );
  return refuse("yaml-invalid", lines.join("\n"), { path, problems });
}
