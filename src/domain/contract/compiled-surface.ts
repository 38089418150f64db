import { z } from "zod";

/**
 * Whether a type matches the contract. It is unknown where nobody wrote a type down, or where the types cannot be
 * compared.
 */
export const Agreement = z.enum(["yes", "no", "unknown"]);
export type Agreement = z.infer<typeof Agreement>;

const Words = z.string().max(2_000);

/** One parameter as the compiler sees it. `name` is null for a destructured parameter. */
export const CompiledParameter = z.strictObject({
  name: Words.nullable(),
  type: Words,
  /** The source declares its type, in TypeScript or in a JSDoc comment. */
  typed: z.boolean(),
  optional: z.boolean(),
  /** Whether it accepts the contract's input at the same position. */
  accepts: Agreement,
  /** The names of its properties, where it is an object with known properties. */
  parts: z.array(Words).nullable(),
  /** Whether it can hold several inputs. An object can, a number cannot, and an untyped parameter may. */
  roomy: z.boolean(),
  /** A rest parameter. */
  rest: z.boolean(),
});
export type CompiledParameter = z.infer<typeof CompiledParameter>;

/** The function that the contract's inputs and outputs describe. */
export const CompiledFunction = z.strictObject({
  name: Words,
  parameters: z.array(CompiledParameter),
  returns: z.strictObject({
    type: Words,
    promised: Agreement,
    /** Whether it returns what the contract's only output describes. */
    gives: Agreement,
    parts: z.array(Words).nullable(),
  }),
});
export type CompiledFunction = z.infer<typeof CompiledFunction>;

/** The exports of a module's entry, as the compiler of its language sees them. */
export const CompiledSurface = z.strictObject({
  compiler: Words,
  exports: z.array(z.strictObject({ name: Words, signature: Words })),
  /** Promised exports that are missing. */
  missing: z.array(Words),
  /**
   * One for each call that was asked about. Null where it is several functions, a class or no function: then inputs
   * cannot be compared with parameters.
   */
  functions: z.array(CompiledFunction.nullable()),
});
export type CompiledSurface = z.infer<typeof CompiledSurface>;

/** The question to the compiler: sources by path, and what the contract promises. */
export type SurfaceQuestion = {
  readonly entry: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly creates: readonly string[];
  readonly calls: readonly CallQuestion[];
};

/** One exported function, and the types of the parameters and results that the contract promises for it. */
export type CallQuestion = {
  readonly export: string | null;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
};
