import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { installedRepositories } from "../../../src/server/webhooks/installed-repositories.js";

const repositories = [{ id: 1, name: "product", full_name: "acme/product" }];
const found = [{ id: 1, installation: 2, owner: "acme", name: "product" }];
const installation = { id: 2 };

describe("an installation", () => {
  it.each(["created", "unsuspend", "new_permissions_accepted"])(
    "that is %s is a trigger about its repositories",
    (action) => {
      expect(installedRepositories({ action, installation, repositories })).toEqual(found);
    },
  );

  it("that gets repositories is a trigger about those", () => {
    expect(installedRepositories({ action: "added", installation, repositories_added: repositories })).toEqual(found);
  });

  it.each([
    ["deleted", { action: "deleted", installation, repositories }],
    ["suspended", { action: "suspend", installation, repositories }],
    ["robbed of repositories", { action: "removed", installation, repositories_removed: repositories }],
    ["told without any", { action: "created", installation }],
    ["something else", { action: "created", issue: {} }],
  ])("that is %s is no trigger", (_what, payload) => {
    expect(installedRepositories(payload)).toEqual([]);
  });

  it("is read from GitHub's own examples", () => {
    const catalogue: { name: string; examples: { action?: string }[] }[] = createRequire(import.meta.url)(
      "@octokit/webhooks-examples",
    );
    const examples = catalogue
      .filter(({ name }) => name.startsWith("installation"))
      .flatMap(({ examples }) => examples);
    expect(examples.flatMap((example) => installedRepositories(example)).length).toBeGreaterThan(0);
  });
});
