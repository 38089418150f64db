import { FEATURES } from "../../features/features.js";
import type { Decision } from "../decide.js";
import { isNews } from "../effects/changes-observation.js";
import { type DirectEffect, isJob, turnOf } from "../effects/effect-table.js";
import type { ObservedPull, StartedGateRun } from "../observation.js";
import type { Forge, PendingEffect, Performed, RepositoryRef } from "../ports.js";
import type { PendingEffects } from "./pending-effects.js";
import type { Ports } from "./reconcile-ports.js";
import type { BranchHead } from "./view.js";

type Paying = {
  readonly decision: Decision;
  readonly pendingEffects: PendingEffects;
  /** Our pull requests, as observed. */
  readonly pulls: readonly ObservedPull[];
  readonly isLast: boolean;
};

/**
 * Performs the pending effects. Returns the new heads of our branches, the gate runs that began, and whether GitHub must be observed again. Jobs
 * run beside the loop and are not awaited. Effects that can wait are performed together, at the end or before the next
 * change to a branch or pull request. Comments that are kept up to date describe the whole and are written only at the
 * end.
 */
export async function performPending(
  repository: RepositoryRef,
  { forge, jobs }: Ports,
  { decision, pendingEffects, pulls, isLast }: Paying,
): Promise<{
  readonly heads: readonly BranchHead[];
  readonly runs: readonly StartedGateRun[];
  readonly isNew: boolean;
}> {
  const { pending, state } = decision;
  const areEnded = state !== null && FEATURES.some(({ endsJobs }) => endsJobs?.(state) === true);
  if (areEnded) await jobs.cancelAll(repository);
  const heads: BranchHead[] = [];
  const runs: StartedGateRun[] = [];
  let isNew = false;
  const perform = async (effects: readonly DirectEffect[]) => {
    const due = effects
      .filter((effect) => !pendingEffects.isPerformed(effect))
      .map((effect) => ({ effect, due: { isNew: pendingEffects.isNew(effect) } }));
    for (const { effect } of due) pendingEffects.performing(effect);
    const performed = await performAll(forge, repository, due);
    for (const [index, { effect }] of due.entries()) {
      const done = performed[index] ?? false;
      if (typeof done === "object" && "run" in done) runs.push(done.run);
      else if (typeof done === "object" && "branch" in effect)
        heads.push({ branch: effect.branch, key: effect.key, head: done.head });
      else isNew ||= done !== false && isNews(effect, state, pulls);
    }
  };
  const kept: DirectEffect[] = [];
  let waiting: DirectEffect[] = [];
  for (const effect of pending) {
    if (isJob(effect)) {
      await jobs.start(repository, effect);
      continue;
    }
    const turn = turnOf(effect);
    if (turn === "at-the-end") kept.push(effect);
    else if (turn === "may-wait") waiting.push(effect);
    else if (turn === "at-once") await perform([effect]);
    else {
      await perform(waiting);
      waiting = [];
      await perform([effect]);
    }
  }
  const isEnd = isLast && !isNew && heads.length === 0 && runs.length === 0;
  if (isEnd) await perform([...waiting, ...kept]);
  return { heads, runs, isNew };
}

async function performAll(
  forge: Forge,
  repository: RepositoryRef,
  pending: readonly PendingEffect[],
): Promise<readonly Performed[]> {
  if (pending.length > 1 && forge.performTogether !== undefined) return forge.performTogether(repository, pending);
  const performed: Performed[] = [];
  for (const { effect, due } of pending) performed.push(await forge.perform(repository, effect, due));
  return performed;
}
