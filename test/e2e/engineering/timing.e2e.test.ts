import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { draw } from "../../../src/sandbox/faults/draw.js";
import { specOfTasks, specTask } from "../../support/product-spec.js";
import {
  approveProduct,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  criteriaOf,
  planOf,
  type ToyTask,
  taskAnswers,
  toy,
  toyTask,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

/** More tellings, each with another pace: `TIMING_SEEDS=20`. */
const SEEDS = Number(process.env.TIMING_SEEDS ?? 1);

/** Two tasks that need nothing of each other, of two modules each that need nothing of each other. */
const FIRST = toyTask(1, [toy("alpha", 1), toy("beta", 2)]);
const SECOND = toyTask(2, [toy("gamma", 3), toy("delta", 4)]);
const TASKS = [FIRST, SECOND];

/** Nothing has shipped when the second plan is made: there is nothing to be explained away. */
function planAlone(task: ToyTask) {
  const { modules, dependencies } = planOf(task);
  return {
    modules: modules.map((module) => ({
      ...module,
      reuse_candidate_refs: [],
      reuse_report: { ...module.reuse_report, candidates_considered: [] },
    })),
    dependencies,
  };
}

const ANSWERS: Answers = {
  "product/draft.1": [
    {
      answer: specOfTasks(
        TASKS.map((task, index) =>
          specTask(index + 1, { name: task.name, acceptance_criteria: criteriaOf(task), depends_on: [] }),
        ),
      ),
    },
  ],
  ...Object.assign({}, ...TASKS.map(taskAnswers)),
  ...Object.fromEntries(TASKS.map((task) => [`planner/${task.id}/plan.1`, [{ answer: planAlone(task) }]])),
};

/** Every question waits for a moment, each for another one; modules of the slow task are judged when the other has shipped. */
const paceOf = (slow: ToyTask, seed: number, hasOtherShipped: () => Promise<boolean>) => async (question: string) => {
  await sleep(Math.floor(draw(seed, question, 0) * 60));
  if (question.startsWith(`challenger/${slow.id}/MM-`)) await until("the other task to ship", hasOtherShipped);
};

/** What differs in every telling: instants, and what is named after them or after commits. */
function masked(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, "<host>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<digest>")
    .replaceAll(/\b[0-9a-f]{40}\b/g, "<sha>")
    .replaceAll(/\b[0-9a-f]{32}\b/g, "<nonce>")
    .replaceAll(/(?:duration_ms|run_id|runner_id): .*/g, "<runner>");
}

/** Every file of a commit, by path. */
async function filesOf({ gitHub, forge }: ScriptedProduct, ref: string): Promise<Record<string, string>> {
  const { data } = await gitHub.rest.git.getTree({ ...forge.repo, tree_sha: ref, recursive: "1" });
  const blobs = data.tree.filter(({ type }) => type === "blob");
  const texts = await Promise.all(
    blobs.map(async ({ path, sha }) => {
      const blob = await gitHub.rest.git.getBlob({ ...forge.repo, file_sha: sha });
      return [path, masked(Buffer.from(blob.data.content, "base64").toString())] as const;
    }),
  );
  return Object.fromEntries(texts);
}

async function told(slow: ToyTask, seed: number) {
  const others = TASKS.filter((task) => task !== slow);
  const areShipped = (tasks: readonly ToyTask[], { project }: FactoryState) =>
    tasks.every(({ id }) => project?.tasks[id]?.status === "SHIPPED");
  const running: { product?: ScriptedProduct } = {};
  const hasOtherShipped = async () => {
    const state = await running.product?.person.state();
    return state !== undefined && areShipped(others, state);
  };
  const product = await startScriptedProduct({ answers: ANSWERS, meanwhile: paceOf(slow, seed, hasOtherShipped) });
  running.product = product;
  try {
    await approveProduct(product, "concurrency: 2\nparallel_modules: 2");
    const { project, work, next_module } = await untilState(product, "both tasks to ship", (state) =>
      areShipped(TASKS, state),
    );
    const { gitHub, forge } = product;
    const tasks = Object.entries(project?.tasks ?? {}).map(([id, task]) => {
      const { status, module_refs, declaration_order } = task;
      return { id, status, module_refs, declaration_order };
    });
    const { data: commits } = await gitHub.rest.repos.listCommits({ ...forge.repo, sha: "main", per_page: 100 });
    const merged = commits.flatMap(({ commit }) => TASKS.filter(({ id }) => commit.message.includes(`${id} -`)));
    return {
      files: await filesOf(product, "main"),
      state: { tasks, open: Object.keys(work), next_module },
      order: merged.map(({ id }) => id).reverse(),
      asked: product.seen.map(({ question }) => question),
    };
  } finally {
    await product.stop();
  }
}

describe("tasks and modules that are worked on side by side", () => {
  it("leave the same files and the same state, whichever is ready first", async () => {
    const reference = await told(SECOND, 0);
    expect(reference.order).toEqual([FIRST.id, SECOND.id]);
    for (const path of ["src/alpha.js", "src/delta.js", ".factory/code-index/MM-0004@1.0.0.yml"])
      expect(reference.files).toHaveProperty([path]);
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const other = await told(FIRST, seed);
      expect(other.order).toEqual([SECOND.id, FIRST.id]);
      expect(other.files).toEqual(reference.files);
      expect(other.state).toEqual(reference.state);
      expect(other.asked.toSorted()).toEqual(reference.asked.toSorted());
      expect(other.asked).not.toEqual(reference.asked);
    }
  });
});
