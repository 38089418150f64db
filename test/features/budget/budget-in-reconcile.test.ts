import { describe, expect, it } from "vitest";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import { BudgetReached, budgetResult } from "../../../src/roles/asking/within-budget.js";
import { aUsageLine } from "../../support/artifacts.js";
import { projectFiles, pullsWith, sayHere } from "../../support/halted.js";
import { FIRST_TASK, label, NOW, planning, REQUEST } from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";
import { aQuestion } from "../../support/question.js";

const usage = [1, 2].map((call) => aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 1, request_id: `req_${call}` }));
const cause = { kind: "task-budget-exhausted", unit: "USD", limit: 2.5, used: 2, unknown_cost_calls: 0 } as const;
const planTask = {
  kind: "ask-role",
  key: `${FIRST_TASK}:1`,
  task: FIRST_TASK,
  module: null,
  activity: "plan",
  question: 1,
  attempt: 1,
  from: "head",
} as const;
const stoppedBy = (reached: BudgetReached["reached"]) =>
  budgetResult(new BudgetReached(reached, planning, { usage, pack: aQuestion({}).pack }), planTask, NOW);
const stop = stoppedBy({ of: "task", cause });

/** A repository where the plan of the first task is being asked for. */
function asking(act: () => boolean = () => false) {
  const files = new Map(projectFiles.map(({ path, text }) => [path, text]));
  const world = loopWorld({ state: planning, files }, { start: () => {}, cancelAll: () => {} }, act);
  const see = (comments: Parameters<typeof world.see>[0]["comments"] = []) =>
    world.see({ pulls: pullsWith({}), requests: [label], comments });
  see();
  return { ...world, see, work: () => world.state().work[FIRST_TASK] };
}

describe("a conversation that its task's limit stopped", () => {
  it("halts the task with its cost", async () => {
    const world = asking();
    await reconcile(HERE, world.ports, [stop]);
    expect(world.work()?.stage).toMatchObject({ stage: "halted", cause });
    expect(world.state().spent.project).toMatchObject({ calls: 2, known_usd: 2 });
  });

  it("is paid once and halts once if GitHub fails after the commit and the result is passed on again", async () => {
    let fails = true;
    const world = asking(() => {
      if (fails) throw new Error("502 from afar");
      return false;
    });
    await expect(reconcile(HERE, world.ports, [stop])).rejects.toThrow("502");
    const halted = world.work();
    expect(halted?.stage.stage).toBe("halted");
    fails = false;
    await reconcile(HERE, world.ports, [{ ...stop, handedBefore: true }]);
    expect(world.state().spent.project).toMatchObject({ calls: 2, known_usd: 2 });
    expect(world.work()).toEqual(halted);
  });

  it("does not halt a task again that a person retried if another replica reports it late: only its calls are paid", async () => {
    const world = asking();
    await reconcile(HERE, world.ports, [stop]);
    world.see([sayHere("/factory retry")]);
    await reconcile(HERE, world.ports);
    expect(world.work()).toMatchObject({ attempt: 2, halting: null });
    const { stage } = world.work() ?? {};
    await reconcile(HERE, world.ports, [stop]);
    expect(world.work()).toMatchObject({ attempt: 2, halting: null, stage });
    expect(world.state().spent.project.calls).toBe(4);
  });
});

describe("a conversation that the project's limit stopped", () => {
  const spent = stoppedBy({ of: "project", unit: "USD", limit: 25, message: "the limit of 25 USD is reached" });
  const raise = sayHere("/factory budget 50", { issue: REQUEST });

  it("is paid once, and does not reopen what a person answered, if its result is passed on again", async () => {
    let fails = true;
    const world = asking(() => {
      if (fails) throw new Error("502 from afar");
      return false;
    });
    await expect(reconcile(HERE, world.ports, [spent])).rejects.toThrow("502");
    expect(world.state().checkpoint.open?.triggers).toEqual(["budget-exhausted"]);
    fails = false;
    world.see([raise]);
    await reconcile(HERE, world.ports);
    const { checkpoint } = world.state();
    expect(checkpoint).toMatchObject({ open: null, limits: { hard_usd: 50 } });
    await reconcile(HERE, world.ports, [{ ...spent, handedBefore: true }]);
    expect(world.state().spent.project.calls).toBe(2);
    expect(world.state().checkpoint).toEqual(checkpoint);
  });

  it("is only paid if a person raised the limit before its result came", async () => {
    const world = asking();
    world.see([raise]);
    await reconcile(HERE, world.ports);
    await reconcile(HERE, world.ports, [spent]);
    expect(world.state().spent.project.calls).toBe(2);
    expect(world.state().checkpoint.open).toBeNull();
  });
});
