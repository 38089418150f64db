import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import type { ModuleRef } from "../../../src/domain/ids.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { type DeprecationOrder, migrationPath } from "../../../src/features/deprecation/deprecation-state.js";
import { detectRelease } from "../../../src/features/release/detect-release.js";
import { parseTaskFile } from "../../../src/features/tasks/task-file/parse-task-file.js";
import { prepareDeprecation } from "../../../src/jobs/deprecation/prepare-deprecation.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { haltOf, pullsWith, readBy } from "../../support/halted.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { decideOn, FIRST_TASK, NOW, stateOf } from "../../support/loop.js";
import { HEAD, pull } from "../../support/observed.js";
import { ended, situation } from "../../support/release.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";

const OLD = "MM-0007@1.0.0";
const NEW = "MM-0009@1.2.0";
const CONSUMER = "MM-0008@1.0.0";
const order: DeprecationOrder = {
  module_ref: OLD,
  reason: "It folds no Unicode.",
  migration_note: "Fold before you call it.",
  replacement: NEW,
  asked_by: "ada",
  issue: 3,
  at: NOW,
};
const migrating = { phase: "migrating", order, consumers: null } as const;

const consumer = aShippedContract({
  module_id: "MM-0008",
  dependencies: [{ ref: "MM-0007@^1.0.0", why: "tags" }],
  consumes: ["normaliseTag", "elsewhere"],
});
const replacement = aShippedContract({ module_id: "MM-0009", module_version: "1.2.0", creates: ["foldTag"] });
const wrapping = aShippedContract({ ...replacement, dependencies: [{ ref: "MM-0007@^1.0.0", why: "the rest" }] });
const old = shippedFiles(aShippedContract({ module_id: "MM-0007" }), {
  entry: { status: "DEPRECATED", notes: "gone" },
});

function found(files: Record<string, string>) {
  const effect = { kind: "prepare-deprecation", key: "k", module: OLD, head: HEAD } as const;
  return prepareDeprecation(REPOSITORY, effect, {
    state: storeOf(ended({ deprecations: [migrating] })),
    reader: readerOf(files),
    clock: { now: () => NOW },
  });
}
const FILES = { ...old, ...shippedFiles(consumer), ...shippedFiles(replacement) };

describe("the consumers of a deprecated module that has a replacement", () => {
  it("are found with the contract of their next version, which promises the same on the replacement", async () => {
    const { events, files } = await found(FILES);
    expect(events).toMatchObject([
      { kind: "deprecation-consumers-found", consumers: [{ module_ref: CONSUMER, version: "1.0.1" }] },
    ]);
    const next = readYaml("contract", files[0]?.text ?? "", Contract);
    expect(files.map(({ path }) => path)).toEqual([migrationPath(OLD, CONSUMER)]);
    expect(next).toMatchObject({
      ok: true,
      value: {
        module_version: "1.0.1",
        inputs: consumer.inputs,
        outputs: consumer.outputs,
        dependencies: [{ ref: "MM-0009@^1.2.0", why: "tags" }],
        consumes: ["elsewhere", "foldTag"],
      },
    });
  });

  it("keep the names that the replacement has as well", async () => {
    const same = shippedFiles(aShippedContract({ ...replacement, creates: ["normaliseTag", "foldTag"] }));
    const { files } = await found({ ...FILES, ...same });
    expect(readYaml("contract", files[0]?.text ?? "", Contract)).toMatchObject({
      value: { consumes: ["elsewhere", "normaliseTag"] },
    });
  });

  it.each([
    ["the replacement itself", { ...old, ...shippedFiles(wrapping) }],
    [
      "what was built on the replacement before",
      { ...FILES, ...shippedFiles(consumer, { builtAgainst: [{ module_ref: NEW, fingerprint: "f".repeat(64) }] }) },
    ],
    [
      "what is not active any more",
      {
        ...FILES,
        ...shippedFiles(consumer, { entry: { status: "SUPERSEDED", superseded_by: "MM-0008@1.0.1", notes: "gone" } }),
      },
    ],
    [
      "anything, once the replacement is deprecated as well",
      { ...FILES, ...shippedFiles(replacement, { entry: { status: "DEPRECATED", notes: "gone" } }) },
    ],
  ])("are not %s", async (_, files) => {
    const { events } = await found(files);
    expect(events).toMatchObject([{ kind: "deprecation-consumers-found", consumers: [] }]);
  });
});

const halt = haltOf({ halting: null });
const running = (deprecations: FactoryState["deprecations"]): FactoryState => ({ ...halt.state, deprecations });
const entryPath = `.factory/deprecations/${OLD}.yml`;

function merged(changes: Partial<DeprecationOrder> = {}, downstream: ModuleRef[] = [CONSUMER]) {
  const digest = "d".repeat(64);
  const state = running([{ phase: "proposing", order: { ...order, ...changes }, digest, downstream }]);
  const shown = pull({
    number: 9,
    branch: "factory/deprecate-MM-0007-1.0.0",
    key: `deprecate-${OLD}-${digest.slice(0, 16)}`,
    state: "merged",
    mergeSha: HEAD,
  });
  const files = new Map([...readBy(state, new Map([...halt.branch, [entryPath, "x"]]))]);
  return decideOn(state, { pulls: [...pullsWith({}), shown] }, { files });
}

describe("a deprecation with a replacement", () => {
  it("looks for the consumers as soon as it is merged, and says so", () => {
    const decision = merged();
    expect(stateOf(decision).deprecations).toEqual([migrating]);
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "prepare-deprecation", key: `migrate-${OLD}`, module: OLD }),
    );
    const said = decision.pending.find((effect) => effect.kind === "say" && effect.issue === 3);
    expect(said).toMatchObject({ body: expect.stringContaining(`a task for each of them builds it again on ${NEW}`) });
  });

  it.each<[string, Partial<DeprecationOrder>, ModuleRef[]]>([
    ["the person says that they stay", { migrate: false }, [CONSUMER]],
    ["nothing replaces it", { replacement: null }, [CONSUMER]],
    ["nobody uses it", {}, []],
  ])("moves nobody where %s", (_why, changes, downstream) => {
    expect(stateOf(merged(changes, downstream)).deprecations).toEqual([]);
  });

  it("adds a task for each consumer, which builds exactly the contract that was found", () => {
    const consumers = [{ module_ref: CONSUMER, version: "1.0.1" }];
    const state = running([{ ...migrating, consumers }]);
    const contract = migrationPath(OLD, CONSUMER);
    const branch = new Map([
      ...halt.branch,
      [contract, shippedFiles(consumer)[".factory/modules/MM-0008/1.0.0/contract.yml"] ?? ""],
    ]);
    const decision = decideOn(state, { pulls: pullsWith({}) }, { files: readBy(state, branch) });
    const after = stateOf(decision);
    expect(after.deprecations).toEqual([]);
    const [[task = "", agreed] = []] = Object.entries(after.agreed_versions);
    expect(agreed).toEqual({ replaces: CONSUMER, version: "1.0.1", contract });
    expect(after.project?.tasks[task]).toMatchObject({ status: "PENDING", task: `Move MM-0008@1.0.1 to ${NEW}` });
    const text = decision.files.find(({ path }) => path === after.project?.tasks[task]?.path)?.text ?? "";
    const file = parseTaskFile(text);
    expect(file).toMatchObject({ ok: true, value: { name: `Move MM-0008@1.0.1 to ${NEW}` } });
    expect(text).toContain("Fold before you call it.");
    expect(after.project?.tasks[FIRST_TASK]?.status).toBe(state.project?.tasks[FIRST_TASK]?.status);
  });

  it("holds the release back until its tasks are there", () => {
    expect(detectRelease(situation({}))).toMatchObject([{ kind: "release-due" }]);
    expect(detectRelease(situation({ deprecations: [migrating] }))).toEqual([]);
  });
});
