import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../../src/code-index/code-index.js";
import { Contract } from "../../../src/domain/contract/contract.js";
import { planPath } from "../../../src/domain/gates/state-paths.js";
import { moduleFolder } from "../../../src/domain/index-entries/code-index-entry.js";
import { lockPlan } from "../../../src/domain/plan/lock.js";
import { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import { testsIn } from "../../../src/languages/tests-in.js";
import type { Question } from "../../../src/model/model-port.js";
import { buildModule } from "../../../src/roles/proposer/build-module.js";
import type { JobPorts } from "../../../src/roles/reading/job-ports.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { haltOf, inWork, modules } from "../../support/halted.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { FIRST_TASK, NOW } from "../../support/loop.js";
import { aBuiltDraft, aDraft, numberPlan } from "../../support/micro-plan.js";
import { HEAD } from "../../support/observed.js";

const tag = aBuiltDraft("tag", {
  entry: "src/tag.py",
  test_file: "tests/test_tag.py",
  files: [
    { path: "src/tag.py", action: "CREATE", reason: "the module" },
    { path: "tests/test_tag.py", action: "CREATE", reason: "its tests" },
  ],
});
const line = aBuiltDraft("line", {
  depends_on: ["tag"],
  consumes: ["clean"],
  entry: "src/line.py",
  test_file: "tests/test_line.py",
  files: [
    { path: "src/line.py", action: "MODIFY", reason: "it grows" },
    { path: "tests/test_line.py", action: "CREATE", reason: "its tests" },
  ],
});
const PLAN = numberPlan(aDraft(tag, line));
const SHIPPED = aContract({
  entry: "src/tag.py",
  test_file: "tests/test_tag.py",
  target_artifacts: ["src/tag.py"],
  files: tag.files,
  creates: ["clean"],
  dependencies: [],
});
const folder = moduleFolder("MM-0001", "1.0.0");

const FILES = {
  ".factory/config.yml": "",
  [`${folder}/contract.yml`]: writeYaml(SHIPPED, Contract),
  [`${folder}/examples.md`]: "# Examples\n",
  "src/tag.py": "def clean(raw):\n    return raw.lower()\n\n\ndef _fold(raw): ...\n",
  "src/line.py": "class Line:\n    pass\n\n\ndef parse(raw):\n    return raw\n",
  "src/report.py": "from line import Line, parse as read\n\nrows = [read(row) for row in Line.all()]\n",
};

/** The second module, in Python, is to be specified: everything that its Proposer is given. */
async function given(): Promise<string> {
  const [first, second] = modules({ step: { step: "shipped", head: HEAD } });
  if (first === undefined || second === undefined) throw new Error("the plan has two modules");
  const asking = { step: "asking", activity: "specify", question: 5, attempt: 1, from: "head" } as const;
  const work = { questions: 5, head: HEAD, plan: lockPlan(PLAN), modules: [first, { ...second, step: asking }] };
  const questions: Question<unknown>[] = [];
  const ports: JobPorts = {
    state: storeOf(inWork(work), {
      ...Object.fromEntries(haltOf().branch),
      [planPath(FIRST_TASK)]: writeYaml(PLAN, MicroPlan),
    }),
    reader: readerOf(FILES),
    model: {
      name: "listening",
      webSearch: { offered: false, why: "it is a fake" },
      ask: async (question) => {
        questions.push(question as Question<unknown>);
        return { kind: "refused", why: "only listening", usage: [] };
      },
    },
    clock: { now: () => NOW },
    forge: { perform: async () => false },
    signal: new AbortController().signal,
    indexOf: () => ({ search: async () => [] }) as unknown as CodeIndex,
    boundaryFor: () => "boundary",
    surfaceOf: () => Promise.reject(new Error("nothing is compiled")),
  };
  const ask = { kind: "ask-role", key: "k", task: FIRST_TASK, module: "MM-0002", ...asking } as const;
  await buildModule(REPOSITORY, ask, ports);
  const [question] = questions;
  if (question === undefined) throw new Error("nobody was asked");
  return question.given.map(({ title, text }) => `${title}\n${text}`).join("\n\n");
}

describe("a proposer that is to modify a file of Python", () => {
  it("is told before it begins who uses it, with file and line", async () => {
    const words = await given();
    expect(words).toContain("- parse (src/line.py) - called in 1 place: src/report.py:3");
    expect(words).toContain("- Line (src/line.py) - used in 1 place: src/report.py:3");
    expect(words).not.toContain("not analysed");
  });

  it("is told what it may import, as an import is written and found in the file", async () => {
    const words = await given();
    expect(words).toContain('From "tag":\n  - clean (function)');
    expect(words).not.toContain("_fold");
  });
});

describe("tests written in Python", () => {
  it("are found with their clauses, for the contract's mapping and the criteria that trace to them", () => {
    const text =
      "# @clause CL-HAPPY-001\ndef test_cleans():\n    assert clean('A') == 'a'\n\nclass TestEmpty:\n    def test_fails(self): ...\n";
    const found = testsIn("tests/test_tag.py", text).map(({ name, clauses }) => [
      name,
      clauses.map((tag) => tag.clauseId),
    ]);
    expect(found).toEqual([
      ["test_cleans", ["CL-HAPPY-001"]],
      ["TestEmpty > test_fails", []],
    ]);
  });
});
