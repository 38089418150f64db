import { z } from "zod";

/** Whether a type says what the contract says; unknown where nobody wrote it down, or it cannot be compared. */
export const Agreement = z.enum(["yes", "no", "unknown"]);
export type Agreement = z.infer<typeof Agreement>;

const Words = z.string().max(2_000);

/** One parameter as the compiler sees it. `name` is null for one that is taken apart at once. */
export const CompiledParameter = z.strictObject({
  name: Words.nullable(),
  type: Words,
  /** Somebody wrote its type down, in TypeScript or in a JSDoc comment. */
  typed: z.boolean(),
  optional: z.boolean(),
  /** Whether it takes what the contract's input of the same place gives. */
  accepts: Agreement,
  /** The names of its parts, where it is an object whose parts are known. */
  parts: z.array(Words).nullable(),
  /** Whether it has room for several inputs: a number has none, an object has, and so may what nobody typed. */
  roomy: z.boolean(),
  /** It takes all arguments that are left. */
  rest: z.boolean(),
});
export type CompiledParameter = z.infer<typeof CompiledParameter>;

/** The one function that a contract's inputs and outputs are about. */
export const CompiledFunction = z.strictObject({
  name: Words,
  parameters: z.array(CompiledParameter),
  returns: z.strictObject({
    type: Words,
    promised: Agreement,
    /** Whether it gives what the contract's only output says. */
    gives: Agreement,
    parts: z.array(Words).nullable(),
  }),
});
export type CompiledFunction = z.infer<typeof CompiledFunction>;

/** What a module's entry offers, as the compiler of its language sees it. */
export const CompiledSurface = z.strictObject({
  compiler: Words,
  exports: z.array(z.strictObject({ name: Words, signature: Words })),
  /** Promised and not there. */
  missing: z.array(Words),
  /** Null where the exports are several functions, a class or no function: then no list of inputs is one of parameters. */
  function: CompiledFunction.nullable(),
});
export type CompiledSurface = z.infer<typeof CompiledSurface>;

/** What the compiler is asked about: sources by path, and what the contract promises. */
export type SurfaceQuestion = {
  readonly entry: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly creates: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
};
