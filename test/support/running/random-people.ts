/** What people might write about a running product, legal or not, from a seed. */
import { allCommands } from "../../../src/commands/all-commands.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Actor, ObservedPull } from "../../../src/engine/observation.js";
import { awaitingAmendment } from "../../../src/features/amendments/amend-contract.js";
import { openChangeOf } from "../../../src/features/interface-change/rules/interface-change.js";
import type { TaskStatus } from "../../../src/features/tasks/board/project-state.js";
import { draw } from "../../../src/sandbox/faults/draw.js";
import { person } from "../observed.js";

const COMMANDS = allCommands();

export type Dice = {
  /** True in this percentage of cases. */
  percent(share: number): boolean;
  pick<T>(from: readonly T[]): T;
};

/** The same seed always gives the same numbers. */
export function dice(seed: number): Dice {
  let thrown = 0;
  const next = () => {
    thrown += 1;
    return draw(seed, "people", thrown);
  };
  return {
    percent: (share) => next() * 100 < share,
    pick: (from) => {
      const chosen = from[Math.floor(next() * from.length)];
      if (chosen === undefined) throw new RangeError("there is nothing to choose from");
      return chosen;
    },
  };
}

const BOT: Actor = { login: "helper[bot]", type: "Bot", role: "admin" };

export function anybody({ pick }: Dice): Actor {
  return pick([
    person("ada"),
    person("ada"),
    person("ada"),
    person("bob"),
    person("eve", "read"),
    person("kim", null),
    BOT,
  ]);
}

const yaml = (command: string, ...lines: string[]) => [command, "", "```yaml", ...lines, "```"].join("\n");

/** A command about a task as it stands, about another task, or with no meaning. */
export function anything(dice: Dice, state: FactoryState): string {
  const { pick, percent } = dice;
  const { project, interface_changes, work } = state;
  const tasks = Object.entries(project?.tasks ?? {});
  const asked = whatIsAsked(dice, state);
  if (asked.length > 0 && percent(50)) return pick(asked);
  if (tasks.length === 0 || percent(15)) return pick(COMMANDS.map(({ example }) => example));
  if (percent(10)) return pick(NONSENSE);
  const contracts = aboutContracts({ pick, percent }, { project, interface_changes, work });
  if (contracts.length > 0 && percent(60)) return pick(contracts);
  if (percent(3)) return pick([...aboutChange(tasks[0]?.[0] ?? ""), ...aboutAmendment("")]);
  const [id, task] = pick(tasks);
  const { about, script } = sayings({ id, named: percent(30) ? "" : id, dependants: dependantsOf(tasks, id) });
  return percent(30) ? pick(script) : pick(about[percent(80) ? task.status : pick(STATUSES)]);
}

/** Answers to a pause, a checkpoint and a halt. */
export function whatIsAsked({ percent }: Dice, { project, checkpoint }: FactoryState): string[] {
  const tasks = Object.entries(project?.tasks ?? {});
  if (project?.status === "PAUSED" && percent(70)) return ["/factory resume"];
  if (checkpoint.open !== null && percent(50)) return ["/factory continue", "/factory continue", "/factory budget 50"];
  return tasks.flatMap(([id, { status }]) =>
    status === "HALTED"
      ? sayings({ id, named: percent(10) ? "" : id, dependants: dependantsOf(tasks, id) }).about.HALTED
      : [],
  );
}

function dependantsOf(tasks: readonly [string, { readonly depends_on: readonly string[] }][], id: string): string[] {
  return tasks.flatMap(([other, { depends_on }]) => (depends_on.includes(id) ? [other] : []));
}

/** Answers to the open questions about contracts. */
export function aboutContracts(
  { percent }: Dice,
  { project, interface_changes, work }: Pick<FactoryState, "project" | "interface_changes" | "work">,
): string[] {
  return Object.keys(project?.tasks ?? {}).flatMap((id) => {
    const named = percent(70) ? id : "";
    if (openChangeOf(interface_changes, id) !== undefined) return aboutChange(named);
    const inWork = work[id];
    return inWork !== undefined && awaitingAmendment(inWork) !== undefined ? aboutAmendment(named) : [];
  });
}

const aboutChange = (named: string) => [
  `/factory ice approve ${named}`,
  `/factory ice approve ${named}`,
  `/factory ice reject ${named} The parts are nobody's business.`,
  `/factory ice reject --stay ${named} Not now.`,
  `/factory ice defer ${named}`,
  `/factory ice defer ${named}`,
  "/factory ice reject",
];
const aboutAmendment = (named: string) => [
  `/factory amendment accept ${named}`,
  `/factory amendment reject ${named} The note is what was asked for.`,
  "/factory amendment reject",
];

/** The buttons of a check run: ours and GitHub's own. */
export const BUTTONS = ["retry", "pause", "continue", "continue", "rerun"] as const;

/** Comments on lines: about the work, to the App, or with a command that does not count there. */
export const REMARKS = ["This misses the empty case.", "Why so long?", "/factory abort", "> /factory abort\n\nno"];

const STATUSES: readonly TaskStatus[] = ["PENDING", "IN_PROGRESS", "SHIPPED", "HALTED", "BLOCKED", "ABANDONED"];

type Said = { readonly id: string; readonly named: string; readonly dependants: readonly string[] };

function sayings({ id, named, dependants }: Said) {
  const decisions = [
    `/factory retry ${named}`,
    `/factory override ${named} It is fine as it is.`,
    `/factory abandon ${named} Nobody needs it.`,
    `/factory abandon ${named} --keep Nobody needs the rest.`,
    `/factory fix ${named}`,
    yaml(`/factory fix ${named}`, "fix_description: Mended.", "fix_artifacts:", "  src/m1.ts: x"),
    yaml(
      `/factory amend-spec ${named}`,
      "amended_acceptance_criteria: [One thing., Another.]",
      "amendment_rationale: So.",
    ),
    yaml(
      `/factory revise-plan ${named}`,
      "revised_micro_plan:",
      "  - {module_id: a, description: It., depends_on: []}",
    ),
    yaml(
      `/factory split ${named}`,
      "new_tasks:",
      "  - {name: Read, description: Reads., acceptance_criteria: [Reads., Rejects.], depends_on: []}",
      '  - {name: Print, description: Prints., acceptance_criteria: [Prints., Rejects.], depends_on: ["#1"]}',
    ),
    yaml(
      `/factory split ${named} --keep`,
      "new_tasks: [{name: Sum, description: Sums., acceptance_criteria: [Sums., Rejects.], depends_on: []}]",
    ),
  ];
  const dropped = `- {drop: ${id}, reason: Nobody asked for it.}`;
  const cut = dependants.map((dependant) => `- {cut: ${dependant}, from: ${id}}`);
  const plans = [
    yaml("/factory adjust", dropped),
    yaml("/factory adjust", dropped, ...cut),
    yaml("/factory adjust", `- {skip: ${id}, reason: Not in this release.}`),
    yaml("/factory adjust", `- {reorder: [${id}]}`),
    yaml("/factory adjust", dropped, "- {add: Another, description: Which is new.}"),
  ];
  const stranded = cut.length === 0 ? [] : [yaml("/factory adjust", ...cut)];
  const undo = [`/factory undo ${id}`];
  const about: Readonly<Record<TaskStatus, readonly string[]>> = {
    PENDING: plans,
    IN_PROGRESS: [...plans, ...decisions.slice(0, 3)],
    SHIPPED: undo,
    HALTED: decisions,
    BLOCKED: [...plans, ...decisions],
    ABANDONED: [...undo, ...plans, ...stranded],
  };
  const script = [
    ...["pause", "resume", "resume", "continue", "continue", "status", "release", "release MM-0001@1.0.0"],
    ...["budget 50", "budget 0.12", "budget 0.01"],
  ];
  return { about, script: script.map((words) => `/factory ${words}`) };
}

const NONSENSE = [
  "/factory frobnicate",
  "/factory retry T-no-such-task-001",
  "/factory approve? not yet",
  "/factory override It is fine.\n/factory retry\n/factory status",
  yaml("/factory split", "new_tasks: [1"),
  "> /factory abort\n\nI would not.",
];

/** A pull request that a person could change. */
export function openPull({ pick }: Dice, pulls: readonly ObservedPull[]): ObservedPull | undefined {
  const open = pulls.filter(({ state }) => state === "open");
  return open.length === 0 ? undefined : pick(open);
}
