import { z } from "zod";
import { canonicalJson } from "../hash.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/** What an amendment can change: a contract field, a test, an export, an example, a file of the manifest. */
export const TargetKind = z.enum(["contract", "test", "export", "example", "file"]);
export type TargetKind = z.infer<typeof TargetKind>;

/**
 * A parsed target of an amendment: `contract:inputs.email.constraints`, `test:rejects an empty name`,
 * `file:src/date.ts`.
 */
export type AmendmentTarget = { readonly kind: TargetKind; readonly name: string };

/** A snapshot of a deliverable, for amendments: the text of each test, export, example and file. */
export type Deliverable = {
  readonly contract: unknown;
  readonly tests: ReadonlyMap<string, string>;
  readonly exports: ReadonlyMap<string, string>;
  readonly examples: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
};

const FORM = `contract:<field path>, test:<test name>, export:<name>, example:<heading> or file:<path>`;

export function parseTarget(text: string): Outcome<AmendmentTarget> {
  const [, kind, name] = /^([a-z]+):(\S.*)$/.exec(text.trim()) ?? [];
  const known = TargetKind.safeParse(kind);
  if (known.success && name !== undefined) return accept({ kind: known.data, name });
  return refuse("target-not-specific", `"${text}" names no single element; write ${FORM}.`, { target: text });
}

/** The element's text in a deliverable, or undefined when it is absent. Equal text means unchanged. */
export function textOfTarget({ kind, name }: AmendmentTarget, deliverable: Deliverable): string | undefined {
  switch (kind) {
    case "contract":
      return textOfField(deliverable.contract, name);
    case "test":
      return deliverable.tests.get(name);
    case "export":
      return deliverable.exports.get(name);
    case "example":
      return deliverable.examples.get(name);
    case "file":
      return deliverable.files.get(name);
    default:
      return kind satisfies never;
  }
}

function textOfField(contract: unknown, path: string): string | undefined {
  const field = fieldAt(contract, path);
  return field === undefined ? undefined : canonicalJson(field);
}

/** Names may contain dots (`files.src/slug.ts.action`), so each member is tried with the remaining path. */
function fieldAt(value: unknown, path: string): unknown {
  for (const [key, member] of membersOf(value)) {
    if (path === key) return member;
    const found = path.startsWith(`${key}.`) ? fieldAt(member, path.slice(key.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An object's fields by key; a list's entries by name, or by position. */
function membersOf(value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return Object.entries(value);
  const entries: readonly unknown[] = value;
  return [
    ...entries.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)),
    ...Object.entries(value),
  ];
}

const NAMING_FIELDS = new Set(["name", "id", "ref", "path"]);

function namesOf(entry: unknown): string[] {
  if (typeof entry === "string") return [entry];
  if (typeof entry !== "object" || entry === null) return [];
  return Object.entries(entry).flatMap(([key, name]) =>
    NAMING_FIELDS.has(key) && typeof name === "string" ? [name] : [],
  );
}
