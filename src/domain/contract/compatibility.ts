import { z } from "zod";
import { type DimensionDifference, difference, type FieldChange, type InterfaceDifference } from "./difference.js";
import type { Dimensions } from "./dimensions.js";

export const Compatibility = z.enum(["BACKWARD_COMPATIBLE", "BREAKING"]);
export type Compatibility = z.infer<typeof Compatibility>;

/** Whether callers of the old interface can use the new one unchanged, and if not, every reason. */
export type CompatibilityVerdict = { readonly compatibility: Compatibility; readonly reasons: readonly string[] };

/**
 * Computed from the two interfaces, never taken from a role's claim (decisions.md#interface-change-exceptions).
 * Additions (requirements.md#versions) are compatible: new optional inputs, new outputs, new error surfaces. So are two
 * changes that promise callers more: an input that becomes optional, an output that gains invariants. Every other
 * change breaks.
 */
export function judgeCompatibility(before: Dimensions, after: Dimensions): CompatibilityVerdict {
  const changes = difference(before, after);
  const reasons = [
    ...inputReasons(changes, after),
    ...outputReasons(changes.outputs),
    ...errorReasons(changes.error_surfaces),
    ...anyChange("effect", changes.effects),
    ...changes.modes.modified.map(({ name }) => `mode "${name}" changed`),
  ];
  return { compatibility: reasons.length === 0 ? "BACKWARD_COMPATIBLE" : "BREAKING", reasons };
}

function inputReasons({ inputs }: InterfaceDifference, after: Dimensions): string[] {
  const optional = new Set(after.inputs.filter((input) => input.optional).map((input) => input.name));
  return [
    ...removals("input", inputs),
    ...inputs.added.filter((name) => !optional.has(name)).map((name) => `required input "${name}" added`),
    ...modifications("input", inputs, (change) => keepsRules("constraints", change) || becameOptional(change)),
    ...relocations("input", inputs),
  ];
}

function outputReasons(outputs: DimensionDifference): string[] {
  return [
    ...removals("output", outputs),
    ...modifications("output", outputs, (change) => keepsAll("invariants", change)),
    ...relocations("output", outputs),
  ];
}

/** A total function promises never to fail. Its first error surface breaks that promise. */
function errorReasons(surfaces: DimensionDifference): string[] {
  return [...removals("error surface", surfaces), ...modifications("error surface", surfaces, () => false)];
}

function anyChange(what: string, changes: DimensionDifference): string[] {
  return [
    ...removals(what, changes),
    ...changes.added.map((name) => `${what} "${name}" added`),
    ...modifications(what, changes, () => false),
  ];
}

function removals(what: string, { removed }: DimensionDifference): string[] {
  return removed.map((name) => `${what} "${name}" removed`);
}

/** Callers may pass and destructure by position. */
function relocations(what: string, { moved }: DimensionDifference): string[] {
  return moved.map((name) => `${what} "${name}" moved to another position`);
}

function modifications(
  what: string,
  { modified }: DimensionDifference,
  isSafe: (change: FieldChange) => boolean,
): string[] {
  return modified.flatMap(({ name, changes }) =>
    changes.filter((change) => !isSafe(change)).map(({ field }) => `${what} "${name}" changed its ${field}`),
  );
}

function becameOptional({ field, after }: FieldChange): boolean {
  return field === "optional" && after === true;
}

/** The same rules in another order are equal. */
function keepsRules(field: string, change: FieldChange): boolean {
  return (
    keepsAll(field, change) && keepsAll(field, { field: change.field, before: change.after, after: change.before })
  );
}

function keepsAll(field: string, { field: changed, before, after }: FieldChange): boolean {
  if (changed !== field || !Array.isArray(before) || !Array.isArray(after)) return false;
  return before.every((rule) => after.includes(rule));
}
