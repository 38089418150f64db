import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import type { JudgedFiles } from "../../languages/judged-files.js";
import type { JudgedContract } from "../contract-reading.js";
import type { GateContext } from "../gate-context.js";
import { type AssertionSettings, checkAssertion } from "./check-assertion.js";
import { exportsOf, findExport } from "./find-export.js";

/**
 * The assertions of a module's contract and the names to create, checked at the head
 * (requirements.md#post-execution-check).
 */
export type AssertionReport = {
  readonly results: readonly AssertionResult[];
  readonly creates: readonly string[];
  /** For additive tolerance: additional exports are allowed. */
  readonly foundExports: readonly string[];
};

/** Nothing is checked without a readable contract. A stand-alone plan has no assertions. */
export function checkAssertions(context: GateContext): AssertionReport {
  if (context.contract.kind !== "read") return { results: [], creates: [], foundExports: [] };
  const { contract } = context.contract;
  const files: JudgedFiles = { head: context.head, sources: context.sources };
  const entry = contract.entry ?? contract.target_artifacts[0] ?? context.manifest.testFile;
  const settings: AssertionSettings = { entry, semantic: context.rules.semantic_assertions };
  return {
    results: contract.assertions.map((assertion) => checkAssertion(assertion, files, settings)),
    creates: contract.creates,
    foundExports: foundExports(contract.creates, entry, files),
  };
}

/** The entry's exports. If its language cannot be read, the promised exports that its text declares. */
function foundExports(creates: JudgedContract["creates"], entry: string, files: JudgedFiles): string[] {
  const names = exportsOf(entry, files);
  const promised = creates.filter((name) => findExport(entry, name, files).found);
  return [...new Set([...promised, ...names])];
}
