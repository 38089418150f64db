import type { Sha } from "../domain/ids.js";
import type { FactoryState } from "../engine/factory-state.js";
import { type HistoryCommit, type ReplayedCommit, replayCommit } from "./replay-commit.js";

/** A whole history decided again. Each commit is judged from the state stored before it, so that one fault is one fault. */
export type Replay = {
  readonly reproduced: boolean;
  readonly head: Sha | null;
  readonly events: number;
  readonly commits: readonly ReplayedCommit[];
};

/** Oldest first. Streams, because a long history is larger than what should be held at once. */
export async function replay(history: AsyncIterable<HistoryCommit> | Iterable<HistoryCommit>): Promise<Replay> {
  const commits: ReplayedCommit[] = [];
  let state: FactoryState | null = null;
  for await (const commit of history) {
    const { replayed, after } = replayCommit(state, commit);
    commits.push(replayed);
    state = after;
  }
  return {
    reproduced: commits.length > 0 && commits.every(({ result }) => result === "reproduced"),
    head: commits.at(-1)?.sha ?? null,
    events: commits.reduce((count, { events }) => count + events.length, 0),
    commits,
  };
}
