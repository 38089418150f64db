import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { CheckAnnotation } from "../../../src/engine/effects/effect-parts.js";
import { checkDigest } from "../../../src/render/check-digest.js";
import { CUT_TEXT } from "../../../src/render/cut.js";
import { useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { adapter, perform, observe } = useGitHubAdapter(local);
type CheckRun = Extract<Effect, { kind: "keep-check-run" }>;

const annotation = (line: number): CheckAnnotation => ({
  path: "src/a.ts",
  line,
  level: "failure",
  title: "TASK_TEST_PASSES",
  message: `line ${line}`,
});

async function check(branch: string, overrides: Partial<CheckRun> = {}): Promise<CheckRun> {
  const { head } = await openedPull(local, { branch });
  return {
    kind: "keep-check-run",
    key: `${branch}:gates`,
    name: "factory / gates",
    head,
    status: { kind: "in_progress" },
    title: "Running",
    summary: "Two runs.",
    text: "",
    annotations: [],
    actions: [],
    ...overrides,
  };
}

const runsAt = async (ref: string) =>
  (await (await local.bot()).rest.checks.listForRef({ ...local.at, ref, filter: "all" })).data.check_runs;
const done = { kind: "completed", conclusion: "failure" } as const;

describe("the effect keep-check-run", () => {
  it("creates a check run, keeps it while its content is the same, and updates it otherwise", async () => {
    const effect = await check("factory/one");
    expect(await perform(effect)).toBe(true);
    expect(await perform(effect)).toBe(false);
    expect(await perform({ ...effect, status: done, title: "Failed" })).toBe(true);
    const runs = await runsAt(effect.head);
    expect(runs.map(({ name, external_id, status, conclusion }) => [name, external_id, status, conclusion])).toEqual([
      ["factory / gates", "factory/one:gates", "completed", "failure"],
    ]);
    expect(adapter().asked.at(-1)).toEqual({ checks: "write" });
  });

  it("compares by digest, without reading the check run", async () => {
    const effect = await check("factory/digest");
    await perform(effect);
    const { pulls } = await observe({ branches: ["factory/digest"] });
    expect(pulls[0]?.checks).toEqual([{ key: effect.key, digest: checkDigest(effect) }]);
    expect(checkDigest({ ...effect, text: "more" })).not.toBe(checkDigest(effect));
  });

  it.each([49, 50, 51, 101])(
    "sends %i annotations in batches, and is not up to date before the last",
    async (count) => {
      const annotations = Array.from({ length: count }, (_, index) => annotation(index + 1));
      const effect = await check(`factory/notes-${count}`, { annotations, status: done });
      adapter().requests();
      expect(await perform(effect)).toBe(true);
      const writes = adapter()
        .requests()
        .filter((request) => !request.startsWith("GET"));
      expect(writes).toHaveLength(Math.ceil(count / 50));
      const [run] = await runsAt(effect.head);
      expect(run?.output.annotations_count).toBe(count);
      expect(run?.conclusion).toBe("failure");
      expect(await perform(effect)).toBe(false);
    },
  );

  it("replaces a run whose annotations are outdated, because they can only be added", async () => {
    const effect = await check("factory/replaced", { annotations: [annotation(1)], status: done });
    await perform(effect);
    expect(await perform({ ...effect, annotations: [annotation(2)] })).toBe(true);
    const runs = (await runsAt(effect.head)).toSorted((a, b) => a.id - b.id);
    expect(runs.map(({ output }) => output.annotations_count)).toEqual([1, 1]);
    const { pulls } = await observe({ branches: ["factory/replaced"] });
    expect(pulls[0]?.checks).toEqual([
      { key: effect.key, digest: checkDigest({ ...effect, annotations: [annotation(2)] }) },
    ]);
  });

  it("renames a run that a dead process started", async () => {
    const effect = await check("factory/renamed", { name: "factory / 3 integrity", status: done });
    const bot = await local.bot({ permissions: { checks: "write" } });
    const begun = {
      name: "factory / gates",
      head_sha: effect.head,
      external_id: effect.key,
      status: "in_progress",
    } as const;
    const { data } = await bot.rest.checks.create({ ...local.at, ...begun });
    expect(await perform(effect)).toBe(true);
    const runs = await runsAt(effect.head);
    expect(runs.map(({ id, name, conclusion }) => [id, name, conclusion])).toEqual([[data.id, effect.name, "failure"]]);
  });

  it("does not take a half-written run for an up-to-date one", async () => {
    const annotations = Array.from({ length: 60 }, (_, index) => annotation(index + 1));
    const effect = await check("factory/half", { annotations, status: done });
    const bot = await local.bot({ permissions: { checks: "write" } });
    await bot.rest.checks.create({
      ...local.at,
      name: effect.name,
      head_sha: effect.head,
      external_id: effect.key,
      status: "in_progress",
      output: {
        title: effect.title,
        summary: effect.summary,
        annotations: [{ path: "a", start_line: 1, end_line: 1, annotation_level: "notice", message: "half" }],
      },
    });
    expect((await observe({ branches: ["factory/half"] })).pulls[0]?.checks).toEqual([
      { key: effect.key, digest: null },
    ]);
    expect(await perform(effect)).toBe(true);
    const newest = (await runsAt(effect.head)).reduce((a, b) => (a.id > b.id ? a : b));
    expect(newest.output.annotations_count).toBe(60);
  });

  it("starts a new run if a completed one must run again", async () => {
    const effect = await check("factory/again", { status: done });
    await perform(effect);
    await perform({ ...effect, status: { kind: "queued" } });
    expect((await runsAt(effect.head)).map(({ status }) => status).toSorted()).toEqual(["completed", "queued"]);
  });

  it.each([
    ["the limit less one", 65_534],
    ["the limit", 65_535],
    ["one more", 65_536],
    ["far more, in characters of several bytes", 200_000],
  ])("fits a summary and a text of %s", async (what, size) => {
    const character = what.includes("several") ? "é" : "x";
    const effect = await check(`factory/size-${size}`, {
      title: "t".repeat(300),
      summary: character.repeat(size),
      text: character.repeat(size),
    });
    expect(await perform(effect)).toBe(true);
    const [run] = await runsAt(effect.head);
    expect(Buffer.byteLength(run?.output.summary ?? "")).toBeLessThanOrEqual(65_535);
    expect(run?.output.summary).toContain(CUT_TEXT);
    expect(run?.output.title).toHaveLength(255);
    expect(run?.output.text?.endsWith(CUT_TEXT)).toBe(size > 65_535);
    expect(await perform(effect)).toBe(false);
  });

  it.each([
    ["four buttons", Array.from({ length: 4 }, () => ({ label: "a", description: "b", identifier: "c" }))],
    ["a long label", [{ label: "l".repeat(21), description: "b", identifier: "c" }]],
    ["a long description", [{ label: "a", description: "d".repeat(41), identifier: "c" }]],
    ["a long identifier", [{ label: "a", description: "b", identifier: "i".repeat(21) }]],
  ])("refuses %s, like GitHub", async (what, actions) => {
    const effect = await check(`factory/actions-${what.replaceAll(" ", "-")}`, { actions });
    await expect(perform(effect)).rejects.toThrow(RangeError);
  });

  it("accepts three buttons at their limits", async () => {
    const actions = ["r", "p", "c"].map((letter) => ({
      label: letter.repeat(20),
      description: letter.repeat(40),
      identifier: letter.repeat(20),
    }));
    expect(await perform(await check("factory/buttons", { actions }))).toBe(true);
  });
});
