import { describe, expect, it } from "vitest";
import type { Effect } from "../../src/domain/factory/effect.js";
import type { RecordKeeper } from "../../src/domain/ship/record-violations.js";
import { judgeSeals } from "../../src/jobs/judge-seals.js";
import { watchSeals } from "../../src/jobs/watch-seals.js";
import type { ChangedFiles } from "../../src/ports.js";
import { REPOSITORY, readerOf } from "../support/job-ports.js";
import { HEAD } from "../support/observed.js";
import { aShippedContract, shippedFiles } from "../support/shipped-files.js";
import { sha } from "../support/task-work.js";

const SEALED = { "src/tag.ts": "one\n" };
const SHIPPED: Readonly<Record<string, string>> = {
  ...SEALED,
  ...shippedFiles(aShippedContract(), { sealed: SEALED }),
};
const FOLDER = ".factory/modules/MM-0001/1.0.0";
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
  } as const;
  expect(await judgeSeals(REPOSITORY, effect, ports)).toEqual({ intents: [], files: [] });
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
  async function watch(files: Readonly<Record<string, string>>, issue: number | null = 3, aborted = false) {
    const { performed, ports } = handsOn(files, [], aborted);
    const effect = { kind: "watch-seals", key: `shipped:${HEAD}`, head: HEAD, issue } as const;
    expect(await watchSeals(REPOSITORY, effect, ports)).toEqual({ intents: [], files: [] });
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
  ])("says on the issue, before the check, that %s", async (_, files) => {
    const [note, said] = await watch(files);
    expect(note).toMatchObject({ kind: "say", issue: 3, key: expect.stringMatching(/^drift:[0-9a-f]{32}$/) });
    if (note?.kind !== "say") throw new Error("no note");
    expect(note.body.startsWith(`<!-- factory:${note.key} -->\n**The default branch has drifted`)).toBe(true);
    expect(said).toEqual(check("failure"));
  });

  it("has no issue to say it on where there is no state, and writes nothing after a pause", async () => {
    expect(await watch(without("src/tag.ts"), null)).toEqual([check("failure")]);
    expect(await watch(without("src/tag.ts"), 3, true)).toEqual([]);
  });
});
