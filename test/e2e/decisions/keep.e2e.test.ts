import { afterEach, describe, expect, it } from "vitest";
import { planPath } from "../../../src/domain/gates/state-paths.js";
import { manifestPath } from "../../../src/features/release/rules/release-state.js";
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
  type ScriptedProduct,
  startScriptedProduct,
} from "../../support/scripted-product.js";
import {
  type Answers,
  criteriaOf,
  failing,
  planOf,
  quickTask,
  revised,
  sourceOf,
  type ToyTask,
  taskAnswers,
  testFileOf,
  toy,
} from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const GAMMA = toy("gamma", 3, [ALPHA]);
const WHOLE = quickTask([ALPHA, BETA, GAMMA]);
const REST = WHOLE.id.replace("001", "002");

const running: { product?: ScriptedProduct } = {};
afterEach(async () => {
  await running.product?.stop();
  delete running.product;
});

/** The module in the middle is refuted twice; the one after it ships all the same. */
const halfDone: Answers = {
  ...taskAnswers(WHOLE),
  [`challenger/${WHOLE.id}/${BETA.id}.challenge.1`]: [
    { answer: failing(BETA, { invariant: "an empty text is decided by a clause" }) },
  ],
  [`proposer/${WHOLE.id}/${BETA.id}.revise.1`]: revised(BETA, "as before"),
  [`challenger/${WHOLE.id}/${BETA.id}.challenge.2`]: [
    { answer: failing(BETA, { invariant: "an empty text is decided by a clause" }) },
  ],
};

async function toTheHalt(also: Answers = {}) {
  const product = await startScriptedProduct({ answers: { ...halfDone, ...also } });
  running.product = product;
  await consent(product);
  await askQuickly(product, WHOLE);
  return { product, ...(await haltedTask(product, WHOLE.id)) };
}

async function manifestOf(product: ScriptedProduct, state: Awaited<ReturnType<typeof untilReleased>>) {
  return fileOf(product, manifestPath(state.release?.order.release_id ?? ""), "main");
}

describe("a task that halted half done", () => {
  it("is given up but for what is finished, which ships and is released without a trace of the rest", async () => {
    const { product, pull, card } = await toTheHalt();
    expect(card).toContain(`Keep ${ALPHA.id}@1.0.0, ${GAMMA.id}@1.0.0, and give up the rest.`);
    expect(card).toContain("/factory abandon --keep");
    const asked = product.seen.length;
    const answer = await postAndAwaitAnswer(product, pull, "/factory abandon --keep Nobody needs beta any more.");
    expect(answer).toContain(`${REST} is the rest, and is abandoned`);

    const state = await untilReleased(product);
    expect(statuses(state)).toEqual({ "001": "SHIPPED", "002": "ABANDONED" });
    expect(state.project?.tasks[WHOLE.id]?.module_refs).toEqual([`${ALPHA.id}@1.0.0`, `${GAMMA.id}@1.0.0`]);
    expect(state.project?.tasks[REST]?.abandoned_reason).toBe("Nobody needs beta any more.");
    expect(product.seen).toHaveLength(asked); // no role is asked for what was judged already
    expect(await filesOnMain(product, "src", "test")).toEqual(
      [ALPHA, GAMMA].flatMap((module) => [sourceOf(module), testFileOf(module)]).sort(),
    );
    expect(await filesOnMain(product, `.factory/modules/${BETA.id}`)).toEqual([]);
    const manifest = await manifestOf(product, state);
    expect(manifest).toContain(`${GAMMA.id}@1.0.0`);
    expect(manifest).not.toContain(BETA.id);
    // What the task is now, and what it was, is in its own file on the default branch and in its plan.
    const file = await fileOf(product, state.project?.tasks[WHOLE.id]?.path ?? "", "main");
    expect(file).toContain("Puts the name gamma around a text.");
    expect(file).toContain(`The rest became ${REST}.`);
    expect(await fileOf(product, planPath(WHOLE.id), "factory/state")).not.toContain(BETA.id);
    const { data: merged } = await product.gitHub.rest.pulls.get({ ...product.forge.repo, pull_number: pull });
    expect(merged.merged).toBe(true);
  });

  it("is split but for what is finished: the new task comes after it, and builds on it", async () => {
    const again = toy("beta", 4, [ALPHA]);
    const part: ToyTask = { id: REST, name: "Wrap beta", toys: [again] };
    const { modules, ...plan } = planOf(part);
    const isThere = (ref: string) => !ref.startsWith(BETA.id);
    const replanned = {
      ...plan,
      modules: modules.map(({ reuse_candidate_refs, reuse_report, ...module }) => ({
        ...module,
        reuse_candidate_refs: reuse_candidate_refs.filter(isThere),
        reuse_report: {
          ...reuse_report,
          candidates_considered: reuse_report.candidates_considered.filter(({ module_ref }) => isThere(module_ref)),
        },
      })),
    };
    const { product, pull, card } = await toTheHalt({
      ...taskAnswers(part),
      [`planner/${part.id}/plan.1`]: [{ answer: replanned }],
    });
    expect(card).toContain("/factory split --keep");
    const answer = await postAndAwaitAnswer(
      product,
      pull,
      withYaml(
        "/factory split --keep",
        "new_tasks:",
        `  - name: ${part.name}`,
        "    description: Makes the wrapper that could not be agreed on.",
        `    acceptance_criteria: ${JSON.stringify(criteriaOf(part))}`,
        `    depends_on: [${WHOLE.id}]`,
      ),
    );
    expect(answer).toContain(`After it ${REST} does the rest`);
    const state = await untilReleased(product);
    expect(statuses(state)).toEqual({ "001": "SHIPPED", "002": "SHIPPED" });
    expect(state.project?.tasks[REST]?.depends_on).toEqual([WHOLE.id]);
    expect(await filesOnMain(product, "src")).toEqual([ALPHA, BETA, GAMMA].map(sourceOf));
    const manifest = await manifestOf(product, state);
    for (const { id } of [ALPHA, GAMMA, again]) expect(manifest).toContain(`${id}@1.0.0`);
  });
});
