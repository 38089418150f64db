import { describe, expect, it } from "vitest";
import { gitBlobSha } from "../../../src/domain/hash.js";
import { LEDGER_PATH, Ledger } from "../../../src/domain/ledger/ledger.js";
import { orThrow } from "../../../src/domain/refusal.js";
import type { Effect } from "../../../src/engine/effects/effect.js";
import { ShipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { judgeSeals } from "../../../src/jobs/seals/judge-seals.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { REPOSITORY, readerOf } from "../../support/job-ports.js";
import { HEAD } from "../../support/observed.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import { sha } from "../../support/task-work.js";
import { WAYS } from "../../support/ways-on.js";

const TEST_FILE = "test/tag.test.ts";
const test = (title: string, body: string) => `it("${title}", () => {\n  ${body}\n});\n`;
const HEADER = 'import { expect, it } from "vitest";\nimport { tag } from "../src/tag.js";\n';
const EIGHT = test("refuses a ninth tag", 'expect(() => tag(9)).toThrow();\n  expect(tag(8)).toBe("8");');
const TRIM = test("trims a tag", 'expect(tag(" a ")).toBe("a");');
const TESTS = HEADER + EIGHT + TRIM;
const TASK = "T-a-b-c-001";

const requirement = (id: string, criteria: string[]): Ledger["requirements"][number] => ({
  id,
  quote: id,
  file: "SPEC.md",
  lines: "3",
  kind: "limit",
  tasks: [{ task: "TSK-001", task_id: TASK, criteria }],
});
const ledger = (requirements: Ledger["requirements"]): string =>
  writeYaml(
    {
      schema_version: 1,
      spec_id: "SPEC-001",
      spec_version: "1.0.0",
      requirements,
      demands_nothing: [],
      assumptions: [],
    },
    Ledger,
  );
const LEDGER = ledger([requirement("REQ-001", ["at most 8"]), requirement("REQ-002", ["is trimmed"])]);
const SHIP = ".factory/modules/MM-0001/1.0.0/ship.yml";

function evidence(proved: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const files = shippedFiles(aShippedContract(), { sealed: { [TEST_FILE]: TESTS } });
  const ship = orThrow(readYaml(SHIP, files[SHIP] ?? "", ShipEvidence));
  const proofs = Object.entries(proved).map(([criterion, names]) => ({
    criterion,
    tests: names.map((name) => ({ name, file: TEST_FILE, line: 3, clauses: [] })),
  }));
  return { ...files, [SHIP]: writeYaml({ ...ship, proofs }, ShipEvidence) };
}
const PROVED = { "at most 8": ["refuses a ninth tag"], "is trimmed": ["trims a tag"] };
const BASE = { [LEDGER_PATH]: LEDGER, [TEST_FILE]: TESTS, ...evidence(PROVED) };

/** What the check says about a pull request that leaves these files; undefined removes one. */
async function judged(
  changed: Readonly<Record<string, string | undefined>>,
  { base = BASE, fork = false }: { readonly base?: Readonly<Record<string, string>>; readonly fork?: boolean } = {},
) {
  const performed: Extract<Effect, { kind: "keep-check-run" }>[] = [];
  const texts = new Map(
    Object.values(changed).flatMap((text) => (text === undefined ? [] : [[gitBlobSha(text), text]])),
  );
  const reader = readerOf(base);
  const changes = Object.entries(changed).map(([path, text]) => ({
    path,
    blob: text === undefined ? null : gitBlobSha(text),
  }));
  const ports = {
    reader: {
      ...reader,
      blob: async (repository: typeof REPOSITORY, blob: string) => texts.get(blob) ?? reader.blob(repository, blob),
      changedFiles: async () => ({ kind: "listed" as const, changes }),
    },
    forge: {
      perform: async (_: unknown, effect: Effect) => effect.kind === "keep-check-run" && performed.push(effect) > 0,
    },
    signal: new AbortController().signal,
  };
  const effect = {
    kind: "judge-seals",
    key: "sealed:1",
    head: sha("1"),
    sealed_at: HEAD,
    pulls: [{ number: 1, head: sha("1") }],
    may_write: { building: [], index: false },
    fork,
    ways: WAYS,
  } as const;
  await judgeSeals(REPOSITORY, effect, ports);
  const check = performed.find(({ name }) => name === "factory / scope");
  if (check === undefined) return null;
  const conclusion = check.status.kind === "completed" ? check.status.conclusion : null;
  return {
    conclusion,
    rows: check.summary.split("\n").filter((line) => line.startsWith("| REQ") || line.includes("ledger.yml")),
  };
}

describe("factory / scope", () => {
  it.each([
    ["deletes the only test of a requirement", HEADER + TRIM],
    ["deletes the file of that test", undefined],
    ["skips it", TESTS.replace('it("refuses', 'it.skip("refuses')],
    ["leaves it with fewer assertions", HEADER + test("refuses a ninth tag", 'expect(tag(8)).toBe("8");') + TRIM],
  ])("stops a pull request that %s, with the row", async (_, text) => {
    const found = await judged({ [TEST_FILE]: text });
    expect(found?.conclusion).toBe("failure");
    expect(found?.rows[0]).toBe(
      `| REQ-001 | SPEC.md:3 | its only proof of "at most 8" is lost: ${TEST_FILE} &gt; refuses a ninth tag |`,
    );
  });

  it("lets tests change that keep what they assert, and those of a criterion that another test shows", async () => {
    expect(await judged({ [TEST_FILE]: `${TESTS}// a remark\n` })).toEqual({ conclusion: "success", rows: [] });
    const twice = { ...BASE, ...evidence({ ...PROVED, "at most 8": ["refuses a ninth tag", "trims a tag"] }) };
    expect(await judged({ [TEST_FILE]: HEADER + TRIM }, { base: twice })).toMatchObject({ conclusion: "success" });
  });

  it("says nothing where a pull request touches no proof, and where there is no ledger", async () => {
    expect(await judged({ "src/other.ts": "one" })).toBeNull();
    const { [LEDGER_PATH]: _, ...without } = BASE;
    expect(await judged({ [TEST_FILE]: undefined }, { base: without })).toBeNull();
  });

  it("is neutral on a fork, whose author cannot repair it", async () => {
    expect(await judged({ [TEST_FILE]: undefined }, { fork: true })).toMatchObject({ conclusion: "neutral" });
  });

  it("passes the first ledger of a product, and fails one with a requirement that no task holds", async () => {
    const good = await judged({ [LEDGER_PATH]: LEDGER }, { base: { "README.md": "x" } });
    expect(good).toEqual({ conclusion: "success", rows: [] });
    const orphan = ledger([{ ...requirement("REQ-001", []), tasks: [] }]);
    const bad = await judged({ [LEDGER_PATH]: orphan }, { base: { "README.md": "x" } });
    expect(bad).toEqual({ conclusion: "failure", rows: ["| REQ-001 | SPEC.md:3 | no task holds it |"] });
  });

  it("fails a ledger that loses a row, cannot be read, or is deleted", async () => {
    const shorter = await judged({ [LEDGER_PATH]: ledger([requirement("REQ-001", ["at most 8"])]) });
    expect(shorter?.rows).toEqual([
      "| REQ-002 | SPEC.md:3 | its row is gone; a row ends by `ended` |".replace(/`/g, "\\`"),
    ]);
    expect(await judged({ [LEDGER_PATH]: "broken: [" })).toMatchObject({ conclusion: "failure" });
    expect(await judged({ [LEDGER_PATH]: undefined })).toMatchObject({ conclusion: "failure" });
  });

  it("fails the final head of a task whose evidence has a criterion without a passing test", async () => {
    const base = { [LEDGER_PATH]: LEDGER, [TEST_FILE]: TESTS };
    const ship = (proved: Readonly<Record<string, readonly string[]>>) => ({ [SHIP]: evidence(proved)[SHIP] });
    expect(await judged(ship(PROVED), { base })).toEqual({ conclusion: "success", rows: [] });
    expect(await judged(ship({ ...PROVED, "at most 8": [] }), { base })).toEqual({
      conclusion: "failure",
      rows: ['| REQ-001 | SPEC.md:3 | no passing test shows "at most 8" |'],
    });
  });

  it("fails a release in which nothing that has shipped holds a requirement", async () => {
    const release = { ".factory/releases/REL-1a2b3c4d.yml": "x" };
    expect(await judged(release)).toEqual({ conclusion: "success", rows: [] });
    const base = { ...BASE, ...evidence({ "at most 8": ["refuses a ninth tag"] }) };
    expect(await judged(release, { base })).toEqual({
      conclusion: "failure",
      rows: ["| REQ-002 | SPEC.md:3 | nothing that has shipped holds it |"],
    });
  });
});
