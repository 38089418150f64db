import { FEATURES } from "../../features/features.js";
import { isSaidWhenStuck } from "../effects/effect-table.js";
import type { JobResult, RepositoryRef } from "../ports.js";
import { commitDecision } from "./commit-decision.js";
import { decideNow } from "./decide-now.js";
import { isRefused } from "./late-results.js";
import { openPendingEffects } from "./pending-effects.js";
import { performPending } from "./perform-pending.js";
import type { Ports } from "./reconcile-ports.js";

/**
 * Ends cycles without progress in one checkpoint, so that no money is spent until a person has decided. Before the
 * project starts, the card is about the request.
 */
export async function breakLoop(repository: RepositoryRef, ports: Ports): Promise<void> {
  const loaded = await ports.state.load(repository);
  if (loaded.kind !== "loaded") return;
  const now = ports.clock.now();
  const events = FEATURES.flatMap(({ breakLoop: end }) => end?.(loaded.state, now) ?? []);
  if (events.length === 0) return;
  const card: JobResult = { events, files: [] };
  const decision = await decideNow(repository, ports, { loaded, brought: [card] });
  // The event is refused after consent was withdrawn. Nothing is written then, not even this.
  if (decision.kind !== "decided" || isRefused(card, decision.value)) return;
  if ((await commitDecision(repository, ports, { loaded, decision: decision.value, files: [] })) === undefined) return;
  // Not what is undone again and again: the status comment is written where nothing else is new, and must agree with the card.
  const pending = decision.value.pending.filter(isSaidWhenStuck);
  await performPending(repository, ports, {
    decision: { ...decision.value, pending },
    pendingEffects: openPendingEffects(),
    pulls: decision.view.observed.pulls,
    isLast: true,
  });
}
