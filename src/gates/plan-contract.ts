import { z } from "zod";
import { AssertionTarget } from "../domain/contract/assertion.js";
import { Clause } from "../domain/contract/clause.js";
import { ContractMode } from "../domain/contract/contract.js";
import { RepoPath } from "../domain/contract/repo-path.js";
import { noDuplicates } from "../domain/contract/unique.js";
import type { ContractReading } from "./contract-reading.js";

const PlanClause = z.strictObject({
  id: Clause.shape.id,
  kind: Clause.shape.kind,
  normativity: Clause.shape.normativity,
  title: Clause.shape.title,
  spec: Clause.shape.spec,
  observables: Clause.shape.observables,
  negativeCases: Clause.shape.negative_cases.optional(),
});

/** The contract inside a stand-alone `plan.json`, in its own spelling (requirements.md#the-plan-file). */
export const PlanContract = z.strictObject({
  schemaVersion: z.literal("1.0.0"),
  slug: z.string().min(1).max(64),
  title: z.string().min(1),
  mode: ContractMode,
  changeType: z.enum(["new", "modify", "bugfix", "refactor"]),
  targetArtifacts: z.array(RepoPath).min(1),
  clauses: z
    .array(PlanClause)
    .min(1)
    .superRefine(noDuplicates("clause", (clause) => clause.id, "id")),
  testMapping: z.record(z.string(), z.array(z.string())).optional(),
  assertionSurface: z.array(AssertionTarget).optional(),
});
export type PlanContract = z.infer<typeof PlanContract>;

/** Reads `plan.json.contract`. The person who runs the gates alone grants its mode. */
export function readPlanContract(value: unknown): ContractReading {
  if (value === undefined || value === null) return { kind: "absent" };
  const parsed = PlanContract.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
    return { kind: "invalid", errors };
  }
  const { mode, clauses, targetArtifacts, assertionSurface, testMapping } = parsed.data;
  const contract = {
    mode,
    clauses: clauses.map(({ negativeCases, ...clause }) => ({ ...clause, negative_cases: negativeCases ?? [] })),
    target_artifacts: targetArtifacts,
    assertion_surface: assertionSurface ?? [],
    assertions: [],
    creates: [],
    entry: null,
    error_surfaces: [],
    stated_mapping: testMapping ?? null,
  };
  return { kind: "read", contract, fingerprint: null };
}
