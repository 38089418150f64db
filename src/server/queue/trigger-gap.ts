import type { RepositoryRef } from "../../engine/ports.js";
import type { Alarm } from "../coordination/reconcile-again.js";

/**
 * The smallest gap between two observations of one repository that deliveries cause: what is delivered meanwhile is one trigger at
 * the gap's end. Jobs, buttons and waits have no gap.
 */
export function createTriggerGap({
  gapMs,
  now,
  alarm,
  pass,
}: {
  readonly gapMs: number;
  readonly now: () => number;
  readonly alarm: Alarm;
  readonly pass: (repository: RepositoryRef) => Promise<void>;
}) {
  const passed = new Map<number, number>();
  const held = new Map<number, { cancel(): void }>();
  const resting: (() => void)[] = [];
  const letPass = (repository: RepositoryRef): Promise<void> => {
    passed.set(repository.id, now());
    return pass(repository);
  };
  async function trigger(repository: RepositoryRef): Promise<void> {
    const { id } = repository;
    if (held.has(id)) return;
    const left = gapMs - (now() - (passed.get(id) ?? Number.NEGATIVE_INFINITY));
    if (left <= 0) return letPass(repository);
    const ring = () => {
      held.delete(id);
      void letPass(repository);
      if (held.size === 0) for (const rest of resting.splice(0)) rest();
    };
    held.set(id, alarm.set(left, ring));
  }
  return {
    async trigger(repositories: readonly RepositoryRef[]): Promise<void> {
      for (const repository of repositories) await trigger(repository);
    },
    held: (): number => held.size,
    /** Resolves when nothing is held back. */
    idle: (): Promise<void> =>
      held.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => resting.push(resolve)),
    stop(): void {
      for (const { cancel } of held.values()) cancel();
      held.clear();
      for (const rest of resting.splice(0)) rest();
    },
  };
}
