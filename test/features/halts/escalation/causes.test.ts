import { describe, expect, expectTypeOf, it } from "vitest";
import type { AdjudicationStep, ChallengeStep } from "../../../../src/domain/debate/routing.js";
import type { WriteGuardDecision } from "../../../../src/domain/debate/write-guard.js";
import type { FailedRoundStep } from "../../../../src/features/gate-runs/gate-routing.js";
import { causeRow, HALT_CAUSES, HaltCause, type HaltKind } from "../../../../src/features/halts/escalation/causes.js";
import { FailedInvariant, type Reach } from "../../../../src/features/halts/escalation/define-cause.js";
import { minimalDecision } from "../../../../src/features/halts/escalation/minimal-decision.js";
import type { ResolutionAction } from "../../../../src/features/halts/resolution/human-resolution.js";
import { HALTS } from "../../../support/halt-causes.js";

/** What each cause reaches, what is recommended, and words that its sentence must have. */
const EXPECTED: { readonly [Kind in HaltKind]: readonly [Reach, ResolutionAction, RegExp] } = {
  "debate-rejected": ["module", "SPLIT_TASK", /MM-0001@1\.0\.0.*rejection/],
  "repeated-objection": ["module", "AMEND_SPEC", /MM-0001@1\.0\.0.*one objection twice in a row/],
  "mild-review-violation": ["module", "RETRY_TASK", /MM-0001@1\.0\.0.*no review that can be used/],
  "amendment-not-applied": ["module", "PROVIDE_FIX", /MM-0001@1\.0\.0.*one amendment/],
  "write-attempt": ["module", "RETRY_TASK", /challenger.*tried to write twice/],
  "plan-level-failure": ["task", "SPLIT_TASK", /split, revised or merged/],
  "plan-review-failed": [
    "task",
    "REVISE_PLAN",
    /override` to take MP-00000001 as it is: its review still has one finding/,
  ],
  "plan-invalid": ["task", "REVISE_PLAN", /one error after being asked again twice/],
  "task-too-large": ["task", "SPLIT_TASK", /^Split the task: it is too large/],
  "preconditions-missing": ["module", "REVISE_PLAN", /^Revise the plan: MM-0001@1\.0\.0 counts on something/],
  "plan-cannot-be-built": ["task", "REVISE_PLAN", /^Revise the plan: MM-0001@1\.0\.0 cannot be built without/],
  "sops-do-not-fit": ["task", "SPLIT_TASK", /^Split the task so that fewer procedures apply/],
  "dependency-not-allowed": ["task", "APPROVE_OVERRIDE", /^Agree to left-pad/],
  "dependencies-refused": ["task", "REVISE_PLAN", /plan without these packages/],
  "dependency-runs-scripts": ["task", "APPROVE_OVERRIDE", /one package with install scripts.*esbuild@0\.25\.0/],
  "interface-change": ["task", "APPROVE_INTERFACE_CHANGE", /ICE-00000001.*MM-0007@1\.2\.0/],
  "contract-not-agreed": ["task", "REJECT_INTERFACE_CHANGE", /without ICE-00000001.*MM-0007@1\.2\.0/],
  "contract-amendment-rejected": ["module", "REVISE_PLAN", /MM-0001@1\.0\.0.*amendment was rejected/],
  "gates-failing": ["module", "PROVIDE_FIX", /MM-0001@1\.0\.0.*STRICT_COMPILATION stayed red/],
  "branch-failing": ["task", "RETRY_TASK", /only reuses what is there, and PRODUCTION_BUILD_PASS is red/],
  "tests-failing": ["module", "PROVIDE_FIX", /1 of its 2 tests fail/],
  "fingerprint-mismatch": ["module", "PROVIDE_FIX", /differ in inputs/],
  "test-regression": ["task", "PROVIDE_FIX", /2 tests of the baseline do not pass any more/],
  "gate-run-failed": ["task", "RETRY_TASK", /gates workflow/],
  "answer-invalid": ["task", "RETRY_TASK", /planner is asked afresh/],
  "call-failed": ["task", "RETRY_TASK", /claude-sonnet-5-5 works again/],
  "job-failed": ["task", "RETRY_TASK", /the job ship-module failed 3 times with the same error/],
  "task-budget-exhausted": [
    "task",
    "SPLIT_TASK",
    /^Split the task, or raise budgets\.max_calls_per_task in \.factory\/config\.yml and retry: 40 of its 40 calls are used/,
  ],
  "merge-tree-mismatch": ["project", "APPROVE_OVERRIDE", /merge a{40}/],
  "module-digest-mismatch": ["task", "RETRY_TASK", /MM-0001@1\.0\.0/],
  "merge-conflict": ["task", "PROVIDE_FIX", /src\/slug\.ts/],
  "fix-refused": ["task", "PROVIDE_FIX", /stays within one module/],
  "taken-back": ["task", "AMEND_SPEC", /alice took it back in pull request 12/],
  "branch-taken-over": ["task", "RETRY_TASK", /alice deleted the branch of pull request 7/],
};
const causes = Object.values(HALTS);
const failed = (cause: HaltCause) =>
  minimalDecision(cause).failed.map(({ invariant, evidence }) => `${invariant}: ${evidence}`);

describe("every cause of a halt", () => {
  it("has a row and a sample", () => {
    expect(HALT_CAUSES.map(({ kind }) => kind).sort()).toEqual(Object.keys(HALTS).sort());
  });

  it.each(causes)("$kind reads its evidence and advises", (cause) => {
    expect(HaltCause.parse(cause)).toEqual(cause);
    const [reach, recommended, sentence] = EXPECTED[cause.kind];
    const advice = minimalDecision(cause);
    expect(causeRow(cause.kind).reach).toBe(reach);
    expect(advice.recommended).toBe(recommended);
    expect(advice.decision).toMatch(sentence);
    expect(advice.decision).toMatch(/^[A-Z].*\.$/);
    expect(advice.failed.length).toBeGreaterThan(0);
    for (const { invariant, evidence } of advice.failed)
      expect(`${invariant}${evidence}`).not.toMatch(/undefined|\[object/);
  });

  it.each(causes.flatMap((cause) => Object.keys(cause).map((field) => ({ kind: cause.kind, field, cause }))))(
    "$kind without its $field is refused",
    ({ cause, field }) => {
      const candidate: Record<string, unknown> = { ...cause };
      delete candidate[field];
      expect(HaltCause.safeParse(candidate).success).toBe(false);
    },
  );

  it.each(
    causes.flatMap((cause) =>
      Object.entries(cause)
        .filter(([, value]) => Array.isArray(value))
        .map(([field]) => ({ kind: cause.kind, field, cause })),
    ),
  )("$kind with an empty list of $field is refused", ({ cause, field }) => {
    expect(HaltCause.safeParse({ ...cause, [field]: [] }).success).toBe(false);
  });

  it("is refused with a field of another kind", () => {
    expect(HaltCause.safeParse({ ...HALTS["call-failed"], module: "MM-0001@1.0.0" }).success).toBe(false);
  });

  it.each<HaltCause>([
    { ...HALTS["branch-taken-over"], by: "null" },
    { ...HALTS["taken-back"], by: "nil" },
    { ...HALTS["merge-conflict"], paths: ["TODO.md"] },
    { ...HALTS["gate-run-failed"], runs: [{ run_id: 1, conclusion: "unknown" }] },
    { ...HALTS["answer-invalid"], errors: ["TODO: there is no such field: remove it"] },
    { ...HALTS["call-failed"], last_error: "undefined" },
    { ...HALTS["dependency-runs-scripts"], packages: ["nil"] },
    { ...HALTS["dependency-not-allowed"], dependencies: [{ name: "undefined", range: "-", why: "padding" }] },
    { ...HALTS["preconditions-missing"], blockers: ["TODO.ts is not there"] },
    { ...HALTS["gates-failing"], failures: [{ validator: "lint", message: "TODO.ts(3,1): error TS2322" }] },
  ])("takes names, paths and what tools say as they come: $kind", (cause) => {
    expect(HaltCause.parse(cause)).toEqual(cause);
    expect(minimalDecision(cause).failed.every((failed) => FailedInvariant.safeParse(failed).success)).toBe(true);
  });

  it("uses the plural for several things", () => {
    const repeated = HALTS["repeated-objection"];
    const objections = repeated.objections.flatMap((one) => [one, one]);
    expect(minimalDecision(repeated).decision).toMatch(/one objection twice .* did not answer it\.$/);
    expect(minimalDecision({ ...repeated, objections }).decision).toMatch(
      /2 objections twice .* did not answer them\.$/,
    );
    const query = HALTS["dependency-not-allowed"];
    const dependencies = query.dependencies.flatMap((one) => [one, one]);
    expect(minimalDecision(query).decision).toMatch(/allow it for good .* without it\.$/);
    expect(minimalDecision({ ...query, dependencies }).decision).toMatch(/allow them for good .* without them\.$/);
  });

  it("cuts what is longer than a report may hold, between characters", () => {
    const paths = ["x".repeat(20_000), `${"x".repeat(19_998)}😀 and more`];
    const read = HaltCause.parse({ ...HALTS["merge-conflict"], paths });
    expect(read).toMatchObject({ paths: ["x".repeat(20_000), `${"x".repeat(19_998)}…`] });
    expect(HaltCause.parse(read)).toEqual(read);
  });

  it("still wants a sentence from a role", () => {
    expect(HaltCause.safeParse({ ...HALTS["debate-rejected"], rationale: "TODO" }).success).toBe(false);
  });

  it("belongs to one row only", () => {
    for (const cause of causes) {
      expect(HALT_CAUSES.filter((row) => row.advise(cause) !== undefined).map(({ kind }) => kind)).toEqual([
        cause.kind,
      ]);
    }
  });

  it("includes every cause that the debate can end in", () => {
    type Ends = ChallengeStep | AdjudicationStep | FailedRoundStep | WriteGuardDecision;
    expectTypeOf<Extract<Ends, { cause: string }>["cause"]>().toExtend<HaltKind>();
  });
});

describe("what failed", () => {
  it.each<[HaltKind, string[]]>([
    ["debate-rejected", ["The Arbiter approves MM-0001@1.0.0: two responsibilities"]],
    [
      "amendment-not-applied",
      [
        'MODIFY contract:error_surfaces.EmptyTitleError.when: say "the title is empty or only white space": the target is unchanged. The Proposer: it contradicts CL-ERR-001',
      ],
    ],
    ["tests-failing", ['Every test passes at ship: "rejects an empty title" failed at 2026-01-31T12:00:00Z']],
    [
      "fingerprint-mismatch",
      [
        `The shipped interface is the locked one: Interface fingerprint mismatch: expected ${"1".repeat(64)}, got ${"2".repeat(64)}`,
        "inputs are as locked: removed title",
      ],
    ],
    [
      "test-regression",
      [
        'What passed before still passes: "adds numbers" is failing',
        'What passed before still passes: "subtracts numbers" is gone',
      ],
    ],
    ["task-budget-exhausted", ["The task stays within its limit: 40 of 40 calls used, and 2 calls of unknown cost"]],
    [
      "module-digest-mismatch",
      [`A verdict is about the files that ship: src/slug.ts: judged ${"a".repeat(40)}, found nothing`],
    ],
    ["gates-failing", ["STRICT_COMPILATION: TS2322 in src/slug.ts (after 3 attempts)"]],
    ["plan-invalid", ["The plan is valid at modules: needs at least one module"]],
    ["write-attempt", ["The challenger judges and never writes: It called edit, bash."]],
  ])("of %s is told exactly", (kind, expected) => {
    expect(failed(HALTS[kind])).toEqual(expected);
  });

  it("leaves out what is not known to be", () => {
    const silent = { ...HALTS["amendment-not-applied"] };
    const unapplied = silent.unapplied.map((entry) => ({ ...entry, explanation: " " }));
    expect(failed({ ...silent, unapplied })[0]).toMatch(/: the target is unchanged$/);
    const root = { path: "", field: "", severity: "ERROR", message: "is not a mapping" } as const;
    expect(failed({ ...HALTS["plan-invalid"], errors: [root] })).toEqual([
      "The plan is valid at its root: is not a mapping",
    ]);
  });

  it("distinguishes a model's refusal from its absence", () => {
    expect(minimalDecision({ ...HALTS["call-failed"], outcome: "refused" }).decision).toMatch(
      /claude-sonnet-5-5 refuses/,
    );
    expect(HaltCause.safeParse({ ...HALTS["call-failed"], outcome: "answered" }).success).toBe(false);
  });

  it("counts in words that fit", () => {
    const objections = [...HALTS["repeated-objection"].objections, ...HALTS["repeated-objection"].objections];
    expect(minimalDecision({ ...HALTS["repeated-objection"], objections }).decision).toContain("2 objections twice");
    const tests = HALTS["test-regression"].tests.slice(0, 1);
    expect(minimalDecision({ ...HALTS["test-regression"], tests }).decision).toContain(
      "one test of the baseline does not",
    );
  });

  it.each([
    { ...HALTS["gates-failing"], says: /STRICT_COMPILATION and 4980 more stayed red/ },
    { ...HALTS["branch-failing"], says: /PRODUCTION_BUILD_PASS and 4980 more is red/ },
    { ...HALTS["test-regression"], says: /4982 tests of the baseline do not pass/ },
    { ...HALTS["merge-conflict"], says: /the conflict in src\/slug\.ts and 4980 more on/ },
    { ...HALTS["dependency-runs-scripts"], says: /4981 packages .*: esbuild@0\.25\.0 and 4980 more\./ },
    { ...HALTS["plan-invalid"], says: /4981 errors/ },
    { ...HALTS["fix-refused"], says: /within one module/ },
    { ...HALTS["dependencies-refused"], says: /plan without these packages/ },
    { ...HALTS["answer-invalid"], says: /asked afresh/ },
  ])("of a long list is told by its first, and by how many more there are and where: $kind", ({ says, ...listed }) => {
    const left_out = { count: 4_980, all_in: "gates/1.yml" };
    const cause = HaltCause.parse({ ...listed, left_out });
    expect(cause).toEqual({ ...listed, left_out });
    expect(failed(cause)).toEqual([
      ...failed(HaltCause.parse(listed)),
      expect.stringMatching(/: 4980 more, all of them are in gates\/1\.yml$/),
    ]);
    expect(minimalDecision(cause).decision).toMatch(says);
  });

  it("of a list whose end nobody keeps says so", () => {
    const cause: HaltCause = { ...HALTS["answer-invalid"], left_out: { count: 3, all_in: null } };
    expect(failed(cause).at(-1)).toBe("The planner's answer has the required form: 3 more, which are not kept");
  });

  it.each([
    [undefined, "split the task: the planner's last one still has one error after being asked again twice."],
    ["person", "split the task: the one that a person gave has one error."],
    // One version is built by one task.
    ["agreement", "abandon the task: the one that follows from the agreed contract has one error."],
  ] as const)("says whose plan was not valid: %s", (by, words) => {
    expect(minimalDecision({ ...HALTS["plan-invalid"], by }).decision).toBe(`Provide a plan, or ${words}`);
  });

  it.each([
    ["closed", "alice closed pull request 7"],
    ["pushed", "alice pushed to the branch of pull request 7"],
  ] as const)("says what a person did: %s", (what, words) => {
    expect(minimalDecision({ ...HALTS["branch-taken-over"], what }).decision).toContain(words);
  });
});
