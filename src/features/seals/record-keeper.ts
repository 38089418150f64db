import { deprecationBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { TaskWork } from "../modules/task-work.js";
import { undoPull } from "../undo/undo-proposal.js";
import type { RecordKeeper } from "./record-violations.js";
import type { SealSituation } from "./seal-situation.js";

/** What these pull requests may change as those of a task, a deprecation or an undo. People's may change nothing. */
export function keeperOf({ state, observed, config }: SealSituation, numbers: readonly number[]): RecordKeeper {
  if (state === null) return { building: [], index: false };
  const works = numbers.flatMap((number) => workOf(state, number) ?? []);
  const branches = state.deprecations.map(({ order }) => deprecationBranch(config.branch_prefix, order.module_ref));
  const deprecates = observed.pulls.some(({ number, branch }) => numbers.includes(number) && branches.includes(branch));
  const undone = state.undos.filter((undo) => numbers.includes(undoPull({ observed, config }, undo)?.number ?? 0));
  const reverted = undone
    .flatMap((undo) => (undo.phase === "proposing" ? undo.taken : []))
    .flatMap(({ modules }) => modules);
  const built = works.flatMap(({ modules }) =>
    modules.filter(({ reused }) => !reused).map(({ module_ref }) => module_ref),
  );
  return {
    building: [...built, ...reverted].toSorted(),
    index: works.length > 0 || deprecates || undone.length > 0,
  };
}

/**
 * A task's intermediate heads have only the gates' check. Seals are checked on what could be merged
 * (decisions.md#checks-belong-to-the-app).
 */
export function stillBuilding(state: FactoryState | null, number: number): boolean {
  const stage = state === null ? undefined : workOf(state, number)?.stage.stage;
  return (
    stage !== undefined &&
    ["opening", "planning", "reviewing-plan", "resolving", "building", "reading-fix"].includes(stage)
  );
}

function workOf({ project, work }: FactoryState, number: number): TaskWork | undefined {
  const task = Object.entries(project?.tasks ?? {}).find(([, { pull_request }]) => pull_request === number);
  return task === undefined ? undefined : work[task[0]];
}
