import { describe, expect, it } from "vitest";
import type { CodeIndexEntry } from "../../../src/domain/index-entries/code-index-entry.js";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { ChangedFiles } from "../../../src/engine/ports.js";
import type { RecordKeeper } from "../../../src/features/seals/record-violations.js";
import type { KnownVersions } from "../../../src/features/shipping/known-versions.js";
import { judgeSeals } from "../../../src/jobs/seals/judge-seals.js";
import { watchSeals } from "../../../src/jobs/seals/watch-seals.js";
import { REPOSITORY, readerOf } from "../../support/job-ports.js";
import { HEAD } from "../../support/observed.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import { sha } from "../../support/task-work.js";
import { WAYS } from "../../support/ways-on.js";

const SEALED = { "src/tag.ts": "one\n" };
const SHIPPED: Readonly<Record<string, string>> = {
  ...SEALED,
  ...shippedFiles(aShippedContract(), { sealed: SEALED }),
};
const FOLDER = ".factory/modules/MM-0001/1.0.0";
const ENTRY = ".factory/code-index/MM-0001@1.0.0.yml";
const entryAs = (entry: Partial<CodeIndexEntry>) => ({
  ...SHIPPED,
  ...shippedFiles(aShippedContract(), { sealed: SEALED, entry }),
});
const without = (path: string) => Object.fromEntries(Object.entries(SHIPPED).filter(([name]) => name !== path));

function handsOn(files: Readonly<Record<string, string>>, changed: readonly ChangedFiles[], aborted: boolean) {
  const performed: Effect[] = [];
  const answers = [...changed];
  const controller = new AbortController();
  if (aborted) controller.abort();
  return {
    performed,
    ports: {
      reader: {
        ...readerOf(files),
        changedFiles: async () => answers.shift() ?? Promise.reject(new Error("asked too often")),
      },
      forge: { perform: async (_: unknown, effect: Effect) => performed.push(effect) > 0 },
      signal: controller.signal,
    },
  };
}

type Given = {
  readonly files?: Readonly<Record<string, string>>;
  readonly changed?: readonly ChangedFiles[];
  readonly may_write?: RecordKeeper;
  readonly fork?: boolean;
  readonly aborted?: boolean;
};

async function judge({ files = SHIPPED, changed = [], fork = false, aborted = false, may_write }: Given) {
  const { performed, ports } = handsOn(files, changed, aborted);
  const effect = {
    kind: "judge-seals",
    key: "sealed:1",
    head: sha("1"),
    sealed_at: HEAD,
    pulls: changed.map((_, index) => ({ number: index + 1, head: sha("1") })),
    may_write: may_write ?? { building: [], index: false },
    fork,
    ways: WAYS,
  } as const;
  expect(await judgeSeals(REPOSITORY, effect, ports)).toEqual({ events: [], files: [] });
  return performed;
}

const listed = (...paths: string[]): ChangedFiles => ({
  kind: "listed",
  changes: paths.map((path) => ({ path, blob: sha("2") })),
});
const concluded = (conclusion: string) => [
  expect.objectContaining({
    kind: "keep-check-run",
    key: "sealed",
    name: "factory / sealed",
    head: sha("1"),
    text: "<!-- factory:sealed:1 -->",
    status: { kind: "completed", conclusion },
  }),
];

describe("judging what pull requests do to seals", () => {
  it.each<[string, Given, string]>([
    ["touches nothing sealed", { changed: [listed("src/other.ts")] }, "success"],
    ["edits a sealed file", { changed: [listed("src/tag.ts")] }, "failure"],
    ["shares its head with one that does", { changed: [listed("a.ts"), listed("src/tag.ts")] }, "failure"],
    ["comes from a fork and edits one", { changed: [listed("src/tag.ts")], fork: true }, "neutral"],
    [
      "builds the module",
      { changed: [listed("src/tag.ts")], may_write: { building: ["MM-0001@1.1.0"], index: true } },
      "success",
    ],
    ["writes a record", { changed: [listed(`${FOLDER}/ship.yml`)] }, "failure"],
    ["is too large", { changed: [{ kind: "too-many", files: 3_001 }] }, "failure"],
    [
      "edits a sealed file whose entry was deleted",
      { changed: [listed("src/tag.ts")], files: without(ENTRY) },
      "failure",
    ],
    ["is judged without an entry", { changed: [listed("a.ts")], files: without(ENTRY) }, "neutral"],
    ["is judged by a broken record", { changed: [listed("a.ts")], files: without(`${FOLDER}/ship.yml`) }, "neutral"],
  ])("one that %s", async (_, given, conclusion) => {
    expect(await judge(given)).toEqual(concluded(conclusion));
  });

  it("one whose evidence is broken does not open another module", async () => {
    const files = { ...SHIPPED, ".factory/code-index/MM-0009@1.0.0.yml": "broken: [" };
    expect(await judge({ files, changed: [listed("src/tag.ts")] })).toEqual(concluded("failure"));
  });

  it("says nothing about a head that is gone, or after a pause", async () => {
    expect(await judge({ changed: [{ kind: "moved" }] })).toEqual([]);
    expect(await judge({ changed: [listed("src/tag.ts")], aborted: true })).toEqual([]);
  });
});

describe("watching the default branch", () => {
  const KNOWN: KnownVersions = { versions: { "MM-0001@1.0.0": "SHIPPED" }, moving: [] };
  type Watched = { readonly issue?: number | null; readonly aborted?: boolean; readonly known?: KnownVersions };
  async function watch(
    files: Readonly<Record<string, string>>,
    { issue = 3, aborted = false, known = KNOWN }: Watched = {},
  ) {
    const { performed, ports } = handsOn(files, [], aborted);
    const effect = { kind: "watch-seals", key: `shipped:${HEAD}`, head: HEAD, issue, known, ways: WAYS } as const;
    expect(await watchSeals(REPOSITORY, effect, ports)).toEqual({ events: [], files: [] });
    return performed;
  }
  const check = (conclusion: string) =>
    expect.objectContaining({
      kind: "keep-check-run",
      key: "shipped",
      name: "factory / shipped",
      head: HEAD,
      text: `<!-- factory:shipped:${HEAD} -->`,
      status: { kind: "completed", conclusion },
    });

  it("is content where everything is what shipped", async () => {
    expect(await watch(SHIPPED)).toEqual([check("success")]);
  });

  const contract =
    shippedFiles(aShippedContract({ inputs: [{ name: "raw", type: "number", constraints: ["not negative"] }] }))[
      `${FOLDER}/contract.yml`
    ] ?? "";
  it.each([
    ["a sealed file changed", { ...SHIPPED, "src/tag.ts": "two\n" }],
    ["a sealed file is gone", without("src/tag.ts")],
    ["a contract changed", { ...SHIPPED, [`${FOLDER}/contract.yml`]: contract }],
    ["a contract is gone", without(`${FOLDER}/contract.yml`)],
    ["the evidence is gone", without(`${FOLDER}/ship.yml`)],
    ["its entry is gone", without(ENTRY)],
    ["its whole record is gone", SEALED],
    ["its entry was rewritten", entryAs({ purpose: "Formats hard drives on request." })],
    ["its entry was withdrawn by hand", entryAs({ status: "WITHDRAWN" })],
    ["its notes were edited", entryAs({ notes: "Works best on Mondays." })],
  ])("says on the issue, before the check, that %s", async (_, files) => {
    const [note, said] = await watch(files);
    expect(note).toMatchObject({ kind: "say", issue: 3, key: expect.stringMatching(/^drift:[0-9a-f]{32}$/) });
    if (note?.kind !== "say") throw new Error("no note");
    expect(note.body.startsWith(`<!-- factory:${note.key} -->\n**The default branch has drifted`)).toBe(true);
    expect(said).toEqual(check("failure"));
  });

  it("says that a sealed file changed although its entry is gone, and knows it where there is no state", async () => {
    const [note] = await watch({ ...without(ENTRY), "src/tag.ts": "two\n" }, { known: { versions: {}, moving: [] } });
    if (note?.kind !== "say") throw new Error("no note");
    expect(note.body).toContain(`\`${ENTRY}\` cannot be read: \`MM-0001@1.0.0 has shipped, and its entry is gone`);
    expect(note.body).toContain("`src/tag.ts` of MM-0001@1.0.0 was modified");
  });

  it.each<[string, KnownVersions]>([
    ["was taken back", { versions: { "MM-0001@1.0.0": "WITHDRAWN" }, moving: [] }],
    ["is being taken back", { versions: { "MM-0001@1.0.0": "SHIPPED" }, moving: ["MM-0001@1.0.0"] }],
    ["is of nobody's product", { versions: {}, moving: [] }],
  ])("is content with a withdrawn version that %s", async (_, known) => {
    const { "src/tag.ts": _gone, ...files } = entryAs({ status: "WITHDRAWN", notes: "WITHDRAWN: taken back." });
    expect(await watch(files, { known })).toEqual([check("success")]);
  });

  it("is content with a version that the loop deprecated, and not with one that was made active again", async () => {
    const known: KnownVersions = { versions: { "MM-0001@1.0.0": "DEPRECATED" }, moving: [] };
    const deprecated = entryAs({ status: "DEPRECATED", notes: "Use labels." });
    expect(await watch(deprecated, { known })).toEqual([check("success")]);
    expect((await watch(SHIPPED, { known })).at(-1)).toEqual(check("failure"));
  });

  it("has no issue to say it on where there is no state, and writes nothing after a pause", async () => {
    expect(await watch(without("src/tag.ts"), { issue: null })).toEqual([check("failure")]);
    expect(await watch(without("src/tag.ts"), { aborted: true })).toEqual([]);
  });
});
