import { describe, expect, it } from "vitest";
import { createRemembered } from "../../../src/github/cache/remembered.js";
import type { GitHub } from "../../../src/github/client/github.js";
import { gatherDoctorFacts } from "../../../src/github/doctor/gather-doctor-facts.js";
import { rulesetRules } from "../../../src/github/observe/ruleset-rules.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" }, private: true, plan: "free" });
const { adapter, perform, observe } = useGitHubAdapter(local);

describe("a private repository on the free plan", () => {
  it("has rules and protection that GitHub refuses to show, to its owner, too", async () => {
    const { rest } = local.as("admin");
    const words = "Upgrade to GitHub Pro or make this repository public";
    await expect(rest.repos.getBranchRules({ ...local.at, branch: "main" })).rejects.toThrow(words);
    await expect(rest.repos.getBranchProtection({ ...local.at, branch: "main" })).rejects.toThrow(words);
  });

  it("has no rules for the doctor", async () => {
    const { gitHubFor, repository, ownLogin } = adapter();
    const { app } = local.forge;
    const permissions = { contents: "write", issues: "write", administration: "read" } as const;
    const { rules } = await gatherDoctorFacts({
      gitHubFor,
      repository,
      ownLogin,
      remembered: createRemembered(Date.now),
      installation: {
        id: 1,
        appId: app.id,
        selection: "all",
        permissions,
        settingsUrl: local.forge.url,
        suspended: false,
      },
      gatesWorkflow: null,
    });
    expect(rules).toEqual([]);
  });

  it("repeats GitHub's own reason for a refused merge", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/conflict", path: "a.txt", text: "ours\n" });
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "a.txt", text: "theirs\n" });
    const merge = { kind: "merge-pull-request", key: "m", number, head, title: "t", message: "m" } as const;
    expect(await perform(merge)).toBe(false);
    const { pulls } = await observe({ branches: ["factory/conflict"] });
    expect(pulls[0]?.mergeBlockedBy).toBe("it conflicts with its base branch");
  });
});

describe("rules that cannot be seen for another reason", () => {
  it("are not known to be none", async () => {
    const request = async () => {
      throw Object.assign(new Error("Resource not accessible by integration"), { status: 403 });
    };
    const gitHub = { request } as unknown as GitHub;
    expect(await rulesetRules({ gitHub, owner: "o", repo: "r" }, "main")).toBeNull();
  });
});
