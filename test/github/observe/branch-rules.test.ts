import { describe, expect, it } from "vitest";
import {
  Protection,
  RulesetRules,
  rulesOfProtection,
  rulesOfRulesets,
} from "../../../src/github/observe/branch-rules.js";

const read = (type: string, parameters?: Record<string, unknown>) =>
  rulesOfRulesets(RulesetRules.parse([{ type, ...(parameters === undefined ? {} : { parameters }) }]));

describe("rulesets", () => {
  it.each([
    ["required_linear_history", [{ kind: "linear-history" }]],
    ["required_signatures", [{ kind: "signatures" }]],
    ["merge_queue", [{ kind: "merge-queue" }]],
    ["update", [{ kind: "restricted" }]],
    ["non_fast_forward", []],
    ["something_new", []],
  ])("%s", (type, rules) => {
    expect(read(type)).toEqual(rules);
  });

  it("have reviews, conversations and merge methods in one rule", () => {
    expect(
      read("pull_request", {
        required_approving_review_count: 2,
        require_code_owner_review: true,
        required_review_thread_resolution: true,
        allowed_merge_methods: ["squash"],
      }),
    ).toEqual([
      { kind: "reviews", count: 2, codeOwners: true },
      { kind: "conversations-resolved" },
      { kind: "merge-methods", allowed: ["squash"] },
    ]);
  });

  it("name checks with their required App", () => {
    const required_status_checks = [{ context: "ci" }, { context: "factory / sealed", integration_id: 9 }];
    expect(read("required_status_checks", { required_status_checks })).toEqual([
      {
        kind: "checks",
        checks: [
          { context: "ci", appId: null },
          { context: "factory / sealed", appId: 9 },
        ],
      },
    ]);
  });

  it("name deployments", () => {
    expect(read("required_deployments", { required_deployment_environments: ["staging"] })).toEqual([
      { kind: "deployments", environments: ["staging"] },
    ]);
  });
});

describe("classic protection", () => {
  const classic = (protection: unknown) => rulesOfProtection(Protection.parse(protection), 9);
  const on = { enabled: true };
  const off = { enabled: false };

  it("without requirements has no rules", () => {
    expect(
      classic({
        required_linear_history: off,
        required_signatures: off,
        required_conversation_resolution: off,
        lock_branch: off,
      }),
    ).toEqual([]);
  });

  it.each([
    [{ required_linear_history: on }, [{ kind: "linear-history" }]],
    [{ required_signatures: on }, [{ kind: "signatures" }]],
    [{ required_conversation_resolution: on }, [{ kind: "conversations-resolved" }]],
    [{ lock_branch: on }, [{ kind: "locked" }]],
    [
      { required_pull_request_reviews: { required_approving_review_count: 1 } },
      [{ kind: "reviews", count: 1, codeOwners: false }],
    ],
    [{ restrictions: { apps: [] } }, [{ kind: "restricted" }]],
    [{ restrictions: { apps: [{ id: 9 }] } }, []],
    [{ required_status_checks: { contexts: ["ci"] } }, [{ kind: "checks", checks: [{ context: "ci", appId: null }] }]],
    [
      { required_status_checks: { contexts: ["ci"], checks: [{ context: "ci", app_id: 9 }] } },
      [{ kind: "checks", checks: [{ context: "ci", appId: 9 }] }],
    ],
  ])("%j", (protection, rules) => {
    expect(classic(protection)).toEqual(rules);
  });
});
