import type { z } from "zod";
import type { Contract } from "../../src/domain/contract/contract.js";
import { deriveClauses } from "../../src/domain/contract/derive-clauses.js";

/** A valid contract with derived clauses and one manual clause. A test changes what it is about. */
export function aContract(overrides: Partial<Contract> = {}): Contract {
  const base = {
    schema_version: "1.0.0",
    module_id: "MM-0001",
    module_version: "1.0.0",
    name: "Tag normaliser",
    slug: "tag-normaliser",
    title: "Normalise tags",
    purpose: "Turns a raw tag into its canonical spelling",
    tags: ["text", "tags"],
    change_type: "new",
    inputs: [
      { name: "raw", type: "string", constraints: ["not empty", "at most 80 characters"] },
      { name: "locale", type: "string", optional: true, constraints: [] },
    ],
    outputs: [{ name: "tag", type: "string", invariants: ["lower case"] }],
    error_surfaces: [{ name: "EmptyTag", when: "raw holds no letter", surface: "exception" }],
    effects: [{ type: "WRITE", target: "audit-log", description: "appends one line for each call" }],
    modes: { sync: true, async: false, notes: "returns at once" },
    error_cases: ["a tag of emoji only"],
    dependencies: [{ ref: "MM-0002@^1.0.0", why: "folds Unicode" }],
    compatibility: { backward_compatible_with: ["MM-0001@^1.0.0"], breaking_change_policy: "a new major version" },
    runtime_budgets: { latency_ms_p95: 5 },
    entry: "src/tag.ts",
    files: [
      { path: "src/tag.ts", action: "CREATE", reason: "the module" },
      { path: "src/index.ts", action: "MODIFY", reason: "the barrel exports it" },
      { path: "test/tag.test.ts", action: "CREATE", reason: "its tests" },
    ],
    test_file: "test/tag.test.ts",
    target_artifacts: ["src/tag.ts"],
    creates: ["normaliseTag", "Tag"],
    consumes: ["foldUnicode"],
    mode: "STRICT",
    test_mapping: { "CL-HAPPY-001": ["normalises a tag"] },
    assertion_surface: [{ kind: "export", target: "normaliseTag" }],
    assertions: [
      {
        type: "assert",
        condition: "exports normaliseTag",
        message: "Must export normaliseTag",
        check: { type: "export_exists", target: "normaliseTag", file: "src/tag.ts" },
      },
    ],
    ...overrides,
  } satisfies Omit<Contract, "clauses"> & { clauses?: Contract["clauses"] };
  const handwritten: Contract["clauses"] = [
    {
      id: "CL-AUDIT-001",
      kind: "effect",
      normativity: "SHOULD",
      title: "One line a call",
      spec: "Each call appends exactly one line to the audit log",
      observables: ["file"],
      negative_cases: [],
    },
  ];
  return { ...base, clauses: overrides.clauses ?? [...deriveClauses(base), ...handwritten] };
}

/** The messages of a schema for a value, with their paths: `files[0].path: must ...`. Empty when the value is valid. */
export function complaints(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}
