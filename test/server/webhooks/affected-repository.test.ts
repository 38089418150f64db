import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { affectedRepository } from "../../../src/server/webhooks/affected-repository.js";

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
  it("is a trigger about its repository", () => {
    expect(affectedRepository(payload, OWN)).toEqual({ id: 1, installation: 2, owner: "acme", name: "product" });
  });

  it.each([
    ["a bot's doing", { ...payload, sender: { type: "Bot" } }],
    ["news without an installation", { ...payload, installation: undefined }],
    ["news about no repository", { ...payload, repository: undefined }],
    ["nothing at all", null],
  ])("is no trigger when it is %s", (_what, given) => {
    expect(affectedRepository(given, OWN)).toBeNull();
  });

  it.each([
    ["check run", { action: "completed", check_run: {} }],
    ["check run that was created", { action: "created", check_run: {} }],
    ["check suite that was asked for", { action: "requested", check_suite: { pull_requests: [{}] } }],
    ["workflow run", { action: "completed", workflow_run: { path: ".github/workflows/ci.yml" } }],
    [
      "workflow run that began",
      { action: "in_progress", workflow_run: { path: ".github/workflows/factory-gates.yml" } },
    ],
  ])("about somebody's %s is no trigger, although a person sent it", (_what, given) => {
    expect(affectedRepository({ ...payload, ...given }, OWN)).toBeNull();
  });

  it.each([
    ["completed", ".github/workflows/factory-gates.yml", true],
    ["requested", ".github/workflows/factory-gates.yml", false],
    ["completed", ".github/workflows/factory-gates.yml@refs/heads/main", true],
    ["completed", ".github/workflows/ci.yml", false],
  ])("by a bot that tells of a run %s of %s is a trigger: %s", (action, path, trigger) => {
    const run = { ...payload, action, sender: { type: "Bot" }, workflow_run: { path } };
    expect(affectedRepository(run, OWN) !== null).toBe(trigger);
  });

  it.each([
    ["pull_request", "opened", "dependabot[bot]", true],
    ["pull_request", "synchronize", "dependabot[bot]", true],
    ["pull_request", "reopened", "dependabot[bot]", true],
    ["pull_request", "ready_for_review", "dependabot[bot]", true],
    ["pull_request", "labeled", "dependabot[bot]", false],
    ["pull_request", "synchronize", OWN, false],
    ["pull_request", "closed", OWN, false],
    ["pull_request", "closed", "github-merge-queue[bot]", true],
    ["pull_request", "dequeued", "github-merge-queue[bot]", true],
    ["merge_group", "checks_requested", "github-merge-queue[bot]", true],
    ["merge_group", "destroyed", "github-merge-queue[bot]", true],
    ["issues", "opened", "dependabot[bot]", false],
  ])("about a %s that was %s by %s is a trigger: %s", (what, action, login, trigger) => {
    const proposed = { ...payload, action, sender: { type: "Bot", login }, [what]: {} };
    expect(affectedRepository(proposed, OWN) !== null).toBe(trigger);
  });

  it.each([
    ["of the repository's workflows on our branch", "github-actions", OWN, [{}], "completed", true],
    ["of another App on our branch", "some-ci", "some-ci[bot]", [{}], "completed", true],
    ["of our own", "software-factory", OWN, [{}], "completed", false],
    ["that were only asked for", "github-actions", OWN, [{}], "requested", false],
    ["on no pull request, such as a gate run's", "github-actions", OWN, [], "completed", false],
  ])("about checks %s is a trigger when a merge may wait for them", (_whose, slug, login, pulls, action, trigger) => {
    const check_suite = { app: { slug }, pull_requests: pulls };
    const ended = { ...payload, action, sender: { type: "Bot", login }, check_suite };
    expect(affectedRepository(ended, OWN) !== null).toBe(trigger);
  });

  it.each([
    ["Merge branch 'main' into factory/T-notes", OWN, true],
    ["factory: T-notes - ship Notes (MM-0001)", OWN, false],
    ["factory: gates-requested", OWN, false],
    ["Merge branch 'main' into dependabot/npm", "dependabot[bot]", false],
  ])(
    "about a push of '%s' by %s is a trigger only where GitHub brought our branch up to date",
    (message, login, trigger) => {
      const pushed = { ...payload, sender: { type: "Bot", login }, head_commit: { message } };
      expect(affectedRepository(pushed, OWN) !== null).toBe(trigger);
    },
  );

  it("has examples to test", () => {
    expect(examples.length).toBeGreaterThan(200);
  });

  it.each(examples)("like GitHub's example %s is read without a crash", (_name, example) => {
    const found = affectedRepository(example, OWN);
    expect(found === null || Number.isInteger(found.id)).toBe(true);
  });
});
