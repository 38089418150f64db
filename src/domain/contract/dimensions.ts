import { z } from "zod";
import { ExportName } from "./assertion.js";
import { Label, MeaningfulText } from "./meaningful-text.js";
import { noDuplicates } from "./unique.js";
import { wordOrList } from "./word-or-list.js";

const Name = Label.regex(/^\S+$/, "must be one word, as the code spells it");

const itself = (text: string) => text;
const Rules = (what: string) => z.array(MeaningfulText).superRefine(noDuplicates(what, itself));

/** How an input reaches a module that is no parameter. A parameter has no such field. */
const InputChannel = z.enum(["stdin", "argument", "file", "environment", "http"]);

/** How an output leaves a module that is not returned. What a function returns has no such field. */
const OutputChannel = z.enum(["stdout", "stderr", "exit-status", "file", "http"]);

/** The export that it belongs to, where a module has several functions. */
const of = ExportName.exactOptional();

/**
 * What a caller provides. `optional: true` marks an input that a caller may omit. A required input has no such field,
 * so that each input has one spelling and one fingerprint.
 */
export const Input = z.strictObject({
  name: Name,
  type: Label,
  optional: z.literal(true).exactOptional(),
  channel: InputChannel.exactOptional(),
  of,
  constraints: Rules("constraint"),
});
export type Input = z.infer<typeof Input>;

/** What a caller receives, and what always holds for it. */
export const Output = z.strictObject({
  name: Name,
  type: Label,
  channel: OutputChannel.exactOptional(),
  of,
  invariants: Rules("invariant"),
});
export type Output = z.infer<typeof Output>;

/** One way in which a failure reaches the caller. */
export const ErrorSurface = z.strictObject({
  name: Name,
  when: MeaningfulText,
  surface: z.enum(["exception", "code", "variant"]),
});
export type ErrorSurface = z.infer<typeof ErrorSurface>;

/** One thing a call does to the world besides returning. */
export const Effect = z.strictObject({
  type: z.enum(["POST", "PUT", "PATCH", "WRITE", "CALL", "MUTATION"]),
  target: Label,
  description: MeaningfulText,
});
export type Effect = z.infer<typeof Effect>;

/** How a module may be called. */
export const Modes = z
  .strictObject({ sync: z.boolean(), async: z.boolean(), notes: MeaningfulText })
  .refine((modes) => modes.sync || modes.async, "must allow at least one of sync and async");
export type Modes = z.infer<typeof Modes>;

/**
 * The value for "no effects, on purpose". An empty list would not show whether anybody considered it
 * (decisions.md#placeholders-are-errors).
 */
export const PURE = "none: pure";

/** The same for a function that returns an answer for every input. */
export const TOTAL = "none: total";

export function effectName(effect: Pick<Effect, "type" | "target">): string {
  return `${effect.type} ${effect.target}`;
}

const nameOf = (item: { readonly name: string }) => item.name;

const Inputs = z
  .array(Input)
  .min(1, "must name at least one input")
  .superRefine(noDuplicates("input", nameOf, "name"));
const Outputs = z
  .array(Output)
  .min(1, "must name at least one output")
  .superRefine(noDuplicates("output", nameOf, "name"));
const ErrorSurfaces = wordOrList(
  TOTAL,
  z.array(ErrorSurface).superRefine(noDuplicates("error surface", nameOf, "name")),
);
const Effects = wordOrList(PURE, z.array(Effect).superRefine(noDuplicates("effect", effectName, "target")));

/** The interface: the five dimensions that every contract has and that the fingerprint covers (requirements.md#five-dimensions). */
export const Dimensions = z.strictObject({
  inputs: Inputs,
  outputs: Outputs,
  error_surfaces: ErrorSurfaces,
  effects: Effects,
  modes: Modes,
});
export type Dimensions = z.infer<typeof Dimensions>;

export const DIMENSIONS = ["inputs", "outputs", "error_surfaces", "effects", "modes"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Picks exactly the five dimensions. */
export function dimensionsOf({ inputs, outputs, error_surfaces, effects, modes }: Dimensions): Dimensions {
  return { inputs, outputs, error_surfaces, effects, modes };
}

export function effectsOf(contract: Pick<Dimensions, "effects">): readonly Effect[] {
  return contract.effects === PURE ? [] : contract.effects;
}

export function errorSurfacesOf(contract: Pick<Dimensions, "error_surfaces">): readonly ErrorSurface[] {
  return contract.error_surfaces === TOTAL ? [] : contract.error_surfaces;
}
