import { describe, expect, it } from "vitest";
import { diagnose } from "../../src/doctor/diagnose.js";
import type { BranchRule, DoctorFacts } from "../../src/doctor/doctor-facts.js";
import { NEEDED_PERMISSIONS } from "../../src/doctor/needed-permissions.js";
import { healthy } from "../support/doctor-facts.js";

const codes = (facts: DoctorFacts) => diagnose(facts).map(({ code, level }) => `${level} ${code}`);
const repository = (change: Partial<DoctorFacts["repository"]>) =>
  healthy({ repository: { ...healthy().repository, ...change } });
const installation = (change: Partial<DoctorFacts["installation"]>) =>
  healthy({ installation: { ...healthy().installation, ...change } });
const files = (change: Partial<DoctorFacts["files"]>) => healthy({ files: { ...healthy().files, ...change } });

describe("the doctor", () => {
  it("finds nothing where nothing stands in the way", () => {
    expect(diagnose(healthy())).toEqual([]);
  });

  it.each([
    ["on a supported server", healthy({ gitHub: { product: "ghes", version: "3.17.2" } }), []],
    ["on an old server", healthy({ gitHub: { product: "ghes", version: "3.16.9" } }), ["error server-unsupported"]],
    [
      "on a server that is taken for github.com",
      healthy({ gitHub: { product: "github.com", version: "3.17.0" } }),
      ["error product-mistaken"],
    ],
    ["taken for one on a server", healthy({ gitHub: { product: "ghes", version: null } }), ["error product-mistaken"]],
    ["suspended", installation({ suspended: true }), ["error suspended"]],
    ["archived", repository({ archived: true }), ["error left-alone"]],
    ["a fork", repository({ fork: true }), ["error left-alone"]],
    ["empty", repository({ isEmpty: true }), ["error no-commit"]],
    ["without issues", repository({ hasIssues: false }), ["error issues-off"]],
    ["without consent", files({ config: false, workflow: "absent" }), ["warning no-consent"]],
    ["without the workflow", files({ workflow: "absent" }), ["error workflow-absent"]],
    ["with an old workflow", files({ workflow: "outdated" }), ["warning workflow-outdated"]],
    ["with a workflow nobody can compare", files({ workflow: "unknown" }), []],
    ["without a spec", files({ spec: false }), ["note no-spec"]],
    ["without labels", healthy({ missingLabels: ["factory"] }), ["warning labels-missing"]],
    [
      "without labels, before consent",
      { ...files({ config: false }), missingLabels: ["factory"] },
      ["warning no-consent"],
    ],
    ["with Actions off", healthy({ actions: { enabled: false, allowed: null } }), ["error actions-off"]],
    [
      "with local actions only",
      healthy({ actions: { enabled: true, allowed: "local_only" } }),
      ["warning actions-restricted"],
    ],
    [
      "with chosen actions",
      healthy({ actions: { enabled: true, allowed: "selected" } }),
      ["warning actions-restricted"],
    ],
    ["whose Actions nobody can see", healthy({ actions: null }), ["note actions-unknown"]],
    ["whose rules nobody can see", healthy({ rules: null }), ["warning rules-unknown"]],
  ])("looks at a repository %s", (_what, facts, found) => {
    expect(codes(facts)).toEqual(found);
  });

  it.each(Object.entries(NEEDED_PERMISSIONS))("misses the permission %s", (name, { level }) => {
    const without = { ...healthy().installation.permissions };
    delete without[name];
    const [finding, ...more] = diagnose(installation({ permissions: without }));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      code: "permission-missing",
      level: ["administration", "merge_queues"].includes(name) ? "warning" : "error",
      what: `The permission ${name}: ${level} is not granted (granted: none).`,
      link: "https://github.com/settings/installations/2",
    });
  });

  it("takes no read for a write, and more for enough", () => {
    const granted = (contents: string) =>
      codes(installation({ permissions: { ...healthy().installation.permissions, contents } }));
    expect(granted("read")).toEqual(["error permission-missing"]);
    expect(granted("admin")).toEqual([]);
  });

  it("puts the worst first", () => {
    const facts = { ...files({ spec: false, workflow: "outdated" }), actions: { enabled: false, allowed: null } };
    expect(codes(facts)).toEqual(["error actions-off", "warning workflow-outdated", "note no-spec"]);
  });

  it("says of everything what, why, what to do and where", () => {
    const worst: DoctorFacts = {
      ...repository({ archived: true, isEmpty: true, hasIssues: false, mergeMethods: [] }),
      installation: { permissions: {}, settingsUrl: "https://example.com/settings", suspended: true },
      actions: null,
      rules: [{ kind: "locked" }],
    };
    for (const { what, why, fix, link } of diagnose(worst)) {
      for (const text of [what, why, fix]) expect(text).toMatch(/^\S.*[.]$/);
      expect(link).toMatch(/^https:\/\//);
    }
  });
});

describe("a squash that repeats the messages of all commits", () => {
  const repeating = repository({ squashRepeats: true });

  it.each<[string, BranchRule[], string]>([
    ["keeps nothing from running early in front of a queue", [{ kind: "merge-queue" }], "workflows-run-early"],
    [
      "keeps nothing from running early where a review is required",
      [{ kind: "reviews", count: 1, codeOwners: false }],
      "workflows-run-early",
    ],
    ["can switch workflows off when somebody squashes too early", [], "squash-repeats-commits"],
  ])("%s", (_what, rules, code) => {
    expect(codes({ ...repeating, rules })).toContain(`warning ${code}`);
    expect(codes({ ...healthy(), rules })).not.toContain(`warning ${code}`);
  });
});

describe("the rules of the default branch", () => {
  it.each<[string, BranchRule, string[]]>([
    ["no reviews", { kind: "reviews", count: 0, codeOwners: false }, []],
    ["a review", { kind: "reviews", count: 1, codeOwners: false }, ["warning reviews-required"]],
    ["code owners", { kind: "reviews", count: 0, codeOwners: true }, ["warning reviews-required"]],
    ["resolved conversations", { kind: "conversations-resolved" }, ["note conversations-required"]],
    ["a merge queue", { kind: "merge-queue" }, ["note merge-queue"]],
    ["signatures", { kind: "signatures" }, ["note signatures-required"]],
    ["deployments", { kind: "deployments", environments: ["staging"] }, ["warning deployments-required"]],
    ["named people", { kind: "restricted" }, ["error merge-restricted"]],
    ["a lock", { kind: "locked" }, ["error branch-locked"]],
    ["a linear history", { kind: "linear-history" }, []],
    ["somebody's check", { kind: "checks", checks: [{ context: "ci", appId: null }] }, ["warning check-required"]],
    ["our check", { kind: "checks", checks: [{ context: "factory / sealed", appId: 9 }] }, []],
    [
      "our check from anybody",
      { kind: "checks", checks: [{ context: "factory / sealed", appId: null }] },
      ["warning own-check-from-anybody"],
    ],
    [
      "our check from another App",
      { kind: "checks", checks: [{ context: "factory / sealed", appId: 8 }] },
      ["error own-check-from-anybody"],
    ],
  ])("that ask for %s", (_what, rule, found) => {
    expect(codes(healthy({ rules: [rule] }))).toEqual(found);
  });

  it.each<[readonly ("squash" | "merge" | "rebase")[], BranchRule[], boolean]>([
    [["merge"], [{ kind: "linear-history" }], false],
    [["merge", "rebase"], [{ kind: "linear-history" }], true],
    [["squash"], [{ kind: "merge-methods", allowed: ["merge"] }], false],
    [["squash", "merge"], [{ kind: "merge-methods", allowed: ["merge"] }], true],
    [["squash", "merge"], [{ kind: "merge-methods", allowed: ["merge"] }, { kind: "linear-history" }], false],
    [
      ["squash", "merge"],
      [
        { kind: "merge-methods", allowed: ["merge"] },
        { kind: "merge-methods", allowed: ["squash"] },
      ],
      false,
    ],
  ])("leave a method of %j under %j: %s", (mergeMethods, rules, possible) => {
    const facts = { ...repository({ mergeMethods }), rules };
    expect(codes(facts)).toEqual(possible ? [] : ["error no-merge-method"]);
  });
});
