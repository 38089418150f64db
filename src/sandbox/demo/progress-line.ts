import type { FactoryState } from "../../domain/factory/factory-state.js";
import type { ModuleWork } from "../../domain/work/module-work.js";
import type { TaskWork } from "../../domain/work/task-work.js";

/** Where the product stands, in one line: phase, task, who is waited for, cost at list price. */
export function progressLine(state: FactoryState): string {
  return [whereOf(state), `${dollars(state)} at list price`].join(" · ");
}

export function dollars({ spent }: Pick<FactoryState, "spent">): string {
  const { known_usd, unknown_cost_calls } = spent.project;
  const more = unknown_cost_calls === 0 ? "" : ` and ${unknown_cost_calls} calls of unknown cost`;
  return `$${known_usd.toFixed(2)}${more}`;
}

function whereOf({ product, project, work }: FactoryState): string {
  if (project === null) return PRODUCT[product?.phase ?? "none"] ?? "the product role is at work";
  const tasks = Object.entries(project.tasks);
  const done = tasks.filter(([, { status }]) => status === "SHIPPED").length;
  const count = `${done} of ${tasks.length} tasks shipped`;
  const halted = tasks.find(([, { status }]) => status === "HALTED");
  if (halted !== undefined) return `${count} · ${halted[1].task}: halted, waits for a person's decision`;
  const current = tasks.find(([, { status }]) => status === "IN_PROGRESS");
  if (current === undefined) return `${count} · ${project.status === "RELEASED" ? "released" : "releasing"}`;
  const [id, { task }] = current;
  const inWork = work[id];
  return `${count} · ${task}: ${inWork === undefined ? "is being opened" : stageOf(inWork)}`;
}

const PRODUCT: Readonly<Record<string, string>> = {
  "waiting-for-spec": "waits for SPEC.md",
  drafting: "the product role writes the spec",
  "awaiting-approval": "the spec waits for a person's decision",
  approved: "the spec is being merged",
};

function stageOf({ stage, modules }: TaskWork): string {
  switch (stage.stage) {
    case "planning":
      return "the planner splits it into modules";
    case "integrating":
      return "gate 3 judges the whole branch on the base";
    case "merging":
      return "is being merged";
    case "building": {
      const module = modules.find(({ step }) => !["waiting", "shipped", "failed"].includes(step.step));
      return module === undefined ? "is between two modules" : `${module.module_ref} ${stepOf(module)}`;
    }
    default:
      return "is being opened";
  }
}

const ASKED = {
  specify: "the proposer writes contract, examples and tests",
  implement: "the proposer implements it",
  revise: "the proposer revises it",
  amend: "the proposer applies the arbiter's amendments",
  challenge: "the challenger tries to refute it",
  adjudicate: "the arbiter decides",
} as const;

function stepOf({ step }: ModuleWork): string {
  switch (step.step) {
    case "asking":
      return ASKED[step.move];
    case "gating":
      return step.colour === "red" ? "red gates: the tests must fail first" : "green gates: the tests must pass now";
    case "committing":
      return "is being committed";
    case "approved":
    case "shipping":
      return "is approved; its evidence is written";
    default:
      return step.step;
  }
}
