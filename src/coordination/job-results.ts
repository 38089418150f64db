import type { JobResult } from "../ports.js";
import type { Settled } from "../reconcile.js";

/** What jobs brought back and no reconcile has taken yet, by repository. */
export type JobResults = {
  /** Settles when a reconcile has taken it for good: until then its job counts as running, so that nothing is asked twice. */
  bring(repository: number, result: JobResult): Promise<void>;
  /** Hands everything to one reconcile. What that one could not finish with is there for the next. */
  lend(repository: number, reconcile: (results: readonly JobResult[]) => Promise<Settled>): Promise<Settled>;
};

type Waiting = { readonly result: JobResult; readonly taken: () => void };

export function createJobResults(): JobResults {
  const waiting = new Map<number, Waiting[]>();
  const add = (repository: number, added: readonly Waiting[]) =>
    waiting.set(repository, [...added, ...(waiting.get(repository) ?? [])]);
  const putBack = (repository: number, lent: readonly Waiting[]) =>
    add(
      repository,
      lent.map(({ result, taken }) => ({ result: { ...result, handedBefore: true }, taken })),
    );
  return {
    bring: (repository, result) => new Promise((taken) => void add(repository, [{ result, taken }])),
    async lend(repository, reconcile) {
      const lent = waiting.get(repository) ?? [];
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
