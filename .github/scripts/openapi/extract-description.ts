import type { DescribedPackage } from "./described-packages.js";
import { at, type Json, pickBody, pickOperation, pickSchema } from "./pick-bodies.js";
import type { Operation } from "./wanted-operations.js";

/** A test needs this by name: GitHub's generic refusal. */
const ALWAYS = ["#/components/schemas/basic-error"];

/** The given operations of the REST API, and the components that they refer to. */
export function extractRest(description: Json, operations: readonly Operation[], source: DescribedPackage): Json {
  const requested = operations.map((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    const key = method.toLowerCase();
    return { operation, path, key, found: at(description, "paths", path, key) };
  });
  const unknown = requested.filter(({ found }) => found === undefined).map(({ operation }) => operation);
  if (unknown.length > 0) throw new Error(notDescribed(source, unknown));
  const paths = sorted([...new Set(requested.map(({ path }) => path))], (path) => {
    const own = new Map(requested.filter((each) => each.path === path).map(({ key, found }) => [key, found]));
    return sorted([...own.keys()], (key) => pickOperation(own.get(key)));
  });
  return { ...header(source), paths, components: componentsOf(description, [...ALWAYS, ...refsIn(paths)]) };
}

/** Every action of the given events, and the components that they refer to. */
export function extractWebhooks(description: Json, events: readonly string[], source: DescribedPackage): Json {
  const all = Object.entries(description.webhooks as Json).map(([name, webhook]) => ({
    name,
    post: at(webhook, "post"),
    event: at(webhook, "post", "x-github", "subcategory"),
  }));
  const unknown = events.filter((event) => !all.some((each) => each.event === event));
  if (unknown.length > 0) throw new Error(notDescribed(source, unknown));
  const requested = new Map(all.filter(({ event }) => events.includes(String(event))).map((each) => [each.name, each]));
  const webhooks = sorted([...requested.keys()], (name) => ({ post: pickOperation(requested.get(name)?.post) }));
  return { ...header(source), webhooks, components: componentsOf(description, refsIn(webhooks)) };
}

/** The source of an extract. */
export function header({ name, version, integrity, file }: DescribedPackage): Json {
  return { "x-extracted-from": { package: name, version, integrity, file, by: "npm run extract-openapi" } };
}

function notDescribed({ name, version }: DescribedPackage, unknown: readonly string[]): string {
  return `${name}@${version} does not describe ${unknown.join(", ")}: GitHub has nothing of that name`;
}

/** The referenced components, and those that they refer to in turn. */
function componentsOf(description: Json, refs: readonly string[]): Json {
  const found = new Map<string, unknown>();
  const collect = (ref: string): void => {
    if (found.has(ref)) return;
    const component = at(description, ...ref.slice(2).split("/"));
    if (component === undefined) throw new Error(`the description refers to ${ref}, which it does not have`);
    const picked = ref.startsWith("#/components/schemas/") ? pickSchema(component) : pickBody(component);
    found.set(ref, picked);
    refsIn(picked).forEach(collect);
  };
  refs.forEach(collect);
  const kinds = [...new Set([...found.keys()].map((ref) => ref.split("/")[2] ?? ""))];
  return sorted(kinds, (kind) => {
    const prefix = `#/components/${kind}/`;
    const names = [...found.keys()].filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length));
    return sorted(names, (name) => found.get(`${prefix}${name}`));
  });
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) =>
    key === "$ref" && typeof below === "string" ? [below] : refsIn(below),
  );
}

function sorted(keys: readonly string[], make: (key: string) => unknown): Json {
  return Object.fromEntries([...keys].sort().map((key) => [key, make(key)]));
}

/** One line for each operation, webhook and component, so that a diff shows what changed. */
export function printExtract(extract: Json): string {
  return `${printLines(extract, 3)}\n`;
}

function printLines(value: unknown, levels: number): string {
  if (levels === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, below]) => `${JSON.stringify(key)}:${printLines(below, levels - 1)}`);
  return `{\n${lines.join(",\n")}\n}`;
}
