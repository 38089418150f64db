import { describe, expect, it } from "vitest";
import { moduleFolder } from "../../../src/domain/index-entries/code-index-entry.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  fileOf,
  hasEnded,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import {
  planOf,
  quickTask,
  sourceOf,
  sourceText,
  specification,
  taskAnswers,
  testFileOf,
  toy,
} from "../../support/toy-modules.js";

/** Shipped by an earlier product, with its code where it was built. */
const ALPHA = toy("alpha", 7);
const ALPHA_REF = `${ALPHA.id}@1.0.0`;
const SHIPPED_ALPHA = aShippedContract({
  module_id: ALPHA.id,
  slug: "alpha",
  name: "The alpha wrapper",
  title: "The alpha wrapper",
  purpose: "Puts the name alpha around a text.",
  tags: ["text"],
  inputs: [{ name: "text", type: "string", constraints: [] }],
  outputs: [{ name: "wrapped", type: "string", invariants: ["the text with alpha around it"] }],
  error_surfaces: [{ name: "TypeError", when: "text is not a string", surface: "exception" }],
  effects: "none: pure",
  entry: sourceOf(ALPHA),
  files: [
    { path: sourceOf(ALPHA), action: "CREATE", reason: "the module itself" },
    { path: testFileOf(ALPHA), action: "CREATE", reason: "its black-box tests" },
  ],
  test_file: testFileOf(ALPHA),
  target_artifacts: [sourceOf(ALPHA)],
  creates: ["alpha"],
  consumes: [],
});
const EXAMPLES = { [`${moduleFolder(ALPHA.id, "1.0.0")}/examples.md`]: specification(ALPHA).examples };
const CODE = { [sourceOf(ALPHA)]: sourceText(ALPHA) };

/** The one module that the task builds, around the one that it reuses. */
const BETA = toy("beta", 1, [ALPHA]);
const TASK = quickTask([BETA]);

function reused() {
  const [module] = planOf(quickTask([ALPHA])).modules;
  if (module === undefined) throw new TypeError("the plan has a module");
  const { key, name, purpose, io_contract, error_cases } = module;
  return {
    ...{ key, name, purpose, io_contract, error_cases, depends_on: [] },
    reuse_candidate_refs: [ALPHA_REF],
    reuse_justification: "It is exactly what is asked for.",
    reuse_decision: "REUSE",
    reuse_ref: ALPHA_REF,
  };
}

function builtOnIt() {
  const [module] = planOf(TASK).modules;
  if (module === undefined) throw new TypeError("the plan has a module");
  const candidates_considered = [{ module_ref: ALPHA_REF, why_rejected: "It puts another name around the text." }];
  const reuse_report = { ...module.reuse_report, candidates_considered };
  return { ...module, depends_on: ["alpha"], reuse_candidate_refs: [ALPHA_REF], reuse_report };
}

describe("a task whose plan reuses a shipped module", () => {
  it("builds at least its acceptance tests around it, and ships with them", async () => {
    const turns = [
      { answer: { modules: [reused()], dependencies: [] } },
      { answer: { modules: [reused(), builtOnIt()], dependencies: [] } },
    ];
    const product = await startScriptedProduct({
      answers: { ...taskAnswers(TASK), [`planner/${TASK.id}/plan.1`]: turns },
      performRun: quickGates(),
      files: { ...CODE, ...shippedFiles(SHIPPED_ALPHA, { sealed: CODE }), ...EXAMPLES },
    });
    try {
      await consent(product);
      await askQuickly(product, TASK);
      const state = await untilState(product, "an end", (now) => hasEnded(now) && now.project !== null);
      const task = state.project?.tasks[TASK.id];
      expect(task?.status).toBe("SHIPPED");
      expect(task?.module_refs).toEqual([ALPHA_REF, `${BETA.id}@1.0.0`]);
      expect(await fileOf(product, testFileOf(BETA), "main")).toContain("beta");
      const asked = product.seen.map(({ question }) => question);
      expect(asked.filter((question) => question.startsWith("planner/"))).toHaveLength(2);
      expect(JSON.stringify(product.seen)).toContain("every module is reused, so nothing would test the acceptance");
      expect(asked.some((question) => question.includes(ALPHA.id))).toBe(false);
    } finally {
      await product.stop();
    }
  });
});
