import type { ModuleWork } from "../modules/module-work.js";
import type { TaskWork } from "../modules/task-work.js";

/** What is happening to a task in progress, and by which role. */
export function workWords({ stage, modules, put_back }: TaskWork): string {
  switch (stage.stage) {
    case "opening":
      return "its branch is being opened";
    case "planning":
      return "the planner cuts it into modules";
    case "reviewing-plan":
      return "the challenger reviews its plan";
    case "resolving":
      return RESOLVING[stage.at.step];
    case "reading-fix":
      return "the fix that was pushed is read";
    case "integrating":
      return "gate 3: everything is tested on the computed merge";
    case "merging":
      return "it is being merged";
    case "halted":
      return "halted";
    case "building": {
      const module = moduleInWork(modules);
      if (module === undefined)
        return put_back === undefined ? "the next module is chosen" : "what is not kept is taken off its branch";
      return modules.length === 1 ? stepWords(module) : `${module.module_ref}, ${stepWords(module)}`;
    }
    default:
      return stage satisfies never;
  }
}

const moduleInWork = (modules: TaskWork["modules"]) =>
  modules.find(({ step }) => !["waiting", "shipped", "failed"].includes(step.step));

/** Whether judged work is being written again: the most interesting event for people who watch. */
export function isReworked({ stage, modules }: TaskWork): boolean {
  const step = stage.stage === "building" ? moduleInWork(modules)?.step : undefined;
  return step?.step === "asking" && (step.activity === "revise" || step.activity === "amend");
}

const RESOLVING = {
  due: "the packages that its plan declares are about to be resolved",
  running: "the packages that its plan declares are resolved, with install scripts off",
  judging: "what resolving its packages brought is judged",
  committing: "manifest and lock file are committed",
} as const;

const ASKED = {
  specify: "the proposer writes contract, examples and tests",
  implement: "the proposer writes the code",
  revise: "the proposer revises it",
  amend: "the proposer applies the arbiter's amendments",
  judge: "the judge reads the code for what no test can show",
  propose: "the amendment proposer looks whether the contract is wrong",
  challenge: "the challenger tries to refute it",
  adjudicate: "the arbiter decides",
} as const;

const GATES = {
  red: "red gates: its tests must fail before there is code",
  green: "green gates: its tests must pass now",
} as const;

function stepWords({ step }: ModuleWork): string {
  switch (step.step) {
    case "asking":
      return ASKED[step.activity];
    case "committing":
      return GATES[step.gates[0] ?? "green"];
    case "gating":
      return GATES[step.colour];
    case "approved":
    case "shipping":
      return "it is approved, and the evidence is written down";
    case "awaiting-amendment":
      return "a person is asked about its contract";
    case "waiting":
    case "shipped":
    case "failed":
      return step.step;
    default:
      return step satisfies never;
  }
}
