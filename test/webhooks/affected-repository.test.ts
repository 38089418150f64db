import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { affectedRepository } from "../../src/webhooks/affected-repository.js";

const OWN = "software-factory[bot]";
const payload = {
  repository: { id: 1, name: "product", owner: { login: "acme" } },
  installation: { id: 2 },
  sender: { type: "User" },
};

const catalogue: { name: string; examples: unknown[] }[] = createRequire(import.meta.url)("@octokit/webhooks-examples");
const examples = catalogue.flatMap(({ name, examples }) =>
  examples.map((example, index) => [`${name} ${index}`, example] as const),
);

describe("a delivery", () => {
  it("is a hint about its repository", () => {
    expect(affectedRepository(payload, OWN)).toEqual({ id: 1, installation: 2, owner: "acme", name: "product" });
  });

  it.each([
    ["a bot's doing", { ...payload, sender: { type: "Bot" } }],
    ["news without an installation", { ...payload, installation: undefined }],
    ["news about no repository", { ...payload, repository: undefined }],
    ["nothing at all", null],
  ])("is no hint when it is %s", (_what, given) => {
    expect(affectedRepository(given, OWN)).toBeNull();
  });

  it.each([
    ["completed", ".github/workflows/factory-gates.yml", true],
    ["requested", ".github/workflows/factory-gates.yml", false],
    ["completed", ".github/workflows/factory-gates.yml@refs/heads/main", true],
    ["completed", ".github/workflows/ci.yml", false],
  ])("by a bot that tells of a run %s of %s is a hint: %s", (action, path, hint) => {
    const run = { ...payload, action, sender: { type: "Bot" }, workflow_run: { path } };
    expect(affectedRepository(run, OWN) !== null).toBe(hint);
  });

  it.each([
    ["pull_request", "opened", "dependabot[bot]", true],
    ["pull_request", "synchronize", "dependabot[bot]", true],
    ["pull_request", "reopened", "dependabot[bot]", true],
    ["pull_request", "ready_for_review", "dependabot[bot]", true],
    ["pull_request", "labeled", "dependabot[bot]", false],
    ["pull_request", "synchronize", OWN, false],
    ["merge_group", "checks_requested", "github-merge-queue[bot]", true],
    ["merge_group", "destroyed", "github-merge-queue[bot]", false],
    ["issues", "opened", "dependabot[bot]", false],
  ])("about a %s that was %s by %s is a hint: %s", (what, action, login, hint) => {
    const proposed = { ...payload, action, sender: { type: "Bot", login }, [what]: {} };
    expect(affectedRepository(proposed, OWN) !== null).toBe(hint);
  });

  it("has examples to be tried on", () => {
    expect(examples.length).toBeGreaterThan(200);
  });

  it.each(examples)("of GitHub's example %s is read without a crash", (_name, example) => {
    const found = affectedRepository(example, OWN);
    expect(found === null || Number.isInteger(found.id)).toBe(true);
  });
});
