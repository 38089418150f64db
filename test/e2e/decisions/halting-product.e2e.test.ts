import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Precedent } from "../../../src/features/halts/resolution/precedent.js";
import { progressPath, resolutionPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { TaskWork } from "../../../src/features/modules/task-work.js";
import {
  commentWithKey,
  filesOnMain,
  haltedTask,
  postAndAwaitAnswer,
  statuses,
  untilReleased,
  withYaml,
} from "../../support/decision-story.js";
import {
  approveProduct,
  fileOf,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  criteriaOf,
  failing,
  passing,
  planOf,
  revised,
  smoothAnswers,
  sourceOf,
  sourceText,
  type Toy,
  type ToyTask,
  toy,
  toyTask,
} from "../../support/toy-modules.js";

/** One product for all of them, each task waiting for the one before: what is slow is the product, not the decision. */
describe("a product that halts at almost every task", () => {
  const [FIRST, SECOND, THIRD, FOURTH, LAST] = [
    toyTask(1, [toy("alpha", 1)]),
    toyTask(2, [toy("beta", 2)]),
    toyTask(3, [toy("gamma", 3)]),
    toyTask(4, [toy("delta", 4)]),
    // Its number is the next one, because nothing was ever planned for the task before it.
    toyTask(5, [toy("epsilon", 4)]),
  ] as const;
  const TASKS = [FIRST, SECOND, THIRD, FOURTH, LAST];
  const of = (role: string, task: ToyTask, activity: string, attempt = 1) =>
    `${role}/${task.id}/${task.toys[0]?.id}.${activity}.${attempt}`;
  const only = ({ toys: [module] }: ToyTask): Toy => {
    if (module === undefined) throw new TypeError("every task here has one module");
    return module;
  };
  const objected = (task: ToyTask) => {
    const objection = [{ answer: failing(only(task), { invariant: "an empty text is decided by a clause" }) }];
    return {
      [of("challenger", task, "challenge")]: objection,
      [of("proposer", task, "revise")]: revised(only(task), "as before"),
      [of("challenger", task, "challenge", 2)]: objection,
    };
  };
  const refused = (task: ToyTask) => ({ [`planner/${task.id}/plan.1`]: [{ refuse: "I cannot help with that." }] });
  const FIXED = `// by a person\n${sourceText(only(SECOND))}`;
  const RATIONALE = "An empty text stays empty, and nobody needs a clause for it.";
  const story: { product?: ScriptedProduct; issue?: number } = {};
  const here = () => {
    const { product, issue } = story;
    if (product === undefined || issue === undefined) throw new Error("the product has not started");
    return { product, issue };
  };
  const shipped = ({ id }: ToyTask) =>
    untilState(here().product, `${id} to ship`, ({ project }) => project?.tasks[id]?.status === "SHIPPED");

  beforeAll(async () => {
    const answers = {
      ...smoothAnswers(TASKS),
      ...objected(FIRST),
      ...objected(SECOND),
      [of("challenger", SECOND, "challenge", 3)]: [{ answer: passing(only(SECOND)) }],
      ...refused(THIRD),
      [`planner/${THIRD.id}/plan.2`]: [{ answer: planOf(THIRD) }],
      ...refused(FOURTH),
    };
    const product = await startScriptedProduct({ answers });
    Object.assign(story, { product, ...(await approveProduct(product)) });
  });
  afterAll(() => story.product?.stop());

  it("ships what a person overrides after a failed debate, and keeps why", async () => {
    const { product } = here();
    const { pull } = await haltedTask(product, FIRST.id);
    const halted = await product.person.state();
    const ref = halted?.project?.tasks[FIRST.id]?.escalation_ref ?? "";
    expect(await postAndAwaitAnswer(product, pull, `/factory override ${RATIONALE}`)).toContain(
      "your rationale is kept",
    );
    await shipped(FIRST);
    expect(await stateFile(product, resolutionPath(ref), Precedent)).toMatchObject({
      cause: "repeated-objection",
      resolution: { action: "APPROVE_OVERRIDE", rationale: RATIONALE },
      resolved_by: product.person.login,
    });
    // What is filed with the task points there, and nobody was asked to judge it any more.
    const { modules } = await stateFile(product, progressPath(FIRST.id), TaskWork);
    expect(modules.map(({ overridden_in }) => overridden_in)).toEqual([ref]);
    expect(product.seen.map(({ question }) => question)).not.toContain(of("arbiter", FIRST, "adjudicate"));
    expect(await filesOnMain(product, "src")).toEqual([sourceOf(only(FIRST))]);
  });

  it("judges the files that a person writes into a comment as their own proposal, and ships them", async () => {
    const { product } = here();
    const { pull, card } = await haltedTask(product, SECOND.id);
    expect(card).toContain(`The last halt with this cause was ${FIRST.id}`);
    const source = FIXED.split("\n").map((line) => `    ${line}`);
    const fix = withYaml(
      "/factory fix",
      "fix_description: An empty text stays empty.",
      "fix_artifacts:",
      `  ${sourceOf(only(SECOND))}: |`,
      ...source,
    );
    expect(await postAndAwaitAnswer(product, pull, fix)).toContain("is committed to its branch");
    await shipped(SECOND);
    expect(await fileOf(product, sourceOf(only(SECOND)), "main")).toBe(FIXED);
    const asked = product.seen.map(({ question }) => question);
    expect(asked).toContain(of("challenger", SECOND, "challenge", 3));
    expect(asked).toContain(of("arbiter", SECOND, "adjudicate"));
    expect(asked).not.toContain(of("proposer", SECOND, "revise", 2));
  });

  it("plans along a person's division, which the planner is given", async () => {
    const { product } = here();
    const { pull } = await haltedTask(product, THIRD.id);
    const division = withYaml(
      "/factory revise-plan",
      "revised_micro_plan:",
      "  - {module_id: gamma, description: Nothing but the name around the text., depends_on: []}",
    );
    expect(await postAndAwaitAnswer(product, pull, division)).toContain("planned along your division into one module");
    await shipped(THIRD);
    const again = product.seen.filter(({ question }) => question === `planner/${THIRD.id}/plan.2`);
    expect(JSON.stringify(again.map(({ body }) => body))).toContain("Nothing but the name around the text.");
  });

  it("asks about what rests on an abandoned task, and releases it once it is amended to do without", async () => {
    const { product, issue } = here();
    const { pull } = await haltedTask(product, FOURTH.id);
    expect(await postAndAwaitAnswer(product, pull, "/factory abandon Nobody needs it.")).toContain("is abandoned");
    const stranded = await commentWithKey(product, issue, "stranded:");
    expect(stranded).toContain(`| ${LAST.id} |`);
    expect(stranded).toContain(`/factory amend-spec ${LAST.id}`);
    const amended = withYaml(
      `/factory amend-spec ${LAST.id}`,
      `amended_acceptance_criteria: ${JSON.stringify(criteriaOf(LAST))}`,
      "amendment_rationale: It stands alone.",
    );
    expect(await postAndAwaitAnswer(product, issue, amended)).toContain("has your acceptance criteria now");
    const state = await untilReleased(product);
    expect(statuses(state)).toEqual({
      "001": "SHIPPED",
      "002": "SHIPPED",
      "003": "SHIPPED",
      "004": "ABANDONED",
      "005": "SHIPPED",
    });
    expect(state.project?.tasks[LAST.id]?.depends_on).toEqual([]);
    const built = [FIRST, SECOND, THIRD, LAST].map((task) => sourceOf(only(task)));
    expect(await filesOnMain(product, "src")).toEqual([...built].sort());
  });
});
