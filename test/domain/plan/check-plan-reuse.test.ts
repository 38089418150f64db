import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import type { PlanDraft, ReusedDraft } from "../../../src/domain/plan/plan-draft.js";
import { type PlanFacts, validatePlan } from "../../../src/domain/plan/validate-plan.js";
import { anEntry } from "../../support/code-index.js";
import { aBuiltDraft, aDraft, aReusedDraft, planFacts } from "../../support/micro-plan.js";

const active = anEntry();
const deprecated = anEntry({ module_id: "MM-0002", status: "DEPRECATED", notes: "Migration: none needed" });
const superseded = anEntry({ module_id: "MM-0003", status: "SUPERSEDED", superseded_by: "MM-0003@2.0.0" });
const facts = planFacts([active, deprecated, superseded]);

function judge(draft: PlanDraft, given: PlanFacts = facts) {
  const report = validatePlan(draft, given);
  const brief = (problems: typeof report.warnings) => problems.map(({ check, path, value }) => [check, path, value]);
  return { errors: report.valid ? [] : brief(report.errors), warnings: brief(report.warnings) };
}

const clean = { errors: [], warnings: [] };

describe("a dependency outside the plan", () => {
  it("may be an active module of the index", () => {
    expect(judge(aDraft(aBuiltDraft("tag", { depends_on: ["MM-0001@1.0.0"] })))).toEqual(clean);
  });

  it("is not looked for when it is a module of the plan", () => {
    expect(judge(aDraft(aBuiltDraft("tag"), aBuiltDraft("label", { depends_on: ["tag"] })))).toEqual(clean);
  });

  it("is verified, not assumed", () => {
    const path = "modules[0].depends_on[0]";
    for (const value of ["MM-0009@1.0.0", "MM-0001@1.0.1"])
      expect(judge(aDraft(aBuiltDraft("tag", { depends_on: [value] }))).errors).toEqual([["index", path, value]]);
  });

  it.each(["MM-0002@1.0.0", "MM-0003@1.0.0"])("is flagged when it is inactive: %s", (ref) => {
    const { errors, warnings } = judge(aDraft(aBuiltDraft("tag", { depends_on: [ref] })));
    expect(errors).toEqual([]);
    expect(warnings).toEqual([["index", "modules[0].depends_on[0]", ref]]);
  });

  it.each([
    ["MM-0002@1.0.0", "MM-0002@1.0.0 is DEPRECATED; a release with this dependency will be refused"],
    [
      "MM-0003@1.0.0",
      "MM-0003@1.0.0 is SUPERSEDED; its replacement is MM-0003@2.0.0; a release with this dependency will be refused",
    ],
  ])("says what became of %s", (ref, message) => {
    const report = validatePlan(aDraft(aBuiltDraft("tag", { depends_on: [ref] })), facts);
    expect(report.warnings.map((warning) => warning.message)).toEqual([message]);
  });
});

/** Next to a module that is built, which every plan needs. */
const beside = (module: ReusedDraft) => aDraft(module, aBuiltDraft("label"));

describe("a reused module", () => {
  it.each(["REUSE", "REUSE_EXISTING"] as const)("may say %s", (reuse_decision) => {
    expect(judge(beside(aReusedDraft("tag", "MM-0001@1.0.0", { reuse_decision })))).toEqual(clean);
  });

  it("must be in the index", () => {
    expect(judge(beside(aReusedDraft("tag", "MM-0009@1.0.0"))).errors).toContainEqual([
      "index",
      "modules[0].reuse_ref",
      "MM-0009@1.0.0",
    ]);
  });

  it.each(["MM-0002@1.0.0", "MM-0003@1.0.0"])("must be active, which %s is not", (ref) => {
    expect(judge(beside(aReusedDraft("tag", ref))).errors).toEqual([["reuse", "modules[0].reuse_ref", ref]]);
  });

  it("must be one of the candidates", () => {
    expect(judge(beside(aReusedDraft("tag", "MM-0001@1.0.0", { reuse_candidate_refs: [] }))).errors).toEqual([
      ["reuse", "modules[0].reuse_ref", "MM-0001@1.0.0"],
    ]);
  });

  it("is not all there is: whether it does what the task asks is shown by tests of a module that is built", () => {
    const refs = ["MM-0001@1.0.0", "MM-0004@1.0.0"];
    const draft = aDraft(...refs.map((ref, place) => aReusedDraft(`part-${place}`, ref)));
    const report = validatePlan(draft, planFacts(refs.map((ref) => anEntry({ module_id: ref.slice(0, 7) }))));
    expect(report.valid ? [] : report.errors).toEqual([
      expect.objectContaining({
        check: "reuse",
        path: "modules",
        value: refs,
        message: expect.stringContaining("acceptance tests"),
      }),
    ]);
  });
});

describe("a module that is built new", () => {
  const { reuse_report } = aBuiltDraft("tag");
  const rejecting = (module_ref: string) => ({
    ...reuse_report,
    candidates_considered: [{ module_ref, why_rejected: "keeps capitals" }],
  });

  it("needs a report that concludes CREATE_NEW", () => {
    const draft = aDraft(aBuiltDraft("tag", { reuse_report: { ...reuse_report, conclusion: "REUSE_EXISTING" } }));
    expect(judge(draft).errors).toEqual([["reuse", "modules[0].reuse_report.conclusion", "REUSE_EXISTING"]]);
  });

  it("says why each candidate was rejected", () => {
    const candidate = { reuse_candidate_refs: ["MM-0001@1.0.0"] };
    expect(judge(aDraft(aBuiltDraft("tag", candidate))).errors).toEqual([
      ["reuse", "modules[0].reuse_candidate_refs[0]", "MM-0001@1.0.0"],
    ]);
    const explained = { ...candidate, reuse_report: rejecting("MM-0001@1.0.0") };
    expect(judge(aDraft(aBuiltDraft("tag", explained)))).toEqual(clean);
  });

  it("names only candidates that exist", () => {
    const draft = aDraft(
      aBuiltDraft("tag", { reuse_candidate_refs: ["MM-0009@1.0.0"], reuse_report: rejecting("MM-0009@1.0.0") }),
    );
    expect(judge(draft).errors).toEqual([["index", "modules[0].reuse_candidate_refs[0]", "MM-0009@1.0.0"]]);
  });

  it("succeeds only an active module", () => {
    expect(judge(aDraft(aBuiltDraft("tag", { successor_of: "MM-0001@1.0.0" })))).toEqual(clean);
    expect(judge(aDraft(aBuiltDraft("tag", { successor_of: "MM-0003@1.0.0" }))).errors).toEqual([
      ["reuse", "modules[0].successor_of", "MM-0003@1.0.0"],
    ]);
    expect(judge(aDraft(aBuiltDraft("tag", { successor_of: "MM-0009@1.0.0" }))).errors).toEqual([
      ["index", "modules[0].successor_of", "MM-0009@1.0.0"],
    ]);
  });
});

describe("a near-duplicate of a shipped module", () => {
  const near = (module_ref: string, score: number, key = "tag") =>
    planFacts([active, deprecated], { similarities: [{ key, module_ref, score }] });
  const { reuse_report } = aBuiltDraft("tag");

  it("is refused from the threshold on", () => {
    const refused = [["near-duplicate", "modules[0].reuse_report.candidates_considered", "MM-0001@1.0.0"]];
    expect(judge(aDraft(aBuiltDraft("tag")), near("MM-0001@1.0.0", 0.9)).errors).toEqual(refused);
    expect(judge(aDraft(aBuiltDraft("tag")), near("MM-0001@1.0.0", 1)).errors).toEqual(refused);
    expect(judge(aDraft(aBuiltDraft("tag")), near("MM-0001@1.0.0", 0.8999))).toEqual(clean);
  });

  it("is accepted with an explanation", () => {
    const report = {
      ...reuse_report,
      candidates_considered: [{ module_ref: "MM-0001@1.0.0", why_rejected: "keeps capitals" }],
    };
    expect(judge(aDraft(aBuiltDraft("tag", { reuse_report: report })), near("MM-0001@1.0.0", 0.95))).toEqual(clean);
  });

  it("is accepted as the next version of that module", () => {
    expect(judge(aDraft(aBuiltDraft("tag", { successor_of: "MM-0001@1.0.0" })), near("MM-0001@1.0.0", 1))).toEqual(
      clean,
    );
  });

  it.each([
    ["the score is another module's", near("MM-0001@1.0.0", 1, "label")],
    ["the other is inactive", near("MM-0002@1.0.0", 1)],
    ["the other is not in the index", near("MM-0009@1.0.0", 1)],
  ])("is none when %s", (_case, given) => {
    expect(judge(aDraft(aBuiltDraft("tag")), given)).toEqual(clean);
  });
});

describe("a file of two modules", () => {
  const file = (path: string) => ({ path, action: "MODIFY" as const, reason: "exports it" });
  const both = (first: string, second: string) => {
    const [tag, label] = [aBuiltDraft("tag"), aBuiltDraft("label")];
    return aDraft({ ...tag, files: [...tag.files, file(first)] }, { ...label, files: [...label.files, file(second)] });
  };

  it.each(["src/main.ts", "SRC/main.ts"])("is refused as %s", (path) => {
    expect(judge(both("src/main.ts", path)).errors).toEqual([["ownership", "modules[1].files[2].path", path]]);
  });

  it.each(["src/index.ts", "package.json"])("is fine when it is shared: %s", (path) => {
    expect(judge(both(path, path))).toEqual(clean);
  });

  describe("by the configuration as it comes", () => {
    const given = { ...facts, sharedPaths: Config.parse({}).shared_paths };

    it.each([
      "src/index.ts",
      "index.js",
      "src/lib.rs",
      "package.json",
      "packages/web/package.json",
      "requirements-dev.txt",
    ])("is fine: %s", (path) => {
      expect(judge(both(path, path), given)).toEqual(clean);
    });

    it("is refused where it is a module of its own: src/http/index.ts", () => {
      expect(judge(both("src/http/index.ts", "src/http/index.ts"), given).errors).toHaveLength(1);
    });
  });

  it("is refused when nothing is shared", () => {
    const given = { ...facts, sharedPaths: [], ignorePatterns: [], whyClosed: () => undefined };
    expect(judge(both("src/index.ts", "src/index.ts"), given).errors).toHaveLength(1);
  });
});
