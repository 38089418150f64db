import { describe, expect, it } from "vitest";
import { PLAN_CHECKS, PlanProblem } from "../../../src/domain/plan/plan-problem.js";
import { type PlanFacts, validatePlan } from "../../../src/domain/plan/validate-plan.js";
import { anEntry } from "../../support/code-index.js";
import { complaints } from "../../support/contract.js";
import { aBuiltDraft, aDraft, aReusedDraft, planFacts } from "../../support/micro-plan.js";

const problemsOf = (candidate: unknown, facts: PlanFacts = planFacts()) => {
  const report = validatePlan(candidate, facts);
  return report.valid ? [] : report.errors.map(({ check, path, value }) => ({ check, path, value }));
};

const valid = aDraft(aBuiltDraft("tag"), aBuiltDraft("label", { depends_on: ["tag"] }));

describe("a plan", () => {
  it("is returned as a draft when nothing is wrong", () => {
    expect(validatePlan(valid, planFacts())).toEqual({ valid: true, draft: valid, warnings: [] });
  });

  it("is checked in a fixed order of numbered checks, the method's six first", () => {
    const numbers = Object.values(PLAN_CHECKS).map(({ number }) => number);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Object.keys(PLAN_CHECKS).slice(0, 6)).toEqual([
      "schema",
      "dimensions",
      "references",
      "unique-ids",
      "acyclic",
      "decomposition",
    ]);
  });

  it("may not name a file that stays out of every commit", () => {
    const files = [
      ...aBuiltDraft("tag").files,
      { path: "test/tag.snap", action: "CREATE" as const, reason: "recorded" },
    ];
    expect(problemsOf(aDraft(aBuiltDraft("tag", { files })))).toEqual([
      { check: "ownership", path: `modules[0].files[${files.length - 1}].path`, value: "test/tag.snap" },
    ]);
  });

  it("gets every problem at once, each with check, path, field, message and failing value", () => {
    const broken = {
      modules: [
        { ...aBuiltDraft("tag"), name: "TBD", purpose: "", depends_on: ["label"] },
        { ...aBuiltDraft("label"), depends_on: ["tag", "nothing"], io_contract: { inputs: [] } },
      ],
      dependencies: [],
    };
    const report = validatePlan(broken, planFacts());
    const errors = report.valid ? [] : report.errors;
    expect(new Set(errors.map(({ check }) => check))).toEqual(
      new Set(["schema", "decomposition", "dimensions", "references", "acyclic"]),
    );
    expect(errors).toContainEqual({
      check: "schema",
      path: "modules[0].name",
      field: "name",
      severity: "ERROR",
      value: "TBD",
      message: "must be a name, not empty or a placeholder",
    });
    for (const error of errors) expect(complaints(PlanProblem, error)).toEqual([]);
  });

  it.each([undefined, null, [], "plan", {}, { modules: {} }, { modules: [null, 7] }])(
    "is refused when it is %j",
    (candidate) => {
      expect(problemsOf(candidate).length).toBeGreaterThan(0);
    },
  );
});

describe("check 1, schema conformance", () => {
  it.each([
    ["no modules", { ...valid, modules: [] }, "modules"],
    ["no list of packages", { modules: valid.modules }, "dependencies"],
    ["a field too many", { ...valid, extra: 1 }, ""],
    ["a number of its own making", aDraft(aBuiltDraft("tag", { key: "MM-0001" })), "modules[0].key"],
    [
      "an unknown decision",
      { ...valid, modules: [{ ...aBuiltDraft("tag"), reuse_decision: "BUY" }] },
      "modules[0].reuse_decision",
    ],
    [
      "no reuse report",
      { ...valid, modules: [{ ...aBuiltDraft("tag"), reuse_report: undefined }] },
      "modules[0].reuse_report",
    ],
    [
      "no word on exports",
      { ...valid, modules: [{ ...aBuiltDraft("tag"), creates: undefined }] },
      "modules[0].creates",
    ],
    ["tests outside the manifest", aDraft(aBuiltDraft("tag", { test_file: "test/x.ts" })), "modules[0].test_file"],
    ["a glob", aDraft(aBuiltDraft("tag", { entry: "src/*.ts" })), "modules[0].entry"],
    ["half a reference", aDraft(aReusedDraft("tag", "MM-0001")), "modules[0].reuse_ref"],
  ])("finds %s", (_case, candidate, path) => {
    expect(problemsOf(candidate)).toContainEqual(expect.objectContaining({ check: "schema", path }));
  });

  it("takes a plain command, which exports nothing", () => {
    expect(problemsOf(aDraft(aBuiltDraft("tag", { creates: [] })))).toEqual([]);
  });
});

describe("check 2, dimension completeness", () => {
  const sketch = aBuiltDraft("tag").io_contract;
  it.each(["inputs", "outputs", "error_surfaces", "effects", "modes"] as const)(
    "finds an empty, missing or placeholder %s",
    (dimension) => {
      for (const value of [[], ["TBD"], ["n/a"], undefined]) {
        const candidate = {
          ...valid,
          modules: [{ ...aBuiltDraft("tag"), io_contract: { ...sketch, [dimension]: value } }],
        };
        const found = problemsOf(candidate);
        expect(found, JSON.stringify(value)).toHaveLength(1);
        expect(found[0]?.check).toBe("dimensions");
        expect(found[0]?.path).toContain(`modules[0].io_contract.${dimension}`);
      }
    },
  );
});

describe("check 3, dependency well-formedness", () => {
  it.each(["MM-0001", "MM-0001@^1.0.0", "MM-0001@1.0", "Tag Module"])("finds that %j is no reference", (reference) => {
    const candidate = aDraft(aBuiltDraft("tag", { depends_on: [reference] }));
    expect(problemsOf(candidate)).toEqual([
      { check: "references", path: "modules[0].depends_on[0]", value: reference },
    ]);
  });

  it("finds a key that no module has", () => {
    expect(problemsOf(aDraft(aBuiltDraft("tag", { depends_on: ["label"] })))).toEqual([
      { check: "references", path: "modules[0].depends_on[0]", value: "label" },
    ]);
  });

  it("finds an export that is consumed from a module it does not depend on", () => {
    const candidate = aDraft(
      aBuiltDraft("tag", { creates: ["parse"] }),
      aBuiltDraft("label", { consumes: ["parse()"] }),
    );
    expect(problemsOf(candidate)).toEqual([{ check: "references", path: "modules[1].consumes[0]", value: "parse()" }]);
  });

  it("lets an export come from afar, or from a shipped module whose exports are not known", () => {
    const tag = aBuiltDraft("tag", { creates: ["parse"] });
    const label = aBuiltDraft("label", { depends_on: ["tag"] });
    const name = aBuiltDraft("name", { depends_on: ["label"], consumes: ["parse"] });
    const outside = aBuiltDraft("outside", { depends_on: ["MM-0001@1.0.0"], consumes: ["parse"] });
    expect(problemsOf(aDraft(tag, label, name, outside), planFacts([anEntry()]))).toEqual([]);
  });

  it("finds an export that no shipped module it depends on has, and says what they export", () => {
    const shippedExports = new Map([["MM-0001@1.0.0", ["parse", "Options"]]]);
    const facts = planFacts([anEntry()], { shippedExports });
    const consuming = (...consumes: string[]) =>
      aDraft(aBuiltDraft("label", { depends_on: ["MM-0001@1.0.0"], consumes }));
    expect(problemsOf(consuming("parse()", "Options"), facts)).toEqual([]);
    const report = validatePlan(consuming("fold"), facts);
    expect(report.valid ? [] : report.errors.map(({ message }) => message)).toEqual([
      'no module that it depends on exports "fold"; MM-0001@1.0.0 exports parse, Options',
    ]);
  });

  it("finds an export of nothing, and knows what a module of the plan reuses", () => {
    const alone = aBuiltDraft("unknown", { consumes: ["fold"] });
    expect(problemsOf(aDraft(alone))).toEqual([{ check: "references", path: "modules[0].consumes[0]", value: "fold" }]);
    const facts = planFacts([anEntry()], { shippedExports: new Map([["MM-0001@1.0.0", ["fold"]]]) });
    const reuse = aReusedDraft("folding", "MM-0001@1.0.0");
    expect(problemsOf(aDraft(reuse, { ...alone, depends_on: ["folding"] }), facts)).toEqual([]);
  });
});

describe("check 4, unique modules", () => {
  it("finds a key used twice and says where first", () => {
    const candidate = aDraft(
      aBuiltDraft("tag"),
      aBuiltDraft("label"),
      aBuiltDraft("tag", { files: aBuiltDraft("x").files, test_file: "test/x.test.ts" }),
    );
    expect(problemsOf(candidate)).toEqual([{ check: "unique-ids", path: "modules[2].key", value: "tag" }]);
    const report = validatePlan(candidate, planFacts());
    expect(report.valid ? "" : report.errors[0]?.message).toContain("modules[0]");
  });

  it("finds one shipped module planned twice, reused or succeeded", () => {
    const facts = planFacts([anEntry()]);
    const reuse = aReusedDraft("tag", "MM-0001@1.0.0");
    const successor = aBuiltDraft("label", { successor_of: "MM-0001@1.0.0" });
    expect(problemsOf(aDraft(reuse, aReusedDraft("again", "MM-0001@1.0.0"), aBuiltDraft("name")), facts)).toEqual([
      { check: "unique-ids", path: "modules[1].reuse_ref", value: "MM-0001@1.0.0" },
    ]);
    expect(problemsOf(aDraft(reuse, successor), facts)).toEqual([
      { check: "unique-ids", path: "modules[1].successor_of", value: "MM-0001@1.0.0" },
    ]);
  });
});

describe("check 5, the dependencies form a DAG", () => {
  it.each([
    ["a module that needs itself", { a: ["a"] }, ["a", "a"]],
    ["two that need each other", { a: ["b"], b: ["a"] }, ["a", "b", "a"]],
    ["a circle behind a root", { root: [], a: ["root", "c"], b: ["a"], c: ["b"] }, ["a", "c", "b", "a"]],
  ])("finds %s, and walks it", (_case, edges, cycle) => {
    const modules = Object.entries(edges).map(([key, depends_on]) => aBuiltDraft(key, { depends_on }));
    expect(problemsOf(aDraft(...modules))).toEqual([{ check: "acyclic", path: "modules", value: cycle }]);
  });
});

describe("check 6, the decomposition rubric", () => {
  it.each(["", "TBD"])("finds the purpose %j", (purpose) => {
    expect(problemsOf(aDraft(aBuiltDraft("tag", { purpose })))).toEqual([
      { check: "decomposition", path: "modules[0].purpose", value: purpose },
    ]);
  });

  it("warns of a purpose of two sentences, and leaves the judgement to the Challenger", () => {
    const report = validatePlan(aDraft(aBuiltDraft("tag", { purpose: "Parses tags. Also sends mail." })), planFacts());
    expect(report.valid).toBe(true);
    expect(report.warnings.map(({ check, path, severity }) => [check, path, severity])).toEqual([
      ["decomposition", "modules[0].purpose", "WARNING"],
    ]);
  });

  it.each(["Parses tags.", "Parses v1.2 tags, e.g. red", "Is it a tag? "])("does not warn of %j", (purpose) => {
    expect(validatePlan(aDraft(aBuiltDraft("tag", { purpose })), planFacts()).warnings).toEqual([]);
  });
});
