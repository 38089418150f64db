import { z } from "zod";
import { ClauseId } from "../contract/clause.js";
import { RepoPath } from "../contract/repo-path.js";

/** A test that ran and passed, with the clauses that it answers by its tags. */
const ProvingTest = z.strictObject({
  name: z.string().min(1),
  file: RepoPath,
  line: z.int().positive(),
  clauses: z.array(ClauseId),
});

/**
 * What shows one acceptance criterion in a shipped module: tests that passed at the judged head, or assertions of the
 * contract for what no test can show.
 */
export const CriterionProof = z.strictObject({
  criterion: z.string().min(1),
  tests: z.array(ProvingTest),
  assertions: z.array(z.string().min(1)).exactOptional(),
});
export type CriterionProof = z.infer<typeof CriterionProof>;

/** A shipped module with what it proves. */
export type ShippedProof = {
  readonly module_ref: string;
  readonly task_id: string | null;
  /** The judged head, at which the tests passed. */
  readonly commit: string;
  readonly files: readonly string[];
  readonly proofs: readonly CriterionProof[];
};

export function isProved({ tests, assertions = [] }: CriterionProof): boolean {
  return tests.length + assertions.length > 0;
}
