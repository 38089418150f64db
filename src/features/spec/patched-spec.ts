import { canonicalJson } from "../../domain/hash.js";
import type { ProductSpec } from "./product-spec.js";
import { type DraftNode, idOf, labelOf, ownFields, readDraft, textsIn } from "./spec-draft.js";

/** Something that an amendment changed although the feedback did not mention it. */
export type UnaskedChange = { readonly id: string; readonly label: string } & (
  | { readonly change: "vanished" }
  | { readonly change: "moved"; readonly from: string; readonly to: string }
  | { readonly change: "changed"; readonly fields: readonly string[] }
);

type Element = { readonly node: DraftNode; readonly ancestors: readonly string[] };

/** Fields that change with every version; an amendment must change them. The scope follows the tasks that it names. */
const CHANGE_WITH_EVERY_VERSION = new Set(["spec_version", "updated_at", "scope"]);

/**
 * An AMEND is a patch: what the feedback does not mention keeps its id, its place and its text. A mentioned pillar,
 * epic or story covers everything below it; the spec's own id covers its title and description only.
 */
export function comparePatchedSpec(
  before: ProductSpec,
  after: ProductSpec,
  mentionedIds: ReadonlySet<string>,
): UnaskedChange[] {
  const then = elementsOf(readDraft(before));
  const now = elementsOf(readDraft(after));
  return [...then]
    .filter(([id, { ancestors }]) => ![id, ...ancestors.slice(1)].some((covering) => mentionedIds.has(covering)))
    .flatMap(([id, old]) =>
      unaskedChanges({ id, old, current: now.get(id), inBoth: (ref) => then.has(ref) && now.has(ref) }),
    );
}

type Comparison = {
  readonly id: string;
  readonly old: Element;
  readonly current: Element | undefined;
  readonly inBoth: (id: string) => boolean;
};

function unaskedChanges({ id, old, current, inBoth }: Comparison): UnaskedChange[] {
  const label = labelOf(old.node);
  if (current === undefined) return [{ id, label, change: "vanished" }];
  const from = old.ancestors.at(-1) ?? "";
  const to = current.ancestors.at(-1) ?? "";
  const was = comparableFields(old.node, inBoth);
  const is = comparableFields(current.node, inBoth);
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => canonicalJson([was[field] ?? null]) !== canonicalJson([is[field] ?? null]),
  );
  return [
    ...(from === to ? [] : [{ id, label, change: "moved", from, to } as const]),
    ...(fields.length === 0 ? [] : [{ id, label, change: "changed", fields } as const]),
  ];
}

/** Dependencies are compared if both versions have the task: an edge to a removed or added task may change. */
function comparableFields(node: DraftNode, inBoth: (id: string) => boolean): Record<string, unknown> {
  const fields = Object.entries(ownFields(node)).filter(([field]) => !CHANGE_WITH_EVERY_VERSION.has(field));
  if (node.level !== "task") return Object.fromEntries(fields);
  const kept = textsIn(node, "depends_on").filter(({ text }) => inBoth(text));
  return { ...Object.fromEntries(fields), depends_on: kept.map(({ text }) => text) };
}

function elementsOf(root: DraftNode, ancestors: readonly string[] = []): Map<string, Element> {
  const id = idOf(root) ?? "";
  const below = root.children.flatMap((child) => [...elementsOf(child, [...ancestors, id])]);
  return new Map([[id, { node: root, ancestors }], ...below]);
}
