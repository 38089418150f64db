import type { JobResult } from "../../engine/ports.js";
import type { Settled } from "../../engine/reconcile/reconcile.js";

/** Job results that no reconcile has taken yet, by repository. */
export type JobResults = {
  /** Resolves when a reconcile has taken it: until then its job counts as running, so that nothing is asked twice. */
  bring(repository: number, result: JobResult): Promise<void>;
  /** Passes all results to one reconcile, in their order. What it could not finish is passed to the next. */
  lend(repository: number, reconcile: (results: readonly JobResult[]) => Promise<Settled>): Promise<Settled>;
};

type Waiting = { readonly result: JobResult; readonly taken: () => void };

export function createJobResults(): JobResults {
  const waiting = new Map<number, Waiting[]>();
  const brought = (repository: number) => waiting.get(repository) ?? [];
  const returnResults = (repository: number, handedOut: readonly Waiting[]) => {
    const handed = handedOut.map(
      ({ result, taken }): Waiting => ({ result: { ...result, handedBefore: true }, taken }),
    );
    waiting.set(repository, [...handed, ...brought(repository)]);
  };
  return {
    bring: (repository, result) =>
      new Promise((taken) => void waiting.set(repository, [...brought(repository), { result, taken }])),
    async lend(repository, reconcile) {
      const handedOut = brought(repository);
      waiting.delete(repository);
      const settled = await reconcile(handedOut.map(({ result }) => result)).catch((error: unknown) => {
        returnResults(repository, handedOut);
        throw error;
      });
      if (settled.kind === "settled") for (const { taken } of handedOut) taken();
      else returnResults(repository, handedOut);
      return settled;
    },
  };
}
