import type { JobResult } from "../../engine/ports.js";
import type { Settled } from "../../engine/reconcile/reconcile.js";

/** What jobs brought back and no reconcile has taken yet, by repository. */
export type JobResults = {
  /** Settles when a reconcile has taken it for good: until then its job counts as running, so that nothing is asked twice. */
  bring(repository: number, result: JobResult): Promise<void>;
  /** Hands everything to one reconcile, in the order in which it was brought. What that one could not finish with is there for the next. */
  lend(repository: number, reconcile: (results: readonly JobResult[]) => Promise<Settled>): Promise<Settled>;
};

type Waiting = { readonly result: JobResult; readonly taken: () => void };

export function createJobResults(): JobResults {
  const waiting = new Map<number, Waiting[]>();
  const brought = (repository: number) => waiting.get(repository) ?? [];
  const putBack = (repository: number, lent: readonly Waiting[]) => {
    const handed = lent.map(({ result, taken }): Waiting => ({ result: { ...result, handedBefore: true }, taken }));
    waiting.set(repository, [...handed, ...brought(repository)]);
  };
  return {
    bring: (repository, result) =>
      new Promise((taken) => void waiting.set(repository, [...brought(repository), { result, taken }])),
    async lend(repository, reconcile) {
      const lent = brought(repository);
      waiting.delete(repository);
      const settled = await reconcile(lent.map(({ result }) => result)).catch((error: unknown) => {
        putBack(repository, lent);
        throw error;
      });
      if (settled.kind === "settled") for (const { taken } of lent) taken();
      else putBack(repository, lent);
      return settled;
    },
  };
}
