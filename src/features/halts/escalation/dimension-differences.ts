import {
  changedDimensions,
  type DimensionDifference,
  type InterfaceDifference,
} from "../../../domain/contract/difference.js";
import type { Dimension } from "../../../domain/contract/dimensions.js";

/**
 * Describes which dimensions differ and how: the evidence of a fingerprint mismatch
 * (requirements.md#fingerprint-mismatch).
 */
export function describeDifferences(
  changes: InterfaceDifference,
): { readonly dimension: Dimension; readonly difference: string }[] {
  return changedDimensions(changes).map((dimension) => ({ dimension, difference: describe(changes[dimension]) }));
}

function describe({ added, removed, modified, moved: updated }: DimensionDifference): string {
  const named = (verb: string, names: readonly string[]) => (names.length === 0 ? [] : [`${verb} ${names.join(", ")}`]);
  const changed = modified.map(({ name, changes }) => `${name} (${changes.map(({ field }) => field).join(", ")})`);
  return [
    ...named("added", added),
    ...named("removed", removed),
    ...named("changed", changed),
    ...named("moved", updated),
  ].join("; ");
}
