import { describe, expect, it } from "vitest";
import { createRemembered } from "../../../src/github/cache/remembered.js";
import type { GitHub } from "../../../src/github/client/github.js";
import { gatherDoctorFacts } from "../../../src/github/doctor/gather-doctor-facts.js";
import { rulesetRules } from "../../../src/github/observe/ruleset-rules.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" }, private: true, plan: "free" });
const { adapter, perform, observe } = useGitHubAdapter(local);

function factsOf(permissions: Readonly<Record<string, "read" | "write">>) {
  const { gitHubFor, repository, ownLogin } = adapter();
  const { app, url: settingsUrl } = local.forge;
  return gatherDoctorFacts({
    gitHubFor,
    repository,
    ownLogin,
    remembered: createRemembered(Date.now),
    installation: { id: 1, appId: app.id, selection: "all", permissions, settingsUrl, suspended: false },
    gatesWorkflow: null,
  });
}

describe("a private repository on the free plan", () => {
  it("has rules and protection that GitHub refuses to show, to its owner, too", async () => {
    const { rest } = local.as("admin");
    const words = "Upgrade to GitHub Pro or make this repository public";
    await expect(rest.repos.getBranchRules({ ...local.at, branch: "main" })).rejects.toThrow(words);
    await expect(rest.repos.getBranchProtection({ ...local.at, branch: "main" })).rejects.toThrow(words);
  });

  it("tells who only reads nothing of its merge settings by REST, and the doctor all of them by GraphQL", async () => {
    await local.as("admin").rest.repos.update({ ...local.at, allow_squash_merge: false });
    const reader = (await local.bot({ permissions: { contents: "read" } })).rest;
    expect((await reader.repos.get(local.at)).data).not.toHaveProperty("allow_squash_merge");
    const { repository } = await factsOf({ contents: "read", issues: "read" });
    expect(repository).toMatchObject({ mergeMethods: ["merge", "rebase"], squashRepeats: false });
    await local.as("admin").rest.repos.update({ ...local.at, allow_squash_merge: true });
    expect((await factsOf({ contents: "read", issues: "read" })).repository).toMatchObject({ squashRepeats: true });
  });

  it("has no rules for the doctor", async () => {
    const { rules } = await factsOf({ contents: "write", issues: "write", administration: "read" });
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
