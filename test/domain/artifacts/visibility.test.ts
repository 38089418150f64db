import { describe, expect, it } from "vitest";
import { Role } from "../../../src/domain/artifacts/producer.js";
import { maySee, permissionFor, RoleInput, Situation, VISIBILITY } from "../../../src/domain/artifacts/visibility.js";

/**
 * requirements.md#who-sees-what, cell by cell: proposer, challenger, arbiter. "-" is never ("self" too: every call
 * starts afresh); a word after "@" is the situation in which the cell applies, one after "#" the part that is given.
 */
const SEED_TABLE: readonly (readonly [RoleInput, string, string, string])[] = [
  ["task-file", "FULL", "-", "FULL"],
  ["module-contract", "FULL", "FULL", "FULL"],
  ["dependency-contracts", "CONTRACT_ONLY", "CONTRACT_ONLY", "-"],
  ["code-index-results", "FULL", "-", "-"],
  ["schemas", "FULL", "-", "-"],
  ["workspace", "FULL", "-", "-"],
  ["proposal", "-", "FULL", "FULL"],
  ["challenge", "SUMMARY_ONLY@on-revise#failures", "-", "FULL"],
  ["adjudication", "FULL@on-amendments", "-", "-"],
  ["implementation-source", "FULL#own module", "-", "-"],
  ["evaluation-rubric", "-", "FULL", "-"],
  ["decomposition-rubric", "-", "FULL", "-"],
  ["debate-trail", "-", "FULL", "FULL"],
];

/** What was added to it (decisions.md#one-table-of-visibility). */
const RULES_TABLE: readonly (readonly [RoleInput, Partial<Record<Role, string>>])[] = [
  ["acceptance-criteria", { challenger: "FULL" }],
  ["task-description", { challenger: "FULL" }],
  ["module-examples", { proposer: "FULL", challenger: "FULL" }],
  ["test-inventory", { challenger: "FULL" }],
  ["test-files", { proposer: "FULL#own module", challenger: "FULL", arbiter: "FULL" }],
  ["test-setup", { planner: "FULL", proposer: "FULL" }],
  ["round-start", { proposer: "FULL", challenger: "FULL", arbiter: "FULL" }],
  ["changes-since", { challenger: "FULL", arbiter: "FULL" }],
  ["unshown-values", { proposer: "FULL", challenger: "FULL", arbiter: "FULL" }],
  ["gate-results", { proposer: "FULL", challenger: "FULL", arbiter: "FULL", "amendment-proposer": "FULL" }],
  ["semantic-check", { judge: "FULL" }],
  ["dependency-exports", { planner: "CONTRACT_ONLY", proposer: "CONTRACT_ONLY" }],
  ["do-not-import", { proposer: "FULL" }],
  ["impact-analysis", { proposer: "SUMMARY_ONLY" }],
  [
    "prior-tasks",
    {
      planner: "SUMMARY_ONLY#titles, modules, and names of files",
      proposer: "SUMMARY_ONLY#titles, modules, and names of files",
    },
  ],
  ["prior-decisions", { planner: "SUMMARY_ONLY", proposer: "SUMMARY_ONLY", challenger: "SUMMARY_ONLY" }],
  ["file-summaries", { challenger: "SUMMARY_ONLY#signatures", "amendment-proposer": "SUMMARY_ONLY#signatures" }],
  ["sops", { planner: "FULL", proposer: "FULL", challenger: "FULL", arbiter: "FULL" }],
  ["conventions", { proposer: "FULL", challenger: "FULL" }],
  ["unowned-code", { planner: "FULL", proposer: "FULL" }],
  ["sealed-source", {}],
  ["other-modules-diffs", {}],
  ["product-request", { product: "FULL" }],
  ["product-draft", { product: "FULL" }],
  ["human-feedback", { product: "FULL", proposer: "FULL@on-revise" }],
  ["research", { product: "FULL" }],
  [
    "interface-change",
    {
      proposer: "FULL@on-interface-change",
      challenger: "FULL@on-interface-change",
      arbiter: "FULL@on-interface-change",
    },
  ],
  ["reviewed-plan", { planner: "FULL", challenger: "FULL@on-plan-review" }],
  ["plan-findings", { planner: "FULL", challenger: "FULL@on-plan-review" }],
];

function cell(role: Role, input: RoleInput): string {
  const grant = VISIBILITY[input][role];
  if (grant === undefined) return "-";
  const { permission, when, only } = grant;
  return `${permission}${when === undefined ? "" : `@${when}`}${only === undefined ? "" : `#${only}`}`;
}

describe("the visibility table", () => {
  it.each(SEED_TABLE)("gives %s to proposer (%s), challenger (%s) and arbiter (%s)", (input, ...cells) => {
    expect([cell("proposer", input), cell("challenger", input), cell("arbiter", input)]).toEqual(cells);
  });

  it.each(RULES_TABLE)("gives %s to %j and nobody else", (input, granted) => {
    for (const role of Role.options) expect(`${role}: ${cell(role, input)}`).toBe(`${role}: ${granted[role] ?? "-"}`);
  });

  it("has no row that these tests do not read", () => {
    expect([...SEED_TABLE, ...RULES_TABLE].map(([input]) => input)).toEqual(Object.keys(VISIBILITY));
    expect(Object.keys(VISIBILITY)).toEqual(RoleInput.options);
  });

  it("gives the roles outside the debate only what they work with", () => {
    const seen = (role: Role) => SEED_TABLE.map(([input]) => input).filter((input) => cell(role, input) !== "-");
    expect(seen("product")).toEqual(["code-index-results"]);
    expect(seen("planner")).toEqual([
      "task-file",
      "dependency-contracts",
      "code-index-results",
      "schemas",
      "decomposition-rubric",
    ]);
    expect(seen("judge")).toEqual(["module-contract", "implementation-source"]);
    expect(seen("amendment-proposer")).toEqual(["module-contract"]);
  });

  it.each(Situation.options)("never shows source to challenger or arbiter (%s)", (situation) => {
    for (const role of ["challenger", "arbiter"] as const) {
      for (const input of [
        "implementation-source",
        "workspace",
        "sealed-source",
        "unowned-code",
        "other-modules-diffs",
      ] as const) {
        expect(permissionFor(role, input, situation)).toBe("NEVER");
      }
    }
  });

  it.each(Situation.options)("hides sealed source and other modules' diffs from every role (%s)", (situation) => {
    for (const role of Role.options) {
      expect(maySee(role, "sealed-source", situation)).toBe(false);
      expect(maySee(role, "other-modules-diffs", situation)).toBe(false);
    }
  });

  it("opens a conditional cell in its situation only", () => {
    const answers = (input: RoleInput) =>
      Situation.options.map((situation) => permissionFor("proposer", input, situation));
    expect(Situation.options).toEqual([
      "ordinary",
      "on-revise",
      "on-amendments",
      "on-interface-change",
      "on-plan-review",
    ]);
    expect(answers("challenge")).toEqual(["NEVER", "SUMMARY_ONLY", "NEVER", "NEVER", "NEVER"]);
    expect(answers("adjudication")).toEqual(["NEVER", "NEVER", "FULL", "NEVER", "NEVER"]);
    expect(answers("interface-change")).toEqual(["NEVER", "NEVER", "NEVER", "FULL", "NEVER"]);
    expect(answers("module-contract")).toEqual(["FULL", "FULL", "FULL", "FULL", "FULL"]);
    expect(maySee("proposer", "challenge", "ordinary")).toBe(false);
    expect(maySee("proposer", "challenge", "on-revise")).toBe(true);
  });
});
