import { bareExportName } from "./assertion.js";
import type { Dimensions, Input, Output } from "./dimensions.js";

/** One exported function and what of the contract its signature shows: parameters and what it returns. */
export type Call = {
  /** Null for the only function, when the contract names none. */
  readonly export: string | null;
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  /** Something reaches it or leaves it by another way, which only tests can show. */
  readonly otherInputs: boolean;
  readonly otherOutputs: boolean;
};

/**
 * The calls that a contract describes. An input with a channel is no parameter, and an output with one is not returned
 * (decisions.md#channels).
 */
export function callsOf({ inputs, outputs }: Pick<Dimensions, "inputs" | "outputs">): Call[] {
  const exports = new Set([...inputs, ...outputs].map(exportOf));
  return [...exports].map((name) => {
    const [ownInputs, ownOutputs] = [
      inputs.filter((input) => exportOf(input) === name),
      outputs.filter((output) => exportOf(output) === name),
    ];
    return {
      export: name,
      inputs: ownInputs.filter(({ channel }) => channel === undefined),
      outputs: ownOutputs.filter(({ channel }) => channel === undefined),
      otherInputs: ownInputs.some(({ channel }) => channel !== undefined),
      otherOutputs: ownOutputs.some(({ channel }) => channel !== undefined),
    };
  });
}

function exportOf({ of }: Pick<Input, "of">): string | null {
  return of === undefined ? null : bareExportName(of);
}
