import type { JobEffect, JobResult, Jobs, RepositoryRef } from "../../engine/ports.js";
import type { Settled } from "../../engine/reconcile/reconcile.js";
import type { PressedButton } from "../webhooks/pressed-button.js";

/** The services, independent of who runs them when. */
export type Services = {
  reconcile(repository: RepositoryRef, jobs: Jobs, given: readonly JobResult[]): Promise<Settled>;
  runJob(repository: RepositoryRef, effect: JobEffect, signal: AbortSignal): Promise<JobResult>;
  /** Looks up who pressed the button, and passes it to the loop. */
  hear(button: PressedButton): Promise<JobResult>;
  /** The person could not be looked up: the button is passed without one, and the loop refuses it with an answer. */
  unheard(button: PressedButton): JobResult;
  installed(): AsyncIterable<RepositoryRef>;
  /** Webhooks can be lost; this is how long a command may wait then. */
  readonly sweepMinutes: number;
  swept(outcome: "done" | "failed"): void;
  /** Posts that a repository failed too often and why, or that it works again. */
  saySetAside(
    repository: RepositoryRef,
    aside: { readonly reason: string; readonly since: string } | null,
  ): Promise<void>;
  readonly log: Log;
};

type Log = Readonly<Record<"info" | "warn" | "error", (facts: object, message: string) => void>>;

/** How many repositories wait to be reconciled, and how many are set aside. */
type QueueFacts = { readonly waiting: number; readonly setAside: number };

/** How the work is distributed: inside one process, or between replicas. */
export type Coordination = {
  /** Resolves when the trigger is stored as safely as this coordination can; rejects if it was not taken. */
  trigger(repositories: readonly RepositoryRef[]): Promise<void>;
  press(button: PressedButton): Promise<void>;
  /** Reconciles every installed repository now. */
  sweep(): Promise<void>;
  facts(): Promise<QueueFacts>;
  /** What blocks it, for the operator of the App. */
  problems(): Promise<readonly string[]>;
  /** Resolves when nothing is being reconciled and nothing waits. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

/** Parallel reconciles in one process. */
export const CONCURRENCY = 4;

/** A burst of deliveries about one repository is at most one observation a second. */
export const GAP_MS = 1_000;

/** A repository's name in logs. */
export function named({ id, owner, name }: RepositoryRef) {
  return { repository: `${owner}/${name}`, repositoryId: id };
}

/** Sweeps, and counts the result. */
export async function countingSweep({ swept }: Pick<Services, "swept">, sweep: () => Promise<void>): Promise<void> {
  try {
    await sweep();
    swept("done");
  } catch (error) {
    swept("failed");
    throw error;
  }
}

/** Runs a job, and logs if it was postponed. */
export async function runLogged(
  { runJob, log }: Pick<Services, "runJob" | "log">,
  { repository, effect, signal }: { repository: RepositoryRef; effect: JobEffect; signal: AbortSignal },
): Promise<JobResult> {
  const result = await runJob(repository, effect, signal);
  if (result.again !== undefined) log.warn({ ...result.again, ...named(repository) }, "a job is put off");
  return result;
}
