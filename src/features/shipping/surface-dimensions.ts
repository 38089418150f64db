import { type Call, callsOf } from "../../domain/contract/calls.js";
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
export function surfaceDimensions(contract: Contract, surface: Omit<CompiledSurface, "compiler">): SurfaceReading {
  const promised = dimensionsOf(contract);
  // Without the export nothing can be called or returned.
  if (surface.missing.length > 0) return { actual: { ...promised, inputs: [], outputs: [] }, notJudged: ALWAYS };
  const calls = callsOf(promised).map((call, place) => callReading(call, surface.functions[place] ?? null, promised));
  const inputs = calls.map(({ inputs: read }) => read);
  const outputs = calls.map(({ outputs: read }) => read);
  const differing = calls.flatMap(({ modes }) => modes ?? []);
  return {
    actual: {
      ...promised,
      inputs: withReadings(promised.inputs, inputs),
      outputs: withReadings(promised.outputs, outputs),
      modes: differing[0] ?? promised.modes,
    },
    notJudged: [...ALWAYS, ...channelsOf(promised), ...new Set(calls.flatMap(({ notJudged }) => notJudged))],
  };
}

/** What has a channel is proven by tests (decisions.md#channels). */
function channelsOf({ inputs, outputs }: Pick<Dimensions, "inputs" | "outputs">): string[] {
  return [
    ...inputs.flatMap(({ name, channel }) =>
      channel === undefined ? [] : [`inputs: ${name} comes by ${channel}, which tests show`],
    ),
    ...outputs.flatMap(({ name, channel }) =>
      channel === undefined ? [] : [`outputs: ${name} leaves by ${channel}, which tests show`],
    ),
  ];
}

/** What one function's signature shows of what is promised for it; `modes` only where they are others. */
type CallReading = {
  readonly inputs: { readonly promised: readonly Input[]; readonly actual: readonly Input[] };
  readonly outputs: { readonly promised: readonly Output[]; readonly actual: readonly Output[] };
  readonly modes?: Dimensions["modes"];
  readonly notJudged: readonly string[];
};

function callReading(call: Call, called: CompiledFunction | null, { modes }: Pick<Dimensions, "modes">): CallReading {
  const as = <T>(promised: readonly T[], actual: readonly T[]) => ({ promised, actual });
  if (called === null) {
    const about =
      call.export === null
        ? "the exports are not one function that the lists could be about"
        : `${call.export} is not one function with one signature`;
    return {
      inputs: as(call.inputs, call.inputs),
      outputs: as(call.outputs, call.outputs),
      notJudged: [`inputs, outputs and modes: ${about}`],
    };
  }
  const inputs = actualInputs(call, called);
  const outputs = actualOutputs(call.outputs, called);
  const read = { inputs: as(call.inputs, inputs.value), outputs: as(call.outputs, outputs.value) };
  const { promised: later } = called.returns;
  const notJudged = [...inputs.notJudged, ...outputs.notJudged];
  // A caller who gets nothing back by the call sees neither way of returning.
  if (call.outputs.length === 0) return { ...read, notJudged };
  const isOther = (later === "yes" && !modes.async) || (later === "no" && !modes.sync);
  return {
    ...read,
    ...(isOther ? { modes: { ...modes, sync: later === "no", async: later === "yes" } } : {}),
    notJudged: later === "unknown" ? [...notJudged, "modes: what comes back has no known type"] : notJudged,
  };
}

/** The promised list with what was read in the place of what was promised; what is read besides comes last. */
function withReadings<T extends { readonly name: string }>(
  promised: readonly T[],
  readings: readonly { readonly promised: readonly T[]; readonly actual: readonly T[] }[],
): T[] {
  const kept = promised.flatMap((item): T[] => {
    const reading = readings.find((one) => one.promised.includes(item));
    if (reading === undefined) return [item];
    return reading.actual.filter(({ name }) => name === item.name);
  });
  const names = new Set(promised.map(({ name }) => name));
  return [...kept, ...readings.flatMap(({ actual }) => actual.filter(({ name }) => !names.has(name)))];
}

/** Parameters by place: their names do not matter to a caller. One object may have them all, by name. */
function actualInputs(
  { inputs: promised, otherInputs, ...call }: Call,
  { parameters }: CompiledFunction,
): Part<Input[]> {
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
      // A parameter beyond the promised may hold what comes by another way, such as a stream.
      if (parameter.optional || otherInputs) return [];
      const name = parameter.name ?? `parameter-${place + 1}`;
      return [{ name, type: parameter.type, ...(call.export === null ? {} : { of: call.export }), constraints: [] }];
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
  if (only === undefined) return { value: [], notJudged: [] };
  if (others.length > 0) {
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
