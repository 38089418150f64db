import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { gitBlobSha } from "../../../src/domain/hash.js";
import type { RepositoryReader } from "../../../src/engine/ports.js";
import { AnswerFiles } from "../../../src/features/modules/answer-files.js";
import { answerPath, debatePath, examplesStatePath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { Implementation } from "../../../src/features/modules/artifacts/implementation.js";
import { readFix } from "../../../src/jobs/fix/read-fix.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { haltOf, pullsWith, SPECIFIED, sayHere } from "../../support/halted.js";
import { REPOSITORY, storeOf } from "../../support/job-ports.js";
import { decideOn, FIRST_TASK, NOW, stateOf } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const PUSHED = "e".repeat(40);
const BASE = "b".repeat(40);
const OTHER_ENTRY = writeYaml(aContract({ entry: "src/index.ts" }), Contract);
type Files = Readonly<Record<string, string>>;
const FOLDER = ".factory/modules/MM-0001/1.0.0";
const SPECIFICATION: Files = {
  "test/tag.test.ts": SPECIFIED.tests,
  [`${FOLDER}/contract.yml`]: SPECIFIED.contract,
  [`${FOLDER}/examples.md`]: SPECIFIED.examples,
};
const START: Files = { "README.md": "hello", "src/tag.ts": "old", ...SPECIFICATION };
const recorded = Object.entries(SPECIFICATION).map(([path, text]) => ({ path, text }));

/** The state once the person has said `/factory fix` about what they pushed. */
const halted = haltOf();
const state = stateOf(
  decideOn(
    halted.state,
    { pulls: pullsWith({ head: PUSHED }), comments: [sayHere("/factory fix Off by one.")] },
    {
      files: halted.files,
    },
  ),
);

/** The same before the packages that the plan declares are settled. */
const declared = [{ name: "left-pad", range: "^1.3.0", why: "pads the text on its left side" }];
const packages = { declared, agreed: [], scripts_agreed: false, run: null, committed: null };
const before = state.work[FIRST_TASK];
if (before === undefined) throw new TypeError("the task is in work");
const unsettled = { ...state, work: { ...state.work, [FIRST_TASK]: { ...before, packages } } };

async function read(pushed: Files, { start = START, base = START, modes = {} as Files, now = state } = {}) {
  const trees = new Map([
    [state.work[FIRST_TASK]?.stage.stage === "reading-fix" ? HEAD : "", start],
    [PUSHED, pushed],
    [BASE, base],
  ]);
  const textOf = (blob: string) =>
    [...trees.values()].flatMap((files) => Object.values(files)).find((text) => gitBlobSha(text) === blob) ?? "";
  const reader: RepositoryReader = {
    tree: async (_, commit) =>
      Object.entries(trees.get(commit) ?? {}).map(([path, text]) => ({
        path,
        blob: gitBlobSha(text),
        size: text.length,
        mode: commit === PUSHED ? (modes[path] ?? "100644") : "100644",
      })),
    blob: async (_, blob) => textOf(blob),
    blobs: async (_, blobs) => new Map(blobs.map(({ blob }) => [blob, textOf(blob)])),
    changedFiles: () => Promise.reject(new Error("nobody asks what a pull request changes")),
    commit: async () => ({ parents: [], key: null }),
    versionTags: async () => new Map(),
  };
  const effect = { kind: "read-fix", key: "k", task: FIRST_TASK, question: 5, base: BASE } as const;
  const unused = () => {
    throw new Error("reading a fix asks nobody");
  };
  return readFix(REPOSITORY, effect, {
    state: storeOf(now, Object.fromEntries(halted.branch)),
    reader,
    clock: { now: () => NOW },
    signal: new AbortController().signal,
    model: { name: "none", ask: unused },
    indexOf: unused,
    boundaryFor: unused,
    forge: { perform: unused },
  } as unknown as Parameters<typeof readFix>[2]);
}

const activityOf = ({ events: [event] }: Awaited<ReturnType<typeof read>>) =>
  event?.kind === "work-updated" ? event.event : undefined;

describe("a fix that a person pushed", () => {
  it("of one module's code is its proposal, and is recorded like any answer", async () => {
    const result = await read({ ...START, "src/tag.ts": "new" });
    expect(activityOf(result)).toMatchObject({
      kind: "fix-read",
      question: 5,
      contract_changed: false,
      tests_changed: false,
      fixed: { module_id: "MM-0001", proposal: { claim: "Off by one.", deliverable_ref: "MM-0001@1.0.0" } },
    });
    const answer = result.files.find(({ path }) => path === answerPath(FIRST_TASK, 5));
    expect(readYaml("answer", answer?.text ?? "", AnswerFiles)).toMatchObject({
      value: { files: [{ path: "src/tag.ts", text: "new" }, ...recorded], deletions: [] },
    });
    const event = activityOf(result);
    const id = event?.kind === "fix-read" ? event.fixed?.proposal.target_artifact_id : undefined;
    const filed = result.files.find(({ path }) => path === debatePath(FIRST_TASK, "implementations", id ?? ""));
    expect(readYaml("implementation", filed?.text ?? "", Implementation)).toMatchObject({
      value: { implementation_id: id, answer_ref: answer?.path, files: [{ path: "src/tag.ts" }, {}, {}, {}] },
    });
    expect(result.files.map(({ path }) => path).filter((path) => path !== answer?.path)).toEqual([
      filed?.path,
      expect.stringMatching(/\/proposals\/PROP-[0-9a-f]{8}\.yml$/),
    ]);
  });

  it("of its tests, its contract or its examples says so", async () => {
    const result = await read({
      ...START,
      "test/tag.test.ts": "other tests",
      [`${FOLDER}/contract.yml`]: writeYaml(aContract({ title: "Tags, normalised" }), Contract),
      [`${FOLDER}/examples.md`]: `${SPECIFIED.examples}\nThat is all.\n`,
    });
    expect(activityOf(result)).toMatchObject({ contract_changed: true, tests_changed: true });
    expect(result.files.map(({ path }) => path)).toContain(examplesStatePath(FIRST_TASK, "MM-0001"));
  });

  it("of the examples alone is refused where they show less than the contract promises", async () => {
    const result = await read({ ...START, [`${FOLDER}/examples.md`]: "# Examples\n" });
    expect(activityOf(result)).toMatchObject({ kind: "work-failed", cause: { kind: "fix-refused" } });
    expect(JSON.stringify(activityOf(result))).toContain('No example shows \\"normaliseTag\\"');
  });

  it("of the code is red first where an earlier one left tests that were never locked", async () => {
    const before = { ...START, "test/tag.test.ts": "other tests" };
    const result = await read({ ...before, "src/tag.ts": "new" }, { start: before });
    expect(activityOf(result)).toMatchObject({ contract_changed: false, tests_changed: true });
  });

  it("that only takes up the base changes no module", async () => {
    const merged = { ...START, "README.md": "from the base", "src/other.ts": "from the base" };
    expect(activityOf(await read(merged, { base: merged }))).toMatchObject({ kind: "fix-read", fixed: null });
  });

  it("is manifest and lock file, while the packages of the plan are open", async () => {
    const pushed = { ...START, "package.json": "{}", "package-lock.json": "{}" };
    expect(activityOf(await read(pushed, { now: unsettled }))).toEqual({
      kind: "packages-given",
      question: 5,
      files: ["package-lock.json", "package.json"].map((path) => ({ path, blob: gitBlobSha("{}") })),
    });
  });

  it.each<[string, Files, Files, RegExp]>([
    [
      "code with them",
      { ...START, "package.json": "{}", "src/tag.ts": "new" },
      {},
      /src\/tag\.ts: before its packages/,
    ],
    [
      "a link for a lock file",
      { ...START, "package-lock.json": "x" },
      { "package-lock.json": "120000" },
      /symbolic link/,
    ],
  ])("is refused then with %s", async (_what, pushed, modes, words) => {
    expect(JSON.stringify(activityOf(await read(pushed, { modes, now: unsettled })))).toMatch(words);
  });

  it.each<[string, Files, Files, RegExp]>([
    ["outside the module", { ...START, "README.md": "mine" }, {}, /README.md is not a file of MM-0001/],
    ["of another module", { ...START, "src/line.ts": "mine" }, {}, /src\/line.ts/],
    ["to a workflow", { ...START, ".github/workflows/x.yml": "on: push" }, {}, /protected/],
    ["to the configuration", { ...START, ".factory/config.yml": "{}" }, {}, /protected/],
    ["to a link", { ...START, "src/tag.ts": "/etc/passwd" }, { "src/tag.ts": "120000" }, /symbolic link/],
    ["that deletes what the plan creates", { "README.md": "hello", ...SPECIFICATION }, {}, /not deleted/],
    ["to a contract that is none", { ...START, [`${FOLDER}/contract.yml`]: "x" }, {}, /contract\.yml/],
    ["to whom the contract is about", { ...START, [`${FOLDER}/contract.yml`]: OTHER_ENTRY }, {}, /must keep module_id/],
    [
      "that leaves no contract",
      { "README.md": "hello", "src/tag.ts": "new", "test/tag.test.ts": "tests" },
      {},
      /not there/,
    ],
  ])("with a change %s is refused with the reason", async (_what, pushed, modes, words) => {
    const event = activityOf(await read(pushed, { modes }));
    expect(event).toMatchObject({ kind: "work-failed", cause: { kind: "fix-refused", head: PUSHED } });
    const problems = event?.kind === "work-failed" && event.cause.kind === "fix-refused" ? event.cause.problems : [];
    expect(problems.join("\n")).toMatch(words);
  });

  it("with very many strange files is refused over the first of them, and says how many more there are", async () => {
    const strange = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`docs/page-${index}.md`, "mine"]));
    const event = activityOf(await read({ ...START, ...strange }));
    const cause = event?.kind === "work-failed" && event.cause.kind === "fix-refused" ? event.cause : undefined;
    expect(cause?.problems).toHaveLength(20);
    expect(cause?.left_out).toEqual({ count: 480, all_in: `the commits from ${HEAD} to ${PUSHED}` });
  });
});
