import { z } from "zod";
import { Effect, ErrorSurface, effectName, Input, Output } from "../../../domain/contract/dimensions.js";
import { Label, MeaningfulText } from "../../../domain/contract/meaningful-text.js";

const Names = z.array(Label).default([]);
const EffectKey = Effect.pick({ type: true, target: true });

/** Changes of modes; other modes stay. */
const ModeChanges = z
  .strictObject({
    sync: z.boolean().exactOptional(),
    async: z.boolean().exactOptional(),
    notes: MeaningfulText.exactOptional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, "must change at least one of sync, async and notes");

/**
 * A proposed change of an interface (requirements.md#exception-record). Errors and effects can also be removed and
 * modified (decisions.md#interface-change-exceptions). A modified item is given completely, under its old name. A
 * missing list is empty.
 */
export const ContractDelta = z
  .strictObject({
    added_inputs: z.array(Input).default([]),
    removed_inputs: Names,
    modified_inputs: z.array(Input).default([]),
    added_outputs: z.array(Output).default([]),
    removed_outputs: Names,
    modified_outputs: z.array(Output).default([]),
    added_error_surfaces: z.array(ErrorSurface).default([]),
    removed_error_surfaces: Names,
    modified_error_surfaces: z.array(ErrorSurface).default([]),
    added_effects: z.array(Effect).default([]),
    removed_effects: z.array(EffectKey).default([]),
    modified_effects: z.array(Effect).default([]),
    mode_changes: ModeChanges.nullable().default(null),
  })
  .superRefine((delta, context) => {
    if (isEmptyDelta(delta)) context.addIssue({ code: "custom", message: "must hold at least one change" });
    for (const { dimension, changes } of listChanges(delta)) {
      for (const name of namedTwice(changes)) {
        const message = `names "${name}" twice in ${dimension}; add, remove or modify it, once`;
        context.addIssue({ code: "custom", path: [dimension], message });
      }
    }
  });
export type ContractDelta = z.infer<typeof ContractDelta>;

/** One change to one item of a list dimension. `item` is undefined for a removal. */
export type ItemChange<Item> =
  | { readonly kind: "added" | "modified"; readonly name: string; readonly item: Item }
  | { readonly kind: "removed"; readonly name: string };

const nameOf = (item: { readonly name: string }) => item.name;
const itself = (name: string) => name;

export const inputChanges = (delta: ContractDelta): ItemChange<Input>[] => [
  ...changed("modified", delta.modified_inputs, nameOf),
  ...removed(delta.removed_inputs, itself),
  ...changed("added", delta.added_inputs, nameOf),
];

export const outputChanges = (delta: ContractDelta): ItemChange<Output>[] => [
  ...changed("modified", delta.modified_outputs, nameOf),
  ...removed(delta.removed_outputs, itself),
  ...changed("added", delta.added_outputs, nameOf),
];

export const errorSurfaceChanges = (delta: ContractDelta): ItemChange<ErrorSurface>[] => [
  ...changed("modified", delta.modified_error_surfaces, nameOf),
  ...removed(delta.removed_error_surfaces, itself),
  ...changed("added", delta.added_error_surfaces, nameOf),
];

export const effectChanges = (delta: ContractDelta): ItemChange<Effect>[] => [
  ...changed("modified", delta.modified_effects, effectName),
  ...removed(delta.removed_effects, effectName),
  ...changed("added", delta.added_effects, effectName),
];

function changed<Item>(
  kind: "added" | "modified",
  items: readonly Item[],
  name: (item: Item) => string,
): ItemChange<Item>[] {
  return items.map((item) => ({ kind, name: name(item), item }));
}

function removed<Key>(keys: readonly Key[], name: (key: Key) => string): { kind: "removed"; name: string }[] {
  return keys.map((key) => ({ kind: "removed", name: name(key) }));
}

function listChanges(delta: ContractDelta): { dimension: string; changes: readonly { readonly name: string }[] }[] {
  return [
    { dimension: "inputs", changes: inputChanges(delta) },
    { dimension: "outputs", changes: outputChanges(delta) },
    { dimension: "error_surfaces", changes: errorSurfaceChanges(delta) },
    { dimension: "effects", changes: effectChanges(delta) },
  ];
}

function isEmptyDelta(delta: ContractDelta): boolean {
  return delta.mode_changes === null && listChanges(delta).every(({ changes }) => changes.length === 0);
}

function namedTwice(changes: readonly { readonly name: string }[]): string[] {
  const names = changes.map(nameOf);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
