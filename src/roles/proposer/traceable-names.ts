import type { ContractAssertion } from "../../domain/contract/assertion.js";
import { testsIn } from "../../languages/tests-in.js";

type Tests = { readonly path: string; readonly text: string };

/**
 * Everything that an acceptance criterion can be traced to: the tests, with and without their suite, and the assertions
 * of the contract, for what no test can show. Undefined if the tests cannot be read here: the gates report it and decide.
 */
export function traceableNames(
  { path, text }: Tests,
  assertions: readonly Pick<ContractAssertion, "message">[],
): string[] | undefined {
  const tests = testsIn(path, text).flatMap(({ name, title }) => [name, title]);
  return tests.length === 0 ? undefined : [...tests, ...assertions.map(({ message }) => message)];
}
