import { namesValue, quotedValues } from "./quoted-values.js";

/** What a task says, and what was made of it. */
export type ShownFacts = {
  readonly acceptanceCriteria: readonly string[];
  /** The task's description and contract sketch. */
  readonly taskText: string;
  /** The module's test and support files. */
  readonly tests: readonly string[];
  /** The contract and its examples; null before there is one. */
  readonly promises: string | null;
};

/** Quoted values that cannot be found where they belong. */
export type UnshownValues = {
  /** By criterion: what no test has. */
  readonly criteria: readonly { readonly criterion: string; readonly values: readonly string[] }[];
  /** Of the rest of the task: what neither contract, examples nor tests have. */
  readonly task: readonly string[];
};

/**
 * What a program can find by itself, so that no reviewer has to (decisions.md#what-a-program-can-check): the values that
 * the task quotes and nothing shows. A value may be shown in other words, so this is a fact and no failure.
 */
export function unshownValues({ acceptanceCriteria, taskText, tests, promises }: ShownFacts): UnshownValues {
  const isTested = (value: string) => tests.some((text) => namesValue(text, value));
  const isPromised = (value: string) => promises !== null && namesValue(promises, value);
  return {
    criteria: acceptanceCriteria
      .map((criterion) => ({ criterion, values: quotedValues(criterion).filter((value) => !isTested(value)) }))
      .filter(({ values }) => values.length > 0),
    task: quotedValues(taskText).filter((value) => !isTested(value) && !isPromised(value)),
  };
}
