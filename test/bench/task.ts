import { byRoute, type Counted, countRequests } from "../support/count-requests.js";
import { approveProduct, startScriptedProduct, untilState } from "../support/scripted-product.js";
import { smoothAnswers, toy, toyTask } from "../support/toy-modules.js";
import { atMost, type BenchLine, type Progress } from "./bench-line.js";

const TASKS = [toyTask(1, [toy("alpha", 1)]), toyTask(2, [toy("beta", 2)])];
const GOAL = { requests: atMost(60), writes: atMost(30) };

/**
 * What one task of one module takes of GitHub, from the merge before it to its own; model and gates answer at once, so
 * that the time is the loop's. Routes follow, the most asked first.
 */
export async function benchTask(progress: Progress): Promise<BenchLine[]> {
  progress("the task before the one that is measured");
  const product = await startScriptedProduct({ answers: smoothAnswers(TASKS) });
  const requests = countRequests(product.forge);
  try {
    await approveProduct(product);
    const began: { at?: number } = {};
    const shipped = (count: number) =>
      untilState(product, `${count} tasks`, ({ project }) => {
        const tasks = Object.values(project?.tasks ?? {});
        return tasks.filter(({ status }) => status === "SHIPPED").length >= count;
      });
    await shipped(1);
    progress("the task");
    began.at = performance.now();
    const [before] = await commitsOf(product);
    await shipped(2);
    const seconds = (performance.now() - began.at) / 1000;
    const steps = (await commitsOf(product)).indexOf(before ?? "");
    // The spec's own pull request is merged first.
    return linesOf(requests.betweenMerges(2, 3), seconds / steps);
  } finally {
    await product.stop();
  }
}

async function commitsOf({ gitHub, forge }: Awaited<ReturnType<typeof startScriptedProduct>>): Promise<string[]> {
  const { data } = await gitHub.rest.repos.listCommits({ ...forge.repo, sha: "factory/state", per_page: 100 });
  return data.map(({ sha }) => sha);
}

function linesOf(counted: readonly Counted[], secondsPerStep: number): BenchLine[] {
  const writes = counted.filter(({ isWrite }) => isWrite).length;
  return [
    { name: "one task", value: counted.length, unit: "requests", goal: GOAL.requests },
    { name: "one task, writes", value: writes, unit: "requests", goal: GOAL.writes },
    {
      name: "persisted step",
      value: Math.round(secondsPerStep * 1000),
      unit: "ms",
      note: "on average, without model and gates",
    },
    ...byRoute(counted).map(([name, value]) => ({ name: `  ${name}`, value, unit: "requests" })),
  ];
}
