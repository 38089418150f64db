import { Config } from "../../src/domain/config/config.js";
import type { Clause, ClauseKind } from "../../src/domain/contract/clause.js";
import type { ContractReading, JudgedContract } from "../../src/gates/contract-reading.js";
import type { ExecutionFacts } from "../../src/gates/execution-facts.js";
import type { GateContext, GateManifest } from "../../src/gates/gate-context.js";
import { productFiles } from "../../src/gates/product-files.js";
import { createSourceReader } from "../../src/languages/create-source-reader.js";
import { loadGrammars } from "../../src/languages/grammars/load-grammars.js";
import { READERS } from "../../src/languages/readers.js";
import { aFileTree, diffOf } from "./file-tree.js";

await loadGrammars(READERS);

const A_MANIFEST: GateManifest = {
  files: [
    { path: "src/tag.ts", action: "CREATE", reason: "the module" },
    { path: "test/tag.test.ts", action: "CREATE", reason: "its tests" },
  ],
  testFile: "test/tag.test.ts",
  entry: "src/tag.ts",
};

export const A_GOOD_TEST = `import { expect, it } from "vitest";
import { normaliseTag } from "../src/tag.js";

// @clause CL-HAPPY-001
it("normalises a tag", () => {
  expect(normaliseTag(" Blue ")).toBe("blue");
});

// @clause CL-ERROR-001
it("refuses an empty tag", () => {
  expect(() => normaliseTag("")).toThrow("EmptyTag");
});
`;

type Changes = Partial<Omit<GateContext, "head" | "base" | "sources">> & {
  readonly files?: Readonly<Record<string, string>>;
  readonly baseFiles?: Readonly<Record<string, string>>;
};

/** A context in which every static validator passes. A test changes what it is about. */
export function aGateContext({
  files,
  baseFiles = { "package.json": PACKAGE_JSON },
  ...changes
}: Changes = {}): GateContext {
  const base = aFileTree(baseFiles);
  const head = aFileTree(files ?? { ...baseFiles, "test/tag.test.ts": A_GOOD_TEST });
  const { manifest = A_MANIFEST, contract = aReading() } = changes;
  return {
    runType: "CONTRACT",
    mode: "STRICT",
    task: {
      title: "Normalise a tag",
      text: "Normalise a tag: lower case, trimmed. An empty tag is refused.",
      acceptanceCriteria: [],
    },
    module: "MM-0001@1.0.0",
    contract,
    manifest,
    lockedManifest: A_MANIFEST,
    lockedTests: null,
    previousFingerprint: null,
    base,
    head,
    diff: diffOf(base, head),
    testNotCommittedAt: null,
    sources: createSourceReader(head, { isProduct: productFiles(manifest, contract) }),
    seals: [],
    committedByLoop: new Map(),
    declaredPackages: [],
    dependencies: [],
    rules: Config.parse({}),
    danger: { enabled: false, paths: [], setBy: "configuration" },
    window: { context_window: 200_000 },
    sops: [],
    execution: null,
    ...changes,
  };
}

export const PACKAGE_JSON = JSON.stringify({ name: "tags", devDependencies: { vitest: "4.0.0" } });

export function aClause(id: string, kind: ClauseKind = "behavior"): Clause {
  return {
    id,
    kind,
    normativity: "MUST",
    title: `About ${id}`,
    spec: `What ${id} demands`,
    observables: ["output"],
    negative_cases: [],
  };
}

export function aJudgedContract(changes: Partial<JudgedContract> = {}): JudgedContract {
  return {
    mode: "STRICT",
    clauses: [aClause("CL-HAPPY-001"), aClause("CL-ERROR-001", "error")],
    assertion_surface: [{ kind: "export", target: "normaliseTag" }],
    assertions: [],
    creates: ["normaliseTag"],
    target_artifacts: ["src/tag.ts"],
    entry: "src/tag.ts",
    error_surfaces: [{ name: "EmptyTag", when: "the tag is empty", surface: "exception" }],
    stated_mapping: null,
    ...changes,
  };
}

export function aReading(changes: Partial<JudgedContract> = {}): ContractReading {
  return { kind: "read", contract: aJudgedContract(changes), fingerprint: "a".repeat(64) };
}

export function executionFacts(changes: Partial<ExecutionFacts> = {}): ExecutionFacts {
  return { red: null, green: null, commands: [], suite: { ran: false, reason: "not due" }, ...changes };
}
