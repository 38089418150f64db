import type { ts } from "../../compiler.js";
import { operandCount } from "../tests/assertion-words.js";
import type { CallChain } from "../tests/call-chain.js";

/** What an assertion compares with what, and in which words. */
export type Compared = {
  readonly actual: readonly ts.Expression[];
  readonly expected: readonly ts.Expression[];
  /** `not`, `toBe`; of `assert(x)` none. */
  readonly words: readonly string[];
};

/** Undefined where its parts cannot be told from each other: a chain of a package, a helper. */
export function comparedBy({ root, rootArgs, links }: CallChain): Compared | undefined {
  const words = links.map(({ name }) => name);
  const last = links.at(-1);
  const isExpect = words.every((word) => word !== "expect") && rootArgs !== undefined && links.length > 0;
  if (isExpect && /^(?:expect|should|e|chai)$/i.test(root.getText())) {
    return { actual: rootArgs, expected: links.flatMap(({ args }) => args ?? []), words };
  }
  const at = words.findIndex((word) => word === "expect" || word === "soft" || word === "poll");
  const started = links[at];
  if (at === 0 && started?.args !== undefined && links.length > 1) {
    const rest = links.slice(1);
    return {
      actual: started.args,
      expected: rest.flatMap(({ args }) => args ?? []),
      words: rest.map(({ name }) => name),
    };
  }
  if (words.includes("should")) return { actual: [root], expected: last?.args ?? [], words };
  // supertest: what it is compared with is what the request gives.
  if (last?.name === "expect") return undefined;
  const given = last?.args ?? (links.length === 0 ? rootArgs : undefined);
  if (given === undefined) return undefined;
  const method = last?.name ?? root.getText();
  const [actual, ...others] = given.slice(0, operandCount(method));
  return actual === undefined ? undefined : { actual: [actual], expected: others, words: [method] };
}
