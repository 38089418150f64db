/** Rules that hold at every commit of the state branch, whatever happens between commits. */

import { STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import { checkState } from "../../src/features/tasks/board/check-state.js";
import { stateHistory } from "../../src/git/state-history.js";
import { replay } from "../../src/replay/replay.js";
import { type HistoryCommit, REPLAYED_PATHS } from "../../src/replay/replay-commit.js";
import { readYaml } from "../../src/yaml/yaml.js";

/** Every broken rule, by commit. The expected result is none. Also returns the number of commits. */
export async function brokenInvariants(
  gitDirectory: string,
  head: string,
): Promise<{ readonly commits: number; readonly broken: readonly string[] }> {
  const history: HistoryCommit[] = [];
  for await (const commit of stateHistory(gitDirectory, head, REPLAYED_PATHS)) history.push(commit);
  const broken: string[] = [];
  let before: FactoryState | null = null;
  for (const commit of history) {
    const read = readYaml(STATE_PATH, commit.files.get(STATE_PATH) ?? "", FactoryState);
    if (!read.ok) {
      broken.push(`${commit.subject}: ${read.refusal.message}`);
      continue;
    }
    broken.push(...contradictions(read.value).map((rule) => `${commit.subject}: ${rule}`));
    if (before !== null) broken.push(...losses(before, read.value).map((rule) => `${commit.subject}: ${rule}`));
    before = read.value;
  }
  for (const commit of (await replay(history)).commits) {
    if (commit.result !== "reproduced") broken.push(`${commit.subject}: its intents do not lead to its state`);
  }
  return { commits: history.length, broken };
}

function contradictions({ project }: FactoryState): string[] {
  const checked = project === null ? null : checkState(project);
  return checked === null || checked.ok ? [] : [checked.refusal.message];
}

/** Nothing is lost: no task, no task's position, no cost, and no comment that was read. */
export function losses(before: FactoryState, after: FactoryState): string[] {
  const lost: string[] = [];
  for (const [id, task] of Object.entries(before.project?.tasks ?? {})) {
    const now = after.project?.tasks[id];
    if (now === undefined) lost.push(`${id} is gone`);
    else if (now.declaration_order !== task.declaration_order) lost.push(`${id} has another place`);
  }
  if (after.spent.project.calls < before.spent.project.calls) lost.push("calls that were paid are no longer counted");
  return [...lost, ...forgotten(before, after)];
}

/** A comment is read once. The cursor never moves back, and comments read in its own second stay recorded. */
function forgotten({ inbox: before, request }: FactoryState, after: FactoryState): string[] {
  if (after.request.issue !== request.issue) return []; // another product reads from its own beginning
  if (after.inbox.since < before.since) return ["comments that were read would be read again"];
  if (after.inbox.since > before.since) return [];
  return before.seen.filter((id) => !after.inbox.seen.includes(id)).map((id) => `comment ${id} would be read again`);
}
