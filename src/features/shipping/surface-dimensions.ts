import type { CompiledFunction, CompiledSurface } from "../../domain/contract/compiled-surface.js";
import type { Contract } from "../../domain/contract/contract.js";
import { type Dimensions, dimensionsOf, type Input, type Output } from "../../domain/contract/dimensions.js";

/** The interface of the code as far as signatures show it, and what they do not show. */
export type SurfaceReading = { readonly actual: Dimensions; readonly notJudged: readonly string[] };

type Part<T> = { readonly value: T; readonly notJudged: readonly string[] };

const ALWAYS = [
  "effects: no signature shows what a call does to the world",
  "error_surfaces: no signature shows what is thrown",
];

/**
 * The contract's dimensions with everything replaced that the compiler sees differently. So an equal fingerprint means
 * an equal surface, and a difference names its dimension (requirements.md#fingerprint-mismatch). More than was promised
 * is accepted (requirements.md#additive-tolerance).
 */
export function surfaceDimensions(contract: Contract, surface: CompiledSurface): SurfaceReading {
  const promised = dimensionsOf(contract);
  // Without the export nothing can be called or returned.
  if (surface.missing.length > 0) return { actual: { ...promised, inputs: [], outputs: [] }, notJudged: ALWAYS };
  const called = surface.function;
  if (called === null) {
    const several = "inputs, outputs and modes: the exports are not one function that the lists could be about";
    return { actual: promised, notJudged: [...ALWAYS, several] };
  }
  const inputs = actualInputs(promised.inputs, called);
  const outputs = actualOutputs(promised.outputs, called);
  const { promised: later } = called.returns;
  const isOther = (later === "yes" && !promised.modes.async) || (later === "no" && !promised.modes.sync);
  const modes = isOther ? { ...promised.modes, sync: later === "no", async: later === "yes" } : promised.modes;
  const unknownMode = later === "unknown" ? ["modes: what comes back has no known type"] : [];
  return {
    actual: { ...promised, inputs: inputs.value, outputs: outputs.value, modes },
    notJudged: [...ALWAYS, ...inputs.notJudged, ...outputs.notJudged, ...unknownMode],
  };
}

/** Parameters by place: their names do not matter to a caller. One object may have them all, by name. */
function actualInputs(promised: readonly Input[], { parameters }: CompiledFunction): Part<Input[]> {
  const [only, ...others] = parameters;
  if (promised.length > 1 && others.length === 0 && only?.roomy === true && !only.rest) {
    if (only.parts === null) return unjudged("inputs", promised, "they come as one value whose parts are not known");
    const { parts } = only;
    return { value: promised.filter(({ name }) => parts.includes(name)), notJudged: [] };
  }
  const declared = parameters.filter(({ rest }) => !rest);
  const leftOver = declared.length < parameters.length ? promised.slice(declared.length) : [];
  const value = declared.flatMap((parameter, place): Input[] => {
    const input = promised[place];
    if (input === undefined) {
      if (parameter.optional) return [];
      return [{ name: parameter.name ?? `parameter-${place + 1}`, type: parameter.type, constraints: [] }];
    }
    const demanded = input.optional === true && parameter.typed && !parameter.optional;
    const { optional, ...rest } = input;
    const kept = demanded || optional === undefined ? rest : { ...rest, optional };
    return [parameter.accepts === "no" ? { ...kept, type: parameter.type } : kept];
  });
  const untold = promised.filter((_, place) => declared[place]?.accepts === "unknown");
  const unknown = [...untold, ...leftOver].map(({ name }) => name);
  const notJudged = unknown.length === 0 ? [] : [`inputs: the type of ${unknown.join(", ")}`];
  return { value: [...value, ...leftOver], notJudged };
}

function actualOutputs(promised: readonly Output[], { returns }: CompiledFunction): Part<Output[]> {
  const [only, ...others] = promised;
  if (only === undefined || others.length > 0) {
    if (returns.parts === null) return unjudged("outputs", promised, "what comes back has no known parts");
    const { parts } = returns;
    return { value: promised.filter(({ name }) => parts.includes(name)), notJudged: [] };
  }
  if (returns.gives === "unknown") return unjudged("outputs", promised, `the type of ${only.name}`);
  return { value: [returns.gives === "no" ? { ...only, type: returns.type } : only], notJudged: [] };
}

function unjudged<T>(dimension: string, promised: readonly T[], why: string): Part<T[]> {
  return { value: [...promised], notJudged: [`${dimension}: ${why}`] };
}
