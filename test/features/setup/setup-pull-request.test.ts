import { describe, expect, it } from "vitest";
import { NEEDED_PERMISSIONS } from "../../../src/doctor/needed-permissions.js";
import { setupPullRequestBody } from "../../../src/features/setup/setup-pull-request.js";
import { upgradePullRequestBody } from "../../../src/features/setup/upgrade-pull-request.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";

const body = (overrides: Partial<Parameters<typeof setupPullRequestBody>[0]> = {}) =>
  setupPullRequestBody({
    files: [".github/workflows/factory-gates.yml", ".factory/config.yml"],
    presetSentence: "The preset is `node`.",
    defaultBranch: "main",
    hasSpec: true,
    labels: { start: "factory", quick: "factory:quick" },
    ...overrides,
  });

describe("the set-up pull request", () => {
  it("says first what merging and closing mean", () => {
    const [first, ...rest] = body().split("\n");
    expect(first).toBe("**Merging this pull request is your consent. Nothing else happens before.**");
    expect(rest.filter((line) => /^\| (merge|close|edit the files here) \|/.test(line))).toHaveLength(3);
  });

  it("lists the files, the preset and every permission with its use", () => {
    const text = body();
    expect(text).toContain("The preset is `node`.\n\n- `.github/workflows/factory-gates.yml`\n- `.factory/config.yml`");
    const rows = text.split("\n").filter((line) => /^\| .*: (read|write) \|/.test(line));
    for (const [name, { level }] of Object.entries(NEEDED_PERMISSIONS)) {
      if (name === "metadata") continue; // every App has it
      const words = name.replace("_", " ");
      expect(rows.some((row) => row.includes(words) && row.includes(`: ${level} |`))).toBe(true);
    }
  });

  it.each([
    [true, "`SPEC.md` is on `main` already."],
    [false, "Write `SPEC.md` on `main`"],
  ])("says what to do about SPEC.md (there: %s)", (hasSpec, words) => {
    expect(body({ hasSpec })).toContain(words);
  });

  it("names the labels that the configuration names", () => {
    const text = body({ labels: { start: "build", quick: "build-one" } });
    expect(text).toContain("an issue labelled `build`");
    expect(text).toContain("(or `build-one` to");
  });

  it("leaves the list of files out when it does not fit, and says so", () => {
    const files = Array.from({ length: 5_000 }, (_, index) => `scaffold/file-${index}.txt`);
    const text = body({ files });
    expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(text).toContain("_5000 files; see the diff._");
  });
});

it.each([
  [true, "is not the one that this version of the App starts"],
  [false, "The gates workflow is missing"],
])("an upgrade says why (installed: %s)", (installed, words) => {
  expect(upgradePullRequestBody(installed)).toContain(words);
});
