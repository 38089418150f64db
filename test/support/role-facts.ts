import type { Call, RoleFacts } from "../../src/context/sections/role-facts.js";
import type { RoleInput } from "../../src/domain/artifacts/visibility.js";
import { Config } from "../../src/domain/config/config.js";
import { BuiltModule } from "../../src/domain/plan/micro-plan.js";
import { aContract } from "./contract.js";
import { aChallenge, aFail, aFailure, amendedApproval, aProposal } from "./debate.js";
import { aContext, anExport } from "./execution-context.js";
import { aPlan } from "./micro-plan.js";
import { aSop } from "./sop.js";
import { aViolation } from "./violation.js";
import { head } from "./workspace.js";

/** A word that stands in one kind of input only. */
export const canary = (input: RoleInput | "source" | "rubric-assessment") => `CANARY-${input}-CANARY`;

export const boundary = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

export function aCall<Task extends string | null>(task: Task, changes: Partial<Call> = {}): Call & { task: Task } {
  const sizing = Config.parse({}).sizing;
  const base = { packId: "CP-00000001", runId: "run-1", head, boundary, now: "2026-01-31T12:00:00Z", sizing };
  return { ...base, ...changes, task };
}

const [planned] = aPlan({ tag: [] }).modules;

/** Every fact, each with its own canary. The canaries of sources stand in bodies, values and comments. */
export function allFacts() {
  const source = `// ${canary("source")}\nexport const tag = (raw: string): string => "${canary("source")}" + raw;\n`;
  return {
    taskFile: `# Task\n${canary("task-file")}`,
    acceptanceCriteria: [`returns ${canary("acceptance-criteria")}`],
    module: BuiltModule.parse(planned),
    contract: aContract({ purpose: `Normalises ${canary("module-contract")}` }),
    examples: `## Example\n${canary("module-examples")}`,
    inventory: [
      { name: "normalises a tag", clauses: ["CL-HAPPY-001"], asserts: ["equal(tag('a'), 'a')"] },
      { name: canary("test-inventory"), clauses: [], asserts: [] },
    ],
    testFiles: [{ name: "test/tag.test.ts", text: `equal(tag("a   b"), "${canary("test-files")}")` }],
    reviewedPlan: `modules: ${canary("reviewed-plan")}`,
    planFindings: [{ name: "the review of MP-00000001", text: canary("plan-findings") }],
    testSetup: [{ name: "how it is judged", text: canary("test-setup") }],
    taskDescription: `Tags are written by hand. ${canary("task-description")}`,
    roundStart: `The Arbiter rejected it. ${canary("round-start")}`,
    changesSince: [{ name: "test/tag.test.ts", text: `+ ${canary("changes-since")}` }],
    unshownValues: { criteria: [{ criterion: "returns", values: [canary("unshown-values")] }], task: [] },
    gates: {
      validators: [
        {
          code: "TEST_HAS_ASSERTIONS",
          gate: 1,
          status: "WARNING",
          message: `1 of 1 tests assert ${canary("gate-results")}\n${canary("source")}`,
          details: { quoted: canary("source") },
          duration_ms: 1,
          fix: canary("source"),
          places: [{ path: "src/tag.ts", line: 1, message: canary("source") }],
        },
        {
          code: "STRICT_COMPILATION",
          gate: 2,
          status: "FAILED",
          message: canary("source"),
          details: {},
          duration_ms: 1,
          fix: "",
          places: [],
        },
      ],
      tests: [{ name: "normalises a tag", status: "failed", output: canary("source") }],
      assertions: [
        {
          assertion: { type: "assert", condition: "x", message: "Must export tag", check: { type: "pattern_match" } },
          passed: false,
          tier: 1,
          expected: "a match",
          actual: canary("source"),
        },
      ],
      commands: [
        {
          name: "typecheck",
          command: "tsc",
          required: true,
          status: "FAILED",
          exit_code: 1,
          duration_ms: 1,
          output: canary("source"),
        },
      ],
    },
    proposal: aProposal({ claim: `normalises ${canary("proposal")}` }),
    challenge: aChallenge(
      aFail({
        failures: [aFailure({ invariant: `holds for ${canary("challenge")}` })],
        rubric_assessments: aFail().rubric_assessments.map((each) => ({
          ...each,
          evidence: `${each.evidence} ${canary("rubric-assessment")}`,
        })),
      }),
    ),
    adjudication: { ...amendedApproval, rationale: `because of ${canary("adjudication")}` },
    trail: [
      {
        ended: null,
        proposal: aProposal({ proposal_id: "PROP-00000002", claim: `earlier ${canary("debate-trail")}` }),
        challenge: aChallenge(aFail(), "CHAL-00000002"),
        adjudication: { ...amendedApproval, adjudication_id: "ADJ-00000002", rationale: "the earlier adjudication" },
      },
    ],
    dependencies: [
      {
        ref: "MM-0002@1.0.0",
        contract: aContract({ name: "Fold", purpose: `Folds ${canary("dependency-contracts")}` }),
        fingerprint: "f".repeat(64),
        signatures: ["export declare function fold(text: string): string;"],
        examples: "## Fold",
      },
    ],
    indexResults: [],
    sections: {
      moduleId: "MM-0001",
      dependsOn: ["MM-0002"],
      creates: ["normaliseTag()"],
      assertions: aContract().assertions,
      neighbours: [{ moduleId: "MM-0003", shipped: false, creates: [canary("do-not-import")] }],
      neighboursLeftOut: 0,
      context: aContext({
        available_exports: [anExport({ name: canary("dependency-exports"), created_by: "MM-0002@1.0.0" })],
        changes_so_far: {
          files_created: [`src/${canary("workspace")}.ts`, "src/fold.ts"],
          files_modified: [],
          total_additions: 1,
          total_deletions: 0,
        },
      }),
      retry: {
        attempt: 2,
        max_attempts: 3,
        previous_violations: [aViolation(), aViolation({ source: "build", check: "build", actual: canary("source") })],
      },
      keepsTree: true,
      isSealed: (path) => path === "src/fold.ts",
    },
    impact: {
      analysis: {
        files_affected: [`src/${canary("impact-analysis")}.ts`],
        functions_affected: [],
        types_affected: [],
      },
      sealedUsers: 1,
    },
    priorTasks: [
      {
        task_id: "T-core-a-b-001",
        title: canary("prior-tasks"),
        commit_sha: head,
        changed_files: ["a.ts"],
        sealed_files: ["src/fold.ts"],
        modules: [{ ref: "MM-0002@1.0.0", entry: "src/fold.ts", exports: ["fold"] }],
      },
    ],
    decisions: [{ name: "why it was split", text: canary("prior-decisions") }],
    sops: [aSop({ body: canary("sops") })],
    conventions: [{ name: "names", pattern: canary("conventions"), applies_to: "*.ts", seen_in: ["T-core-a-b-001"] }],
    sources: [{ name: "src/tag.ts", text: source }],
    unownedPaths: [`docs/${canary("unowned-code")}.md`],
    seals: [{ module_ref: "MM-0002@1.0.0", files: [{ path: "src/fold.ts", blob: head }] }],
    semanticCheck: {
      type: "suggest",
      condition: "reads well",
      message: canary("semantic-check"),
      check: { type: "semantic", target: "src/tag.ts", criterion: "names tell what they are for" },
    },
    request: [{ name: "SPEC.md", text: canary("product-request") }],
    draft: canary("product-draft"),
    feedback: [{ name: "octocat", text: canary("human-feedback") }],
    research: [{ name: "https://example.com", text: canary("research") }],
  } satisfies RoleFacts;
}
