import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { progressPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { TaskWork } from "../../../src/features/modules/task-work.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  fileOf,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  implemented,
  quickTask,
  sourceOf,
  sourceText,
  taskAnswers,
  toy,
  write,
} from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const SOURCE = sourceOf(ALPHA);
const implement = (attempt: number) => `proposer/${TASK.id}/${ALPHA.id}.implement.${attempt}`;

/** Looks whether there is something before it writes. */
const lookedAndWritten = (remark: string) => [
  { calls: [{ name: "read", input: { path: SOURCE } }] },
  { calls: [write(SOURCE, `// ${remark}\n${sourceText(ALPHA)}`)] },
  ...implemented(ALPHA).slice(1),
];

const ANSWERS: Answers = {
  ...taskAnswers(TASK),
  [implement(1)]: lookedAndWritten("first"),
  [implement(2)]: lookedAndWritten("second"),
  [implement(3)]: lookedAndWritten("third"),
};

/** What the green gates find, one run after the other. */
const FOUND = [
  { code: "STRICT_COMPILATION", message: "TS2322 in src/alpha.js" },
  { code: "TASK_TEST_PASSES", message: "1 of 2 tests failed" },
] as const;

const world: { product?: ScriptedProduct; work?: TaskWork } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

/** What the role was told and shown in the whole conversation about it. */
const conversation = (question: string) =>
  JSON.stringify(product().seen.filter((request) => request.question === question));

describe("an implementation that its gates refuse", () => {
  beforeAll(async () => {
    const runs = { green: 0 };
    const performRun = quickGates(({ run_type, part }) => {
      if (run_type !== "EXECUTION" || part !== "execute") return [];
      const found = FOUND[runs.green];
      runs.green += 1;
      return found === undefined ? [] : [found];
    });
    world.product = await startScriptedProduct({ answers: ANSWERS, performRun });
    await consent(product());
    await askQuickly(product(), TASK);
    const state = await untilState(product(), "the task's end", (now) => now.project !== null && hasEnded(now));
    expect(state.project?.tasks[TASK.id]?.status).toBe("SHIPPED");
    world.work = await stateFile(product(), progressPath(TASK.id), TaskWork);
  });
  afterAll(() => world.product?.stop());

  it("is fixed once automatically, in the same tree, if only types or the build fail", () => {
    expect(conversation(implement(2))).toContain("TS2322 in src/alpha.js");
    expect(conversation(implement(2))).toContain("// first");
  });

  it("is attempted afresh where its tests are red, from the commit that was red: nothing of the failed one is seen", () => {
    expect(conversation(implement(3))).toContain("1 of 2 tests failed");
    expect(conversation(implement(3))).not.toContain("// first");
    expect(conversation(implement(3))).not.toContain("// second");
  });

  it("spends all of this on one budget, and ships what was written last", async () => {
    expect(world.work?.modules[0]?.progress).toMatchObject({
      revisions: 0,
      gate_attempts: 2,
      automatic_fix_used: true,
    });
    expect(await fileOf(product(), SOURCE, "main")).toBe(`// third\n${sourceText(ALPHA)}`);
  });
});
