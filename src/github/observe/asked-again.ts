import type { GateRun } from "./gate-runs.js";

/** GitHub lists an artifact only some time after its run has ended; it is asked for again after so long each time. */
const PAUSES_MS = [300, 900, 2_500] as const;
/** A run that ended longer ago than this has no artifact: there is nothing left to wait for. */
const LISTED_WITHIN_MS = 60_000;

/** What a run that has just ended left, asked for again while nothing is listed: a repeated run costs far more than a question. */
export async function askedAgain<Found>(
  { updated_at: endedAt }: Pick<GateRun, "updated_at">,
  ask: (isFirst: boolean) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const first = await ask(true);
  if (first.length > 0 || endedAt === undefined || Date.now() - Date.parse(endedAt) > LISTED_WITHIN_MS) return first;
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const found = await ask(false);
    if (found.length > 0) return found;
  }
  return [];
}
