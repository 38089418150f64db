import { canonicalJson } from "../hash.js";
import { DIMENSIONS, type Dimension, type Dimensions, effectName, type Modes, PURE, TOTAL } from "./dimensions.js";

/** One field of a changed item, before and after. */
export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown };

/** How one dimension changed, by the names of its items. `moved` are unchanged items at another position. */
export type DimensionDifference = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly modified: readonly { readonly name: string; readonly changes: readonly FieldChange[] }[];
  readonly moved: readonly string[];
};

/** How an interface changed. Every list is empty exactly when the fingerprints are equal. */
export type InterfaceDifference = Readonly<Record<Dimension, DimensionDifference>>;

const MODE_FIELDS = ["sync", "async", "notes"] as const satisfies readonly (keyof Modes)[];

type Fields = Readonly<Record<string, unknown>>;
type Items = ReadonlyMap<string, Fields>;

export function difference(before: Dimensions, after: Dimensions): InterfaceDifference {
  const [old, now] = [itemsOf(before), itemsOf(after)];
  return {
    inputs: compare(old.inputs, now.inputs),
    outputs: compare(old.outputs, now.outputs),
    error_surfaces: compare(old.error_surfaces, now.error_surfaces),
    effects: compare(old.effects, now.effects),
    modes: compare(old.modes, now.modes),
  };
}

/** The dimensions that differ, in fixed order. */
export function changedDimensions(changes: InterfaceDifference): Dimension[] {
  return DIMENSIONS.filter((dimension) => {
    const { added, removed, modified, moved } = changes[dimension];
    return added.length + removed.length + modified.length + moved.length > 0;
  });
}

/** Each dimension as named items. The words for "none" are items as well, so that dropping one is a visible removal. */
function itemsOf(contract: Dimensions): Record<Dimension, Items> {
  return {
    inputs: byName(contract.inputs),
    outputs: byName(contract.outputs),
    error_surfaces: contract.error_surfaces === TOTAL ? new Map([[TOTAL, {}]]) : byName(contract.error_surfaces),
    effects:
      contract.effects === PURE
        ? new Map([[PURE, {}]])
        : new Map(contract.effects.map((effect) => [effectName(effect), effect])),
    // Fields are named one by one: the order of keys in a file is not part of the interface.
    modes: new Map(MODE_FIELDS.map((field) => [field, { value: contract.modes[field] }])),
  };
}

function byName<Item extends Fields & { readonly name: string }>(items: readonly Item[]): Items {
  return new Map(items.map((item) => [item.name, item]));
}

function compare(before: Items, after: Items): DimensionDifference {
  const placeBefore = new Map([...before.keys()].map((name, place) => [name, place]));
  const kept = [...after.keys()].filter((name) => before.has(name));
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    modified: kept
      .map((name) => ({ name, changes: changedFields(before.get(name) ?? {}, after.get(name) ?? {}) }))
      .filter(({ changes }) => changes.length > 0),
    moved: [...after.keys()].filter((name, place) => before.has(name) && placeBefore.get(name) !== place),
  };
}

function changedFields(before: Fields, after: Fields): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return fields
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => !isSame(change.before, change.after));
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
