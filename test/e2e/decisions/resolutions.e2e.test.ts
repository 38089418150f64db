import { afterEach, describe, expect, it } from "vitest";
import { manifestPath } from "../../../src/features/release/rules/release-state.js";
import { parseTaskFile } from "../../../src/features/tasks/task-file/parse-task-file.js";
import {
  filesOnMain,
  haltedTask,
  postAndAwaitAnswer,
  statuses,
  untilReleased,
  withYaml,
} from "../../support/decision-story.js";
import {
  askQuickly,
  consent,
  fileOf,
  type ProductOptions,
  type ScriptedProduct,
  startScriptedProduct,
} from "../../support/scripted-product.js";
import {
  APPROVAL,
  criteriaOf,
  failing,
  passing,
  planOf,
  quickTask,
  revised,
  sourceOf,
  sourceText,
  type ToyTask,
  taskAnswers,
  toy,
} from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const GAMMA = toy("gamma", 3, [ALPHA]);
const WHOLE = quickTask([ALPHA, BETA, GAMMA]);
const part = (number: number, toys: ToyTask["toys"]): ToyTask => ({
  id: `T-quick-issue-2-change-00${number}`,
  name: `Wrap ${toys.map(({ key }) => key).join(" and ")}`,
  toys,
});

const running: { product?: ScriptedProduct } = {};
afterEach(async () => {
  await running.product?.stop();
  delete running.product;
});

/** One task of the small lane, up to its halt. */
async function toTheHalt(task: ToyTask, answers: ProductOptions["answers"]) {
  const product = await startScriptedProduct({ answers });
  running.product = product;
  await consent(product);
  const { issue } = await askQuickly(product, task);
  return { product, issue, ...(await haltedTask(product, task.id)) };
}

describe("a halted task that a person splits", () => {
  const PARTS = [part(2, [ALPHA]), part(3, [BETA]), part(4, [GAMMA])];
  const tooLarge = {
    ...planOf(WHOLE),
    modules: planOf(WHOLE).modules.map((module) => ({
      ...module,
      files: Array.from({ length: 12 }, (_, index) => ({
        path: `src/${module.key}-${index}.js`,
        action: "CREATE",
        reason: "one of many",
      })),
    })),
  };

  it("is replaced by three tasks, which ship in the order that their dependencies allow, and are released", async () => {
    const { product, pull, card } = await toTheHalt(WHOLE, {
      [`planner/${WHOLE.id}/plan.1`]: Array.from({ length: 3 }, () => ({ answer: tooLarge })),
      ...Object.assign({}, ...PARTS.map(taskAnswers)),
    });
    expect(card).toContain("/factory split");
    const answer = await postAndAwaitAnswer(
      product,
      pull,
      withYaml(
        "/factory split",
        "new_tasks:",
        ...PARTS.flatMap((task, index) => [
          `  - name: ${task.name}`,
          `    description: Makes the wrapper ${index + 1} of three.`,
          `    acceptance_criteria: ${JSON.stringify(criteriaOf(task))}`,
          `    depends_on: ${index === 0 ? "[]" : '["#1"]'}`,
        ]),
      ),
    );
    for (const { id } of PARTS) expect(answer).toContain(id);
    const state = await untilReleased(product);
    expect(statuses(state)).toEqual({ "001": "ABANDONED", "002": "SHIPPED", "003": "SHIPPED", "004": "SHIPPED" });
    expect(state.project?.tasks[WHOLE.id]).toMatchObject({ superseded_by: PARTS.map(({ id }) => id) });
    expect(await filesOnMain(product, "src")).toEqual([ALPHA, BETA, GAMMA].map(sourceOf));
    const { data: closed } = await product.gitHub.rest.pulls.get({ ...product.forge.repo, pull_number: pull });
    expect(closed).toMatchObject({ state: "closed", merged: false });
    const { data: checks } = await product.gitHub.rest.checks.listForRef({
      ...product.forge.repo,
      ref: closed.head.sha,
      check_name: "factory / gates",
    });
    expect(checks.check_runs.map(({ output }) => output.title)).toEqual(["Decided"]);
    const release = state.release?.order.release_id ?? "";
    const manifest = await fileOf(product, manifestPath(release), "main");
    for (const { id } of [ALPHA, BETA, GAMMA]) expect(manifest).toContain(`${id}@1.0.0`);
  });
});

describe("a halted task whose review could not be used", () => {
  const TASK = quickTask([ALPHA]);
  const of = (role: string, activity: string, attempt = 1) => `${role}/${TASK.id}/${ALPHA.id}.${activity}.${attempt}`;
  const { rubric_assessments, ...passed } = passing(ALPHA);
  const mild = { ...passed, rubric_assessments: rubric_assessments.map((row) => ({ ...row, evidence: "looks good" })) };

  it("is reviewed again and ships: nobody plans, specifies or builds it a second time", async () => {
    const { product, pull, card } = await toTheHalt(TASK, {
      ...taskAnswers(TASK),
      [of("challenger", "challenge")]: Array.from({ length: 3 }, () => ({ answer: mild })),
      [of("challenger", "challenge", 2)]: [{ answer: passing(ALPHA) }],
    });
    expect(card).toContain(`Ask the Challenger about ${ALPHA.id}@1.0.0 again.`);
    expect(await postAndAwaitAnswer(product, pull, "/factory retry")).toContain("Plan, tests and code");
    expect(statuses(await untilReleased(product))).toEqual({ "001": "SHIPPED" });
    const asked = product.seen.map(({ question }) => question);
    expect(asked).toContain(of("challenger", "challenge", 2));
    for (const again of [`planner/${TASK.id}/plan.2`, of("proposer", "specify", 2), of("proposer", "implement", 2)])
      expect(asked).not.toContain(again);
  });
});

describe("a halted task whose criteria a person amends", () => {
  const ASKED = quickTask([ALPHA, BETA]);
  const AMENDED = quickTask([ALPHA]);

  it("is done by the new ones, and the file that is merged has them and the old ones", async () => {
    const { [`planner/${AMENDED.id}/plan.1`]: plan = [], ...built } = taskAnswers(AMENDED);
    const { product, pull } = await toTheHalt(ASKED, {
      ...built,
      [`planner/${ASKED.id}/plan.1`]: [{ refuse: "I cannot help with that." }],
      [`planner/${ASKED.id}/plan.2`]: plan,
    });
    const amendment = withYaml(
      "/factory amend-spec",
      `amended_acceptance_criteria: ${JSON.stringify(criteriaOf(AMENDED))}`,
      "amendment_rationale: Nobody needs beta.",
    );
    expect(await postAndAwaitAnswer(product, pull, amendment)).toContain("has your acceptance criteria now");
    const state = await untilReleased(product);
    expect(statuses(state)).toEqual({ "001": "SHIPPED" });
    const file = parseTaskFile(await fileOf(product, state.project?.tasks[ASKED.id]?.path ?? "", "main"));
    expect(file).toMatchObject({
      value: {
        acceptance_criteria: criteriaOf(AMENDED),
        amendments: [{ rationale: "Nobody needs beta.", original_acceptance_criteria: criteriaOf(ASKED) }],
      },
    });
  });
});

describe("a halted task that a person fixes on its branch", () => {
  const TASK = quickTask([ALPHA]);
  const of = (role: string, activity: string, attempt = 1) => `${role}/${TASK.id}/${ALPHA.id}.${activity}.${attempt}`;
  const objection = [{ answer: failing(ALPHA, { invariant: "an empty text is decided by a clause" }) }];
  const FIXED = `// by a person\n${sourceText(ALPHA)}`;

  it("is read from there, gated, judged as the person's own proposal, and ships", async () => {
    const { product, pull } = await toTheHalt(TASK, {
      ...taskAnswers(TASK),
      [of("challenger", "challenge")]: objection,
      [of("proposer", "revise")]: revised(ALPHA, "as before"),
      [of("challenger", "challenge", 2)]: objection,
      [of("challenger", "challenge", 3)]: [{ answer: passing(ALPHA) }],
      [of("arbiter", "adjudicate")]: [{ answer: APPROVAL }],
    });
    const { gitHub, forge } = product;
    expect(await postAndAwaitAnswer(product, pull, "/factory fix")).toContain("Nothing was pushed");

    const at = { ...forge.repo, path: sourceOf(ALPHA) };
    const { data: before } = await gitHub.rest.repos.getContent({ ...at, ref: `factory/${TASK.id}` });
    if (Array.isArray(before) || before.type !== "file") throw new TypeError("the module is a file");
    await gitHub.rest.repos.createOrUpdateFileContents({
      ...at,
      branch: `factory/${TASK.id}`,
      message: "Decide about an empty text",
      content: Buffer.from(FIXED).toString("base64"),
      sha: before.sha,
    });
    expect(await postAndAwaitAnswer(product, pull, "/factory fix An empty text stays empty.")).toContain(
      "are read as a fix",
    );
    const state = await untilReleased(product);
    expect(statuses(state)).toEqual({ "001": "SHIPPED" });
    expect(await fileOf(product, sourceOf(ALPHA), "main")).toBe(FIXED);
    // Judged again, and by nobody's mercy: the challenger saw the fix and the arbiter ruled on it.
    const asked = product.seen.map(({ question }) => question);
    expect(asked).toContain(of("challenger", "challenge", 3));
    expect(asked).not.toContain(of("proposer", "revise", 2));
  });
});
