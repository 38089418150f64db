import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { affectedRepository } from "../../src/webhooks/affected-repository.js";

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
    expect(affectedRepository(payload)).toEqual({ id: 1, installation: 2, owner: "acme", name: "product" });
  });

  it.each([
    ["a bot's doing", { ...payload, sender: { type: "Bot" } }],
    ["news without an installation", { ...payload, installation: undefined }],
    ["news about no repository", { ...payload, repository: undefined }],
    ["nothing at all", null],
  ])("is no hint when it is %s", (_what, given) => {
    expect(affectedRepository(given)).toBeNull();
  });

  it.each([
    ["completed", ".github/workflows/factory-gates.yml", true],
    ["requested", ".github/workflows/factory-gates.yml", false],
    ["completed", ".github/workflows/factory-gates.yml@refs/heads/main", true],
    ["completed", ".github/workflows/ci.yml", false],
  ])("by a bot that tells of a run %s of %s is a hint: %s", (action, path, hint) => {
    const run = { ...payload, action, sender: { type: "Bot" }, workflow_run: { path } };
    expect(affectedRepository(run) !== null).toBe(hint);
  });

  it("has examples to be tried on", () => {
    expect(examples.length).toBeGreaterThan(200);
  });

  it.each(examples)("of GitHub's example %s is read without a crash", (_name, example) => {
    const found = affectedRepository(example);
    expect(found === null || Number.isInteger(found.id)).toBe(true);
  });
});
