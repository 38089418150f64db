import { type Dimensions, effectName, effectsOf, errorSurfacesOf } from "../../../domain/contract/dimensions.js";
import { canonicalJson } from "../../../domain/hash.js";
import { ContractDelta } from "./contract-delta.js";

/** The delta from one interface to another; null if it would be empty. Items are compared by name, not by place. */
export function deltaBetween(before: Dimensions, after: Dimensions): ContractDelta | null {
  const inputs = compare(before.inputs, after.inputs, nameOf);
  const outputs = compare(before.outputs, after.outputs, nameOf);
  const errors = compare(errorSurfacesOf(before), errorSurfacesOf(after), nameOf);
  const effects = compare(effectsOf(before), effectsOf(after), effectName);
  const modes = canonicalJson(before.modes) === canonicalJson(after.modes) ? null : after.modes;
  const delta = ContractDelta.safeParse({
    added_inputs: inputs.added,
    removed_inputs: inputs.removed.map(nameOf),
    modified_inputs: inputs.modified,
    added_outputs: outputs.added,
    removed_outputs: outputs.removed.map(nameOf),
    modified_outputs: outputs.modified,
    added_error_surfaces: errors.added,
    removed_error_surfaces: errors.removed.map(nameOf),
    modified_error_surfaces: errors.modified,
    added_effects: effects.added,
    removed_effects: effects.removed.map(({ type, target }) => ({ type, target })),
    modified_effects: effects.modified,
    mode_changes: modes,
  });
  return delta.success ? delta.data : null;
}

const nameOf = ({ name }: { readonly name: string }) => name;

function compare<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string) {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const now = new Set(after.map(keyOf));
  return {
    added: after.filter((item) => !old.has(keyOf(item))),
    removed: before.filter((item) => !now.has(keyOf(item))),
    modified: after.filter((item) => {
      const was = old.get(keyOf(item));
      return was !== undefined && canonicalJson(was) !== canonicalJson(item);
    }),
  };
}
