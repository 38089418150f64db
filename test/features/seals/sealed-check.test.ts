import { describe, expect, it } from "vitest";
import { allCommands } from "../../../src/commands/all-commands.js";
import { readCommands } from "../../../src/commands/read-commands.js";
import type { SealViolation } from "../../../src/features/seals/seal-violations.js";
import { sealedCheck, tooLargeCheck } from "../../../src/features/seals/sealed-check.js";
import { CHECK_SUMMARY_BYTES } from "../../../src/render/check-digest.js";
import { t } from "../../support/project-state.js";
import { WAYS } from "../../support/ways-on.js";

const COMMANDS = allCommands();

const violation = (changes: Partial<SealViolation> = {}): SealViolation => ({
  path: "src/tag.ts",
  module_ref: "MM-0001@1.0.0",
  change: "modified",
  ...changes,
});
const check = (overrides: object = {}) =>
  sealedCheck({
    violations: [violation()],
    records: [],
    dependants: new Map(),
    unreadable: [],
    isFork: false,
    ways: WAYS,
    ...overrides,
  });

describe("the check run about seals", () => {
  it("succeeds where no sealed file is touched", () => {
    expect(check({ violations: [] })).toMatchObject({
      status: { kind: "completed", conclusion: "success" },
      title: "No sealed file is touched",
      annotations: [],
    });
  });

  it("fails with the file, whose it is, who depends on it and the ways that lead on", () => {
    const dependants = new Map([["MM-0001@1.0.0", ["MM-0004@1.0.0", "MM-0005@2.0.0"]]]);
    const { status, title, summary, annotations } = check({ dependants });
    expect(status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(title).toBe("1 sealed file of MM-0001@1.0.0 would change");
    expect(summary).toContain("| `src/tag.ts` | MM-0001@1.0.0 | modified |");
    expect(summary).toContain("MM-0004@1.0.0, MM-0005@2.0.0 depend on MM-0001@1.0.0.");
    expect(summary).toContain("**A new version, with the same promise**");
    expect(summary).toContain("names MM-0001@1.0.0");
    expect(summary).toContain("the label `factory:quick`");
    expect(summary).toContain("**An interface change, with another promise**");
    expect(summary).toContain(`say \`/factory undo ${t("a")}\` in #3`);
    expect(annotations).toEqual([
      expect.objectContaining({ path: "src/tag.ts", line: 1, level: "failure", title: "Sealed file" }),
    ]);
    expect(check().summary).toContain("Nothing depends on MM-0001@1.0.0.");
  });

  it("names no command that would be refused: nothing can be taken back that no task of the product built", () => {
    const ways = { ...WAYS, undo: {} };
    expect(check({ ways }).summary).not.toContain("/factory undo");
    expect(check({ ways: { ...WAYS, issue: null } }).summary).not.toContain("/factory undo");
  });

  it("names commands as they are: each is in the table, and what is ready to send is understood", () => {
    const records = [".factory/code-index/a.yml"];
    const spans = [...check({ records }).summary.matchAll(/`(\/factory [^`]+)`/g)].map(([, words = ""]) => words);
    expect(spans.length).toBeGreaterThanOrEqual(5);
    const usages = COMMANDS.map(({ usage }) => usage.replace(/ \[task\]/, ""));
    for (const words of spans) {
      if (words.includes("<")) expect(usages).toContain(words);
      else expect(readCommands(words)).toMatchObject({ ok: true, value: [{ outcome: { ok: true } }] });
    }
  });

  it("counts the modules of several files", () => {
    const violations = [violation(), violation({ path: "src/b.ts", module_ref: "MM-0002@1.0.0", change: "deleted" })];
    expect(check({ violations }).title).toBe("2 sealed files of 2 shipped modules would change");
  });

  it("stays neutral, with the reason, on a fork", () => {
    const { status, summary } = check({ isFork: true });
    expect(status).toEqual({ kind: "completed", conclusion: "neutral" });
    expect(summary).toContain("comes from a fork");
    expect(check().summary).not.toContain("comes from a fork");
  });

  it("fails where the record of what shipped is touched, alone or beside sealed files", () => {
    const records = [".factory/code-index/a.yml", ".factory/code-index/b.yml"];
    const { status, title, summary, annotations } = check({ violations: [], records });
    expect(status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(title).toBe("2 files of the record of what shipped would change");
    expect(summary).toContain("- `.factory/code-index/b.yml`");
    expect(summary).not.toContain("depend");
    expect(annotations.map(({ path }) => path)).toEqual(records);
    expect(check({ records }).title).toBe("1 sealed file of MM-0001@1.0.0 would change");
    expect(check({ records }).annotations).toHaveLength(3);
    expect(check({ records }).summary).toContain("- `.factory/code-index/a.yml`");
  });

  it("does not vouch for what it could not read, and does not stop the pull request that mends it", () => {
    const unreadable = ["ship.yml is not on the default branch"];
    const { status, summary } = check({ violations: [], unreadable });
    expect(status).toEqual({ kind: "completed", conclusion: "neutral" });
    expect(summary).toContain("- `ship.yml is not on the default branch`");
    expect(check({ unreadable })).toMatchObject({ status: { conclusion: "failure" } });
    expect(check({ unreadable }).summary).toContain("could not be read in full");
  });

  it.each([
    [false, "failure"],
    [true, "neutral"],
  ])("cannot judge more files than GitHub lists; from a fork: %s", (isFork, conclusion) => {
    const { status, title, summary } = tooLargeCheck(3_001, isFork);
    expect(status).toEqual({ kind: "completed", conclusion });
    expect(title).toBe("3001 files are too many to judge");
    expect(summary).toContain("Split it");
    expect(summary.includes("comes from a fork")).toBe(isFork);
  });

  it.each([49, 50, 51])("marks at most fifty of %i files and lists them all", (count) => {
    const violations = Array.from({ length: count }, (_, index) => violation({ path: `src/${index}.ts` }));
    const { annotations, summary } = check({ violations });
    expect(annotations).toHaveLength(Math.min(count, 50));
    expect(summary.match(/would be|\| `src/g)?.length).toBe(count + 1);
  });

  it("fits with three thousand files", () => {
    const violations = Array.from({ length: 3_000 }, (_, index) =>
      violation({ path: `src/${"ü".repeat(50)}${index}.ts` }),
    );
    const { summary } = check({ violations });
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(CHECK_SUMMARY_BYTES);
    expect(summary).toContain("_3000 files are not listed: they did not fit._");
  });
});
