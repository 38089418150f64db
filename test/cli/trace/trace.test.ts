import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTrace } from "../../../src/cli/trace/run-trace.js";
import { LEDGER_PATH, Ledger } from "../../../src/domain/ledger/ledger.js";
import { ShipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { printed } from "../../support/printed.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const TASK = "T-core-tags-add-001";
const JUDGED = "a".repeat(40);
const TEST = { name: "tags > has at most 8", file: "test/tags.test.ts", line: 12, clauses: ["CL-INPUT-001"] };

const ledger: Ledger = {
  schema_version: 1,
  spec_id: "SPEC-001",
  spec_version: "1.0.0",
  requirements: [
    {
      id: "REQ-001",
      quote: "At most 8 tags.",
      file: "SPEC.md",
      lines: "3-4",
      kind: "limit",
      tasks: [{ task: "TSK-001", task_id: TASK, criteria: ["rejects a ninth tag", "keeps 8"] }],
    },
    {
      id: "REQ-002",
      quote: "No colours.",
      file: "SPEC.md",
      lines: "5",
      kind: "exclusion",
      tasks: [],
      no_test: "nothing shows a colour that is not there",
    },
  ],
  demands_nothing: [],
  assumptions: [
    { id: "ASM-001", text: "Tags are trimmed.", tasks: [{ task: "TSK-001", task_id: TASK, criteria: ["keeps 8"] }] },
  ],
};

let repository: TempRepository;

beforeAll(() => {
  repository = createTempRepository();
  const contract = aShippedContract();
  const files = shippedFiles(contract, { sealed: { "src/tags.ts": "export {};" } });
  const [path = "", text = ""] = Object.entries(files).find(([name]) => name.endsWith("/ship.yml")) ?? [];
  const evidence = readYaml(path, text, ShipEvidence);
  if (!evidence.ok) throw new Error(evidence.refusal.message);
  const proofs = [{ criterion: "rejects a ninth tag", tests: [TEST] }];
  const proved = writeYaml({ ...evidence.value, proofs }, ShipEvidence);
  repository.commit({ ...files, [path]: proved, [LEDGER_PATH]: writeYaml(ledger, Ledger) });
  repository.git("remote", "add", "origin", "git@github.com:acme/tags.git");
});
afterAll(() => repository.remove());

const traced = (what: string) => printed(() => runTrace([what, repository.folder]));
const chains = async (what: string) => {
  const { out } = await printed(() => runTrace([what, repository.folder, "--json"]));
  const { chains } = JSON.parse(out) as { chains: { id: string; criterion: string | null; test: string | null }[] };
  return chains.map(({ id, criterion, test }) => [id, criterion, test]);
};
const PROVED = ["REQ-001", "rejects a ninth tag", TEST.name];

describe("factory trace", () => {
  it("walks from a requirement to the test, its clauses and the commit, and says what nothing shows yet", async () => {
    const { exit, out } = await traced("REQ-001");
    expect(exit).toBe(0);
    expect(out).toContain("REQ-001  SPEC.md:3-4\n  At most 8 tags.\n");
    expect(out).toContain(
      `  -> ${TASK}: rejects a ninth tag\n     -> ${TEST.name}  test/tags.test.ts:12  (CL-INPUT-001)\n`,
    );
    expect(out).toContain(`passed in MM-0001@1.0.0 at ${JUDGED}  https://github.com/acme/tags/commit/${JUDGED}`);
    expect(out).toContain(`  -> ${TASK}: keeps 8\n     nothing shows it yet`);
  });

  it.each([
    ["a line of SPEC.md", "SPEC.md:4", [PROVED, ["REQ-001", "keeps 8", null]]],
    ["a test's line", "test/tags.test.ts:14", [PROVED]],
    ["a shipped file's line", "src/tags.ts:1", [PROVED]],
    ["a test's name", TEST.name, [PROVED]],
    ["a test's title", "has at most 8", [PROVED]],
    ["a module", "MM-0001", [PROVED]],
    ["a commit", JUDGED.slice(0, 12), [PROVED]],
    ["a task", TASK, [PROVED, ["REQ-001", "keeps 8", null], ["ASM-001", "keeps 8", null]]],
    ["an exclusion without a test", "REQ-002", [["REQ-002", null, null]]],
  ])("walks back from %s", async (_, what, found) => {
    expect(await chains(what)).toEqual(found);
  });

  it("says that nothing is on a chain, and that there is no ledger", async () => {
    expect(await traced("REQ-009")).toMatchObject({ exit: 1, err: expect.stringContaining("REQ-009 is on no chain") });
    const empty = createTempRepository();
    empty.commit({ "README.md": "x" });
    const { exit, err } = await printed(() => runTrace(["REQ-001", empty.folder]));
    empty.remove();
    expect([exit, err]).toEqual([1, expect.stringContaining("no .factory/product/ledger.yml at HEAD")]);
  });

  it("needs to be told where to begin", async () => {
    expect(await printed(() => runTrace([]))).toMatchObject({
      exit: 2,
      err: expect.stringContaining("say what to trace"),
    });
  });
});
